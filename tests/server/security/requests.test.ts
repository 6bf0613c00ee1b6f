import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getTableColumns, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { Hono } from 'hono'
import * as v from 'valibot'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BODY_MAX_BYTES, HTTP_TIMEOUT_MS } from '#domain/limits.ts'
import * as schema from '#server/db/schema.ts'
import { admit } from '#server/http/admission.ts'
import { createHttpServer } from '#server/serve.ts'
import { raw } from '../../support/quizzes.ts'
import {
	addressOf,
	createWorld,
	isMounted,
	ROWS,
	type Who,
	type World,
} from '../../support/world.ts'

let world: World
beforeAll(async () => {
	world = await createWorld({ log: () => undefined })
})

const WHO: Readonly<Record<string, Who>> = { public: 'anonymous', user: 'owner', admin: 'admin' }
const withBody = ROWS.filter(({ row }) => row.body !== undefined)

const send = (row: (typeof ROWS)[number]['row'], body: string, headers: Record<string, string>) => {
	const token = world.tokenOf(WHO[row.access] ?? 'admin')
	const init = { method: row.method, body, headers, ...(token && { token }) }
	return raw(world.server, addressOf(row, { params: { code: 'ECONOMY' } }), init)
}
const JSON_TYPE = { 'content-type': 'application/json' }

