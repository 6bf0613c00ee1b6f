import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import type { Deps } from '#server/context.ts'
import { type Attended, admit } from '#server/http/admission.ts'
import { createOnError } from '#server/http/errors.ts'
import { jsonLog } from '#server/log.ts'

/** App with calls that succeed, fail, or wait until released. */
const appWith = (options: Partial<Parameters<typeof admit>[0]> = {}) => {
	const attended: Attended[] = []
	const lines: Record<string, unknown>[] = []
	const out = vi.spyOn(console, 'log')
	out.mockImplementation((line) => lines.push(JSON.parse(String(line))))
	// Logs to stdout only: the tests fail on output to stderr.
	const log: Deps['log'] = (_, event, fields) => jsonLog('info', event, fields)
	const app = new Hono()
	app.onError(createOnError(log))
	app.use('/api/*', admit({ log, onAttended: (call) => attended.push(call), ...options }))
	app.get('/api/sessions/:id', (c) => c.json({ id: c.req.param('id') }))
	app.get('/api/failing/:id', () => {
		throw new TypeError('of a program')
	})
	app.get('/api/broken', () => {
		throw new TypeError('of a program')
	})
	let letGo = (): void => undefined
	const gate = new Promise<void>((resolve) => {
		letGo = resolve
	})
	app.get('/api/slow', async (c) => {
		await gate
		return c.json({})
	})
	for (const path of ['/api/health/live', '/api/health']) app.get(path, (c) => c.json({}))
	return { app, attended, lines, letGo: () => letGo() }
}

describe('call', () => {
	it('returns the request id that its log lines have when it fails', async () => {
		const { app, lines } = appWith()
		const reply = await app.request('/api/broken')
		const id = reply.headers.get('x-request-id')
		expect(id).toMatch(/^[\da-f-]{36}$/)
		expect(lines).toHaveLength(1)
		expect(lines[0]).toMatchObject({ event: 'request failed', request: id })
	})

	it('takes its request id only from a trusted, valid proxy header', async () => {
		const given = { headers: { 'x-request-id': 'of-the-proxy-1' } }
		const behind = await appWith({ trustProxy: true }).app.request('/api/broken', given)
		expect(behind.headers.get('x-request-id')).toBe('of-the-proxy-1')
		const open = await appWith().app.request('/api/broken', given)
		expect(open.headers.get('x-request-id')).not.toBe('of-the-proxy-1')
		const odd = { headers: { 'x-request-id': 'a"b c' } }
		const wrong = await appWith({ trustProxy: true }).app.request('/api/broken', odd)
		expect(wrong.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
	})

	// Every byte counts on a first visit.
	it('has no request id header on success', async () => {
		const reply = await appWith().app.request('/api/sessions/1')
		expect(reply.headers.get('x-request-id')).toBeNull()
	})

	// The id of a session grants access to its knowledge test.
	it('is logged by route without the ids in its path', async () => {
		const { app, attended, lines } = appWith({ logRequests: true })
		await app.request('/api/sessions/a-secret')
		expect(attended).toMatchObject([{ method: 'GET', route: '/api/sessions/:id', status: 200 }])
		expect(lines).toMatchObject([
			{ event: 'request', method: 'GET', route: '/api/sessions/:id', status: 200 },
		])
		await app.request('/api/failing/a-secret')
		expect(lines[1]).toMatchObject({ event: 'request failed', route: '/api/failing/:id' })
		expect(JSON.stringify(lines)).not.toContain('a-secret')
	})

	// Scans must not create new metrics.
	it('has no route when unknown', async () => {
		const { app, attended } = appWith()
		await app.request('/api/a/b/c')
		expect(attended).toMatchObject([{ route: 'none', status: 404 }])
	})
})

// Anyone could fill the log otherwise.
it('a client that disconnects while sending is not logged', async () => {
	const { app, lines } = appWith()
	app.post('/api/answers', () => {
		throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
	})
	const gone = AbortSignal.abort()
	const request = new Request('http://localhost/api/answers', { method: 'POST', signal: gone })
	await app.request(request)
	expect(lines).toEqual([])
	await app.request(new Request('http://localhost/api/answers', { method: 'POST' }))
	expect(lines).toMatchObject([{ event: 'request failed', code: 'ECONNRESET' }])
})

describe('overload', () => {
	it('refuses excess calls with Retry-After and serves the others', async () => {
		const { app, letGo } = appWith({ mostAtOnce: 2 })
		const waiting = [app.request('/api/slow'), app.request('/api/slow')]
		const refused = await app.request('/api/sessions/1')
		expect(refused.status).toBe(503)
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
		expect(await refused.json()).toMatchObject({
			message: 'The service is very busy. Please try again in a moment.',
		})
		for (const path of ['/api/health/live', '/api/health']) {
			expect((await app.request(path)).status, `${path}: it is well all the same`).toBe(200)
		}
		letGo()
		expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
		expect((await app.request('/api/sessions/1')).status, 'there is room again').toBe(200)
	})
})
