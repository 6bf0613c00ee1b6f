import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { type OpenDb, openDb } from '#server/db/open.ts'
import { servePages } from '#server/http/static-files.ts'
import { createTokens } from '#server/services/auth/sign-in.ts'
import { createTestServer, TEST_SECRET } from '../support/server.ts'

/** Database that accepts connections but never answers, or only greets. */
let silent: Server
let greets: boolean
let connections: Socket[]
let opened: OpenDb
let root: string
let app: Hono
let token: string
/** PostgreSQL messages `AuthenticationOk` and `ReadyForQuery`. */
const WELCOME = Buffer.from('520000000800000000' + '5a0000000549', 'hex')

beforeEach(async () => {
	connections = []
	greets = false
	silent = createServer((socket) => {
		connections.push(socket)
		if (greets) socket.once('data', () => socket.write(WELCOME))
	})
	silent.listen(0, '127.0.0.1')
	await once(silent, 'listening')
	const { port } = silent.address() as AddressInfo
	opened = await openDb(
		{ kind: 'postgres', url: `postgres://nobody@127.0.0.1:${port}/none` },
		() => undefined,
	)
	root = mkdtempSync(join(tmpdir(), 'evenhand-silent-'))
	writeFileSync(join(root, 'index.html'), 'the app')
	const { clock, links, extractor } = await createTestServer()
	const now = () => clock.now
	const tokens = createTokens(TEST_SECRET, now)
	token = await tokens.sign({ userId: crypto.randomUUID(), version: 1 })
	const deps = { db: opened.db, clock: now, tokens, log: () => undefined, links, extractor }
	app = createApp({ ...deps, mostAtOnce: 3 })
	servePages(app, root)
})
afterEach(async () => {
	for (const socket of connections) socket.destroy()
	await opened.close()
	silent.close()
	rmSync(root, { recursive: true })
})

const read = (path: string) =>
	Promise.resolve(app.request(path, { headers: { authorization: `Bearer ${token}` } }))

describe('unresponsive database', () => {
	it('does not block pages and liveness, and fails calls with Retry-After', async () => {
		let answered = 0
		const waiting = Array.from({ length: 3 }, async () => {
			const reply = await read('/api/elections/active')
			answered++
			return reply
		})
		const refused = await read('/api/elections/active')
		expect(refused.status).toBe(503)
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
		// If these used the database, they would wait behind the others.
		expect(await (await read('/')).text()).toBe('the app')
		expect((await read('/api/health/live')).status).toBe(200)
		expect(answered).toBe(0)
		while (connections.length < 3) await once(silent, 'connection')
		for (const socket of connections) socket.destroy()
		for (const reply of await Promise.all(waiting)) {
			expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
		}
	})
})

it('a connection sends only parameters that PgBouncer accepts', async () => {
	const begins = once(silent, 'connection').then(([socket]) => once(socket, 'data'))
	const reply = read('/api/elections/active')
	const [data] = await begins
	// Length and protocol version, then names and values.
	const names = String((data as Buffer).subarray(8))
		.split('\0')
		.filter((_, at) => at % 2 === 0)
	const known = ['user', 'database', 'application_name', 'client_encoding']
	expect(names.filter((name) => name !== '' && !known.includes(name))).toEqual([])
	expect(names).toContain('user')
	for (const socket of connections) socket.destroy()
	await reply
})

describe('unresponsive connection', () => {
	afterEach(() => {
		vi.useRealTimers()
	})

	it('is closed after 35 s and its call refused', async () => {
		greets = true
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
		const reply = read('/api/elections/active')
		await once(silent, 'connection')
		const [connection] = connections
		if (connection === undefined) throw new Error('no client connected')
		// The startup message, then the query.
		await once(connection, 'data')
		await once(connection, 'data')
		const closed = once(connection, 'close')
		vi.advanceTimersByTime(35_000)
		const { status, headers } = await reply
		expect([status, headers.get('retry-after')]).toEqual([503, '2'])
		await closed
	})
})
