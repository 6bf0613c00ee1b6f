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
	// The limits are the wall clock's; the tests move it, and nothing else that keeps time.
	vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
	logged = []
	server = await createTestServer({ sample: true, log })
})
afterEach(() => {
	vi.useRealTimers()
})

/** How many calls of a limit an address has made in this window. */
const counted = async (key: string): Promise<number> => {
	const [row] = await server.db.select().from(rateLimits).where(eq(rateLimits.key, key))
	return row?.points ?? 0
}

/** As if so many calls had been made of other processes on this database. */
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

/** Another process on the same database, which may have a proxy in front. */
const another = (trustProxy: boolean): Hono => {
	const clock = () => server.clock.now
	const tokens = createTokens(TEST_SECRET, clock)
	const { db, links, extractor } = server
	return createApp({ db, clock, tokens, log, links, extractor, trustProxy })
}

describe('a classroom or a polling place behind one address', () => {
	it('passes: three hundred voters begin a session and fetch two spare ones', async () => {
		for (let voters = 0; voters < 300; voters += 10) {
			const starts = Array.from({ length: 30 }, () =>
				server.call(knowledgeTest.start, { body: {} }),
			)
			for (const reply of await Promise.all(starts)) replyOf(reply)
		}
		expect(await server.db.$count(testSessions)).toBe(900)
		expect(await counted('test-start:unknown')).toBe(900)
	})

	it('passes with whole sessions: three hundred times the calls of one stay within every limit', async () => {
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

describe('a flood', () => {
	it.each([
		['test-start', 1200, 'start'],
		['test-feedback', 600, 'feedback'],
		['test-call', 24_000, 'submit-guess'],
		['test-call', 24_000, 'complete'],
		['test-call', 24_000, 'save-progress'],
	])(
		'of %s past %i calls in ten minutes is refused at %s, and told when to come back',
		async (name, calls, path) => {
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
		},
	)

	it('is counted call by call, also of what is refused as invalid', async () => {
		const statuses: number[] = []
		for (let calls = 0; calls < 610; calls++) statuses.push((await post('feedback')).status)
		expect(statuses.indexOf(429)).toBe(600)
		expect(statuses.slice(600).every((status) => status === 429)).toBe(true)
	})

	it('of one kind leaves the others alone: who has begun may finish', async () => {
		const session = await begun(server)
		await countTo('test-start:unknown', 1200)
		expect((await post('start')).status).toBe(429)
		expect(replyOf(await guess(server, session, 0))).toMatchObject({ correct: true })
		expect((await raw(server, '/api/health')).status).toBe(200)
	})

	it('also stops at the reading calls, each of which asks the database', async () => {
		await countTo('test-call:unknown', 24_000)
		for (const path of ['candidates', 'results/00000000-0000-4000-8000-000000000000']) {
			expect((await raw(server, `${TEST}/${path}`)).status).toBe(429)
		}
		expect((await raw(server, '/api/public/test-config/active')).status).toBe(429)
	})

	it('may come back once the window has ended, and not before', async () => {
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

	it('cannot spread over processes: they count together', async () => {
		const apps = [server.app, another(false)]
		await countTo('test-start:unknown', 1196)
		const statuses: number[] = []
		for (let calls = 0; calls < 6; calls++) {
			const response = await apps[calls % 2]?.request(`${TEST}/start`, { method: 'POST' })
			statuses.push(response?.status ?? 0)
		}
		expect(statuses).toEqual([400, 400, 400, 400, 429, 429])
	})

	it('of calls at once is counted exactly', async () => {
		await countTo('test-start:unknown', 1180)
		const replies = await Promise.all(Array.from({ length: 50 }, () => post('start')))
		expect(replies.filter(({ status }) => status === 400)).toHaveLength(20)
		expect(replies.filter(({ status }) => status === 429)).toHaveLength(30)
	})
})

describe('the address that is counted', () => {
	/** What a call from `remoteAddress` is counted under; forwarded as the header says. */
	const keyOf = async (app: Hono, remoteAddress?: string, forwarded?: string) => {
		await server.db.delete(rateLimits)
		const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
		const env = remoteAddress && { incoming: { socket: { remoteAddress } } }
		await app.request(`${TEST}/start`, { method: 'POST', headers }, env || undefined)
		const [row] = await server.db.select().from(rateLimits)
		return row?.key.replace('test-start:', '')
	}

	it("is the socket's, whatever the headers say: a forged one resets nothing", async () => {
		expect(await keyOf(server.app, '192.0.2.1')).toBe('192.0.2.1')
		expect(await keyOf(server.app, '192.0.2.1', '198.51.100.7')).toBe('192.0.2.1')
		await countTo('test-start:192.0.2.1', 1200)
		const forged = { method: 'POST', headers: { 'x-forwarded-for': '203.0.113.9' } }
		const env = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
		expect((await server.app.request(`${TEST}/start`, forged, env)).status).toBe(429)
	})

	it('is the last one of X-Forwarded-For behind a proxy of ours: those before it are the caller’s words', async () => {
		const app = another(true)
		expect(await keyOf(app, '10.0.0.1', '198.51.100.7')).toBe('198.51.100.7')
		expect(await keyOf(app, '10.0.0.1', '203.0.113.9, 198.51.100.7')).toBe('198.51.100.7')
		// As some gateways write it: all their callers would share one limit else.
		expect(await keyOf(app, '10.0.0.1', '198.51.100.7:50123')).toBe('198.51.100.7')
		expect(await keyOf(app, '10.0.0.1', '[2001:db8::7]:443')).toBe('2001:db8:0:0::/64')
	})

	it.each([undefined, '', 'nonsense', '198.51.100.7, ', '1.2.3.4.5'])(
		'is the socket’s behind a proxy that says no address (%o)',
		async (forwarded) => {
			expect(await keyOf(another(true), '10.0.0.1', forwarded)).toBe('10.0.0.1')
		},
	)

	it.each([
		['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
		['2001:DB8:1:2::', '2001:db8:1:2::/64'],
		['2001:db8::5', '2001:db8:0:0::/64'],
		['fe80::1%eth0', 'fe80:0:0:0::/64'],
		['::1', '0:0:0:0::/64'],
		['::ffff:192.0.2.1', '192.0.2.1'],
	])(
		'of IPv6 is the network (%s is %s): one household has the whole of it',
		async (address, key) => {
			expect(await keyOf(server.app, address)).toBe(key)
		},
	)

	it('comes from the connection of a real server', async () => {
		const http = createServer(getRequestListener(server.app.fetch))
		await new Promise<void>((resolve) => {
			http.listen(0, '127.0.0.1', resolve)
		})
		const { port } = http.address() as AddressInfo
		const headers = { 'x-forwarded-for': '198.51.100.7' }
		await fetch(`http://127.0.0.1:${port}${TEST}/start`, { method: 'POST', headers })
		// What is kept alive would be waited for.
		http.closeAllConnections()
		await new Promise((resolve) => http.close(resolve))
		expect(await counted('test-start:127.0.0.1')).toBe(1)
	})
})

describe('the counts', () => {
	it('that cannot be made let the call through and are warned of: a limit is no reason to be down', async () => {
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

	it('are forgotten with their addresses once their window has ended', async () => {
		await post('start')
		await forgetExpired(server.db, new Date(Date.now() + WINDOW_MS))
		expect(await server.db.$count(rateLimits)).toBe(1)
		await forgetExpired(server.db, new Date(Date.now() + WINDOW_MS + 1))
		expect(await server.db.$count(rateLimits)).toBe(0)
	})
})