describe.each(withBody)('body for $title', ({ row }) => {
	const most = row.maxBytes ?? BODY_MAX_BYTES

	it('is limited in size and refused unread without sign-in', async () => {
		if (!isMounted(world.server, row))
			return expect((await send(row, '', {})).status).toBeGreaterThan(403)
		const large = JSON.stringify('x'.repeat(most))
		for (const stated of [{}, { 'content-length': String(large.length) }]) {
			const { status, body } = await send(row, large, { ...JSON_TYPE, ...stated })
			expect(status).toBe(413)
			expect(body).toMatchObject({
				...{ status, message: expect.stringContaining(String(most)) },
				...{ code: 'body-too-large', values: { bytes: most } },
			})
		}
		if (row.access === 'public') return
		const stranger = { method: row.method, body: large, headers: JSON_TYPE }
		expect((await raw(world.server, addressOf(row, {}), stranger)).status).toBe(401)
	})

	it.each([
		'text/plain',
		'application/x-www-form-urlencoded',
		'multipart/form-data; boundary=x',
		'application/jsonp',
		'',
	])('is refused as %o (cross-site form types)', async (type) => {
		if (!isMounted(world.server, row))
			return expect((await send(row, '', {})).status).toBeGreaterThan(403)
		const origin = { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' }
		const { status, headers } = await send(row, '{}', { 'content-type': type, ...origin })
		expect(status).toBe(415)
		expect(headers.get('set-cookie')).toBeNull()
		expect(headers.get('access-control-allow-origin')).toBeNull()
	})
})

it('replies have no CORS headers and set no cookies', async () => {
	const headers = {
		origin: 'https://attacker.example',
		'access-control-request-method': 'POST',
		'access-control-request-headers': 'authorization,content-type',
	}
	for (const { row, noun } of ROWS) {
		const reply = await raw(world.server, addressOf(row, {}), { method: 'OPTIONS', headers })
		// Load balancers check health this way.
		expect(noun === 'health' ? [200] : [404, 405]).toContain(reply.status)
		const names = [...reply.headers.keys()]
		expect(names.filter((name) => /^access-control|^set-cookie/.test(name))).toEqual([])
	}
})

describe('statement size', () => {
	/** Most bind values in one statement; beyond that the embedded database stops answering. */
	const BINDS = 32_767

	const longest = (value: unknown): number => {
		if (typeof value !== 'object' || value === null) return 0
		const parts = Object.values(value).map(longest)
		return Math.max(0, ...parts, Array.isArray(value) ? value.length : 0)
	}

	it.each(withBody)('stays bounded for every list in a body of $title', ({ row }) => {
		const maxBytes = row.maxBytes ?? BODY_MAX_BYTES
		for (const item of ['', '1', ['1'], {}, { name: 'a', text: '' }]) {
			const list = Array.from({ length: 40_000 }, () => item)
			const fields = Object.keys(Object(Object(row.body).entries))
			for (const body of [list, Object.fromEntries(fields.map((name) => [name, list]))]) {
				if (JSON.stringify(body).length > maxBytes) continue
				const parsed = v.safeParse(row.body as v.GenericSchema, body)
				if (parsed.success) expect(longest(parsed.output)).toBeLessThan(BINDS)
			}
		}
	})

	it('stays bounded for 500 rows of the widest table', () => {
		const tables = Object.values(schema).filter((each) => is(each, PgTable))
		const widest = Math.max(...tables.map((table) => Object.keys(getTableColumns(table)).length))
		expect(500 * widest).toBeLessThan(BINDS)
	})
})

describe('connection', () => {
	let http: Server | undefined
	afterEach(async () => {
		http?.closeAllConnections()
		await new Promise((done) => http?.close(done))
	})

	const listen = async (limits = {}, app: Pick<Hono, 'fetch'> = world.server.app) => {
		const server = createHttpServer(app, limits)
		http = server
		await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
		return (server.address() as AddressInfo).port
	}

	/** Sends a text. @returns everything received until the other side closes. */
	const until = (port: number, text: string): Promise<string> =>
		new Promise((resolve, reject) => {
			const socket = connect(port, '127.0.0.1', () => socket.write(text))
			let got = ''
			socket.on('data', (data) => {
				got += data
			})
			socket.on('close', () => resolve(got))
			socket.on('error', reject)
		})

	it('closes when headers never end', async () => {
		const port = await listen({ headersTimeout: 100, connectionsCheckingInterval: 20 })
		const got = await until(port, 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: ')
		expect(got).toMatch(/^HTTP\/1\.1 408 /)
	})

	it('closes when a body never ends', async () => {
		const limits = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 }
		const port = await listen(limits)
		const got = await until(
			port,
			'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"username',
		)
		expect(got).toMatch(/^HTTP\/1\.1 (?:408|400) /)
		expect(got).not.toMatch(/\.[jt]s:|node_modules/)
	})

	// A hundred slow bodies would otherwise block everyone.
	it('does not hold an admission slot during a slow body', async () => {
		const app = new Hono()
		app.use('/api/*', admit({ log: () => undefined, mostAtOnce: 1 }))
		app.post('/api/answers', async (c) => c.json(await c.req.json()))
		app.get('/api/elections', (c) => c.json([]))
		const port = await listen({}, app)
		const begun = new Promise((resolve) => http?.once('request', resolve))
		const socket = connect(port, '127.0.0.1', () =>
			socket.write('POST /api/answers HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"a"'),
		)
		await begun
		expect((await fetch(`http://127.0.0.1:${port}/api/elections`)).status).toBe(200)
		const answered = new Promise((resolve) => socket.once('data', (data) => resolve(String(data))))
		socket.write(': 10}')
		expect(await answered).toMatch(/^HTTP\/1\.1 200 .*\{"a":10\}/s)
		socket.destroy()
	})

	it('rejects a body without a content length', async () => {
		const got = await until(
			await listen(),
			'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
		)
		expect(got).toMatch(/^HTTP\/1\.1 411 /)
		expect(got).toMatch(/x-request-id: /i)
		expect(got).toContain('The request body needs a Content-Length.')
	})

	it.each([
		'GET /api/health HTTP/1.0\r\n\r\n',
		'OPTIONS /api/health HTTP/1.0\r\n\r\n',
		'HEAD /api/health HTTP/1.0\r\n\r\n',
		'GET /api/health/live HTTP/1.0\r\n\r\n',
		'GET /api/health HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n',
		'GET /api/openapi.json HTTP/1.0\r\n\r\n',
	])('answers load balancer checks without a host: %j', async (text) => {
		expect(await until(await listen(), text)).toMatch(/^HTTP\/1\.1 200 /)
	})

	it.each([
		['address', `/api/elections/search?name=${'x'.repeat(20_000)}`, ''],
		['header', '/api/health', `X-Long: ${'x'.repeat(20_000)}\r\n`],
	])('refuses too long a %s with 431', async (_, path, header) => {
		const port = await listen()
		const got = await until(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n`)
		expect(got).toMatch(/^HTTP\/1\.1 431 /)
	})

	it('rejects ambiguous length headers (request smuggling)', async () => {
		const port = await listen()
		const start = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
		for (const both of [
			'Content-Length: 2\r\nContent-Length: 3\r\n',
			'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n',
		]) {
			expect(await until(port, `${start}${both}\r\n{}`)).toMatch(/^HTTP\/1\.1 400 /)
		}
	})

	it('uses the product time-outs by default', async () => {
		await listen()
		expect(http).toMatchObject({ headersTimeout: 15_000, requestTimeout: HTTP_TIMEOUT_MS })
		expect(http?.keepAliveTimeout).toBe(10_000)
	})
})
