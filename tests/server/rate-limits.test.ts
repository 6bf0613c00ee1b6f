import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { eq, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { createApp } from '#server/app.ts'
import { rateLimits, testSessions } from '#server/db/schema.ts'
import { forgetExpired } from '#server/http/rate-limits.ts'
import type { Log } from '#server/log.ts'
import { createTokens } from '#server/services/auth/sign-in.ts'
import { raw, replyOf } from '../support/quizzes.ts'
import { createTestServer, TEST_SECRET, type TestServer } from '../support/server.ts'
import { begun, guess } from '../support/test-sessions.ts'

const { knowledgeTest, testConfig } = endpoints
const TEST = '/api/policy-knowledge-test'
const WINDOW_MS = 600_000

let server: TestServer
let logged: { level: string; fields: Readonly<Record<string, unknown>> }[]
const log: Log = (level, _event, fields = {}) => {
	logged.push({ level, fields })
}
beforeEach(async () => {
	// The limits use the wall clock, so the tests fake only Date.
	vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
	logged = []
	server = await createTestServer({ sample: true, log })
})
afterEach(() => {
	vi.useRealTimers()
})

const counted = async (key: string): Promise<number> => {
	const [row] = await server.db.select().from(rateLimits).where(eq(rateLimits.key, key))
	return row?.points ?? 0
}

const countTo = async (key: string, points: number) => {
	const expire = Date.now() + WINDOW_MS
	const row = { key, points, expire }
	await server.db
		.insert(rateLimits)
		.values(row)
		.onConflictDoUpdate({ target: rateLimits.key, set: { points, expire } })
}

const post = (path: string, init: RequestInit = {}) =>
	raw(server, `${TEST}/${path}`, { method: 'POST', ...init })

/** App of another process on the same database, optionally behind a proxy. */
const another = (trustProxy: boolean): Hono => {
	const clock = () => server.clock.now
	const tokens = createTokens(TEST_SECRET, clock)
	const { db, links, extractor } = server
	return createApp({ db, clock, tokens, log, links, extractor, trustProxy })
}

describe('classroom or polling place behind one address', () => {
	it('may start 900 sessions for 300 voters', async () => {
		for (let voters = 0; voters < 300; voters += 10) {
			const starts = Array.from({ length: 30 }, () =>
				server.call(knowledgeTest.start, { body: {} }),
			)
			for (const reply of await Promise.all(starts)) replyOf(reply)
		}
		expect(await server.db.$count(testSessions)).toBe(900)
		expect(await counted('test-start:unknown')).toBe(900)
	})

	it('stays within every limit for 300 whole sessions', async () => {
		replyOf(await server.call(testConfig.active, {}))
		replyOf(await server.call(knowledgeTest.candidates, {}))
		const session = await begun(server)
		const { sessionId } = session
		for (const index of session.policies.keys()) {
			replyOf(await guess(server, session, index))
			replyOf(await server.call(knowledgeTest.saveProgress, { query: { sessionId } }))
		}
		replyOf(await server.call(knowledgeTest.complete, { body: { sessionId } }))
		replyOf(await server.call(knowledgeTest.results, { params: { sessionId } }))
		const body = { sessionId, feedbackText: 'Good' }
		replyOf(await server.call(knowledgeTest.feedback, { body }))
		const rows = await server.db.select().from(rateLimits)
		const calls = new Map(rows.map(({ key, points }) => [key, points]))
		for (const [key, limit] of [
			['test-start:unknown', 1200],
			['test-feedback:unknown', 600],
			['test-call:unknown', 24_000],
		] as const) {
			expect(calls.get(key)).toBeGreaterThan(0)
			expect(300 * (calls.get(key) ?? 0)).toBeLessThanOrEqual(limit)
		}
	})
})

describe('flood of calls', () => {
	it.each([
		['test-start', 1200, 'start'],
		['test-feedback', 600, 'feedback'],
		['test-call', 24_000, 'submit-guess'],
		['test-call', 24_000, 'complete'],
		['test-call', 24_000, 'save-progress'],
	])('of %s past %i calls in ten minutes gets 429 at %s', async (name, calls, path) => {
		await countTo(`${name}:unknown`, calls - 1)
		expect((await post(path)).status).toBe(400)
		const refused = await post(path)
		expect(refused.status).toBe(429)
		expect(refused.headers.get('content-type')).toBe('application/problem+json')
		expect(refused.headers.get('retry-after')).toBe('600')
		expect(refused.body).toMatchObject({
			status: 429,
			title: 'Too Many Requests',
			message: expect.stringMatching(/^Too many requests are coming from your network/),
		})
	})

	it('is counted per call including invalid ones', async () => {
		const statuses: number[] = []
		for (let calls = 0; calls < 610; calls++) statuses.push((await post('feedback')).status)
		expect(statuses.indexOf(429)).toBe(600)
		expect(statuses.slice(600).every((status) => status === 429)).toBe(true)
	})

	it('of one kind does not affect other limits', async () => {
		const session = await begun(server)
		await countTo('test-start:unknown', 1200)
		expect((await post('start')).status).toBe(429)
		expect(replyOf(await guess(server, session, 0))).toMatchObject({ correct: true })
		expect((await raw(server, '/api/health')).status).toBe(200)
	})

	it('is refused on read endpoints too', async () => {
		await countTo('test-call:unknown', 24_000)
		for (const path of ['candidates', 'results/00000000-0000-4000-8000-000000000000']) {
			expect((await raw(server, `${TEST}/${path}`)).status).toBe(429)
		}
		expect((await raw(server, '/api/public/test-config/active')).status).toBe(429)
	})

	it('is accepted again after the window ends', async () => {
		await countTo('test-start:unknown', 1200)
		const refused = await post('start')
		vi.setSystemTime(Date.now() + 100_000)
		expect((await post('start')).headers.get('retry-after')).toBe('500')
		vi.setSystemTime(Date.now() + 499_000)
		expect((await post('start')).headers.get('retry-after')).toBe('1')
		expect(refused.status).toBe(429)
		vi.setSystemTime(Date.now() + 1_001)
		replyOf(await server.call(knowledgeTest.start, { body: {} }))
		expect(await counted('test-start:unknown')).toBe(1)
	})

	it('is counted across processes', async () => {
		const apps = [server.app, another(false)]
		await countTo('test-start:unknown', 1196)
		const statuses: number[] = []
		for (let calls = 0; calls < 6; calls++) {
			const response = await apps[calls % 2]?.request(`${TEST}/start`, { method: 'POST' })
			statuses.push(response?.status ?? 0)
		}
		expect(statuses).toEqual([400, 400, 400, 400, 429, 429])
	})

	it('is counted exactly for concurrent calls', async () => {
		await countTo('test-start:unknown', 1180)
		const replies = await Promise.all(Array.from({ length: 50 }, () => post('start')))
		expect(replies.filter(({ status }) => status === 400)).toHaveLength(20)
		expect(replies.filter(({ status }) => status === 429)).toHaveLength(30)
	})
})

describe('rate limit address', () => {
	const keyOf = async (app: Hono, remoteAddress?: string, forwarded?: string) => {
		await server.db.delete(rateLimits)
		const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
		const env = remoteAddress && { incoming: { socket: { remoteAddress } } }
		await app.request(`${TEST}/start`, { method: 'POST', headers }, env || undefined)
		const [row] = await server.db.select().from(rateLimits)
		return row?.key.replace('test-start:', '')
	}

	it('is the socket address regardless of headers', async () => {
		expect(await keyOf(server.app, '192.0.2.1')).toBe('192.0.2.1')
		expect(await keyOf(server.app, '192.0.2.1', '198.51.100.7')).toBe('192.0.2.1')
		await countTo('test-start:192.0.2.1', 1200)
		const forged = { method: 'POST', headers: { 'x-forwarded-for': '203.0.113.9' } }
		const env = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
		expect((await server.app.request(`${TEST}/start`, forged, env)).status).toBe(429)
	})

	it('is the last X-Forwarded-For entry behind a trusted proxy', async () => {
		const app = another(true)
		expect(await keyOf(app, '10.0.0.1', '198.51.100.7')).toBe('198.51.100.7')
		expect(await keyOf(app, '10.0.0.1', '203.0.113.9, 198.51.100.7')).toBe('198.51.100.7')
		// Some gateways append a port; without stripping it, their callers would share one limit.
		expect(await keyOf(app, '10.0.0.1', '198.51.100.7:50123')).toBe('198.51.100.7')
		expect(await keyOf(app, '10.0.0.1', '[2001:db8::7]:443')).toBe('2001:db8:0:0::/64')
	})

	it.each([undefined, '', 'nonsense', '198.51.100.7, ', '1.2.3.4.5'])(
		'is the socket address if the proxy sends none (%o)',
		async (forwarded) => {
			expect(await keyOf(another(true), '10.0.0.1', forwarded)).toBe('10.0.0.1')
		},
	)

	// A household has a whole /64 network.
	it.each([
		['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
		['2001:DB8:1:2::', '2001:db8:1:2::/64'],
		['2001:db8::5', '2001:db8:0:0::/64'],
		['fe80::1%eth0', 'fe80:0:0:0::/64'],
		['::1', '0:0:0:0::/64'],
		['::ffff:192.0.2.1', '192.0.2.1'],
	])('is the /64 network for IPv6 (%s is %s)', async (address, key) => {
		expect(await keyOf(server.app, address)).toBe(key)
	})

	it('comes from the connection of a real server', async () => {
		const http = createServer(getRequestListener(server.app.fetch))
		await new Promise<void>((resolve) => {
			http.listen(0, '127.0.0.1', resolve)
		})
		const { port } = http.address() as AddressInfo
		const headers = { 'x-forwarded-for': '198.51.100.7' }
		await fetch(`http://127.0.0.1:${port}${TEST}/start`, { method: 'POST', headers })
		// Keep-alive connections would delay the close.
		http.closeAllConnections()
		await new Promise((resolve) => http.close(resolve))
		expect(await counted('test-start:127.0.0.1')).toBe(1)
	})
})

describe('rate limit counts', () => {
	it('allow the call with a warning if they cannot be stored', async () => {
		await server.db.execute(sql`alter table rate_limits rename to away`)
		try {
			replyOf(await server.call(knowledgeTest.start, { body: {} }))
		} finally {
			await server.db.execute(sql`alter table away rename to rate_limits`)
		}
		expect(logged).toEqual([
			{
				level: 'warn',
				fields: { limit: 'test-start', message: 'The database cannot be used (42P01).' },
			},
		])
	})

	it('are deleted with their addresses after the window', async () => {
		await post('start')
		await forgetExpired(server.db, new Date(Date.now() + WINDOW_MS))
		expect(await server.db.$count(rateLimits)).toBe(1)
		await forgetExpired(server.db, new Date(Date.now() + WINDOW_MS + 1))
		expect(await server.db.$count(rateLimits)).toBe(0)
	})
})
