import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import type { Deps } from '#server/context.ts'
import { type Attended, admit } from '#server/http/admission.ts'
import { createOnError } from '#server/http/errors.ts'
import { jsonLog } from '#server/log.ts'

/** An app of a few calls: one that is answered, one that fails, one that waits until it is let go. */
const appWith = (options: Partial<Parameters<typeof admit>[0]> = {}) => {
	const attended: Attended[] = []
	const lines: Record<string, unknown>[] = []
	const out = vi.spyOn(console, 'log')
	out.mockImplementation((line) => lines.push(JSON.parse(String(line))))
	// As it is logged, but to one place: the tests complain of everything that is written to stderr.
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

describe('a call', () => {
	it('that is refused carries an id, and so does every line that was logged for it', async () => {
		const { app, lines } = appWith()
		const reply = await app.request('/api/broken')
		const id = reply.headers.get('x-request-id')
		expect(id).toMatch(/^[\da-f-]{36}$/)
		expect(lines).toHaveLength(1)
		expect(lines[0]).toMatchObject({ event: 'request failed', request: id })
	})

	it('has the id that our proxy gave it, and nobody else’s', async () => {
		const given = { headers: { 'x-request-id': 'of-the-proxy-1' } }
		const behind = await appWith({ trustProxy: true }).app.request('/api/broken', given)
		expect(behind.headers.get('x-request-id')).toBe('of-the-proxy-1')
		const open = await appWith().app.request('/api/broken', given)
		expect(open.headers.get('x-request-id')).not.toBe('of-the-proxy-1')
		const odd = { headers: { 'x-request-id': 'a"b c' } }
		const wrong = await appWith({ trustProxy: true }).app.request('/api/broken', odd)
		expect(wrong.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
	})

	it('that is answered carries none: on a first visit every byte counts', async () => {
		const reply = await appWith().app.request('/api/sessions/1')
		expect(reply.headers.get('x-request-id')).toBeNull()
	})

	it('is told by its route, never by the id in its path, which opens a knowledge test', async () => {
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

	it('that nobody knows has no route: a scan makes no new figures', async () => {
		const { app, attended } = appWith()
		await app.request('/api/a/b/c')
		expect(attended).toMatchObject([{ route: 'none', status: 404 }])
	})
})

it('who hangs up while sending is no failure of the server, and makes no line: anybody could fill the log with them', async () => {
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

describe('more calls than can be under way', () => {
	it('are sent away with a time to come back, while the others are answered', async () => {
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
