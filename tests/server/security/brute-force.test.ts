import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { createApp } from '#server/app.ts'
import { rateLimits } from '#server/db/schema.ts'
import { accountKey, LOGIN } from '#server/http/rate-limits.ts'
import { createTokens } from '#server/services/auth/sign-in.ts'
import { createTestServer, TEST_SECRET, type TestServer, type Voter } from '../../support/server.ts'

let server: TestServer
let voter: Voter
beforeEach(async () => {
	// The limits use the wall clock, so the tests fake only Date.
	vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
	server = await createTestServer({ log: () => undefined })
	voter = await server.registerVoter('victim')
})
afterEach(() => {
	vi.useRealTimers()
})

interface Try {
	readonly username?: string
	readonly password?: string
	readonly from?: string
	readonly forwarded?: string
}

const send = (path: string, body: unknown, { from = '192.0.2.1', forwarded }: Try) => {
	const headers = {
		'content-type': 'application/json',
		...(forwarded && { 'x-forwarded-for': forwarded }),
	}
	const init = { method: 'POST', headers, body: JSON.stringify(body) }
	const incoming = { socket: { remoteAddress: from } }
	return server.app.request(`/api${path}`, init, { incoming })
}

const logIn = (how: Try = {}) => {
	const { username = 'victim', password = 'a guess' } = how
	return send(auth.login.path, { username, password }, how)
}

const statusesOf = async (tries: readonly Try[]): Promise<number[]> => {
	const statuses: number[] = []
	for (const each of tries) statuses.push((await logIn(each)).status)
	return statuses
}

const times = <Value>(count: number, value: (index: number) => Value): Value[] =>
	Array.from({ length: count }, (_, index) => value(index))

const countTo = async (key: string, points: number, seconds: number) => {
	const expire = Date.now() + seconds * 1000
	await server.db.insert(rateLimits).values({ key, points, expire })
}

const guessedAt = (username: string, tries: number) =>
	countTo(`${LOGIN}:${accountKey(username)}`, tries, 3600)

describe('password guessing', () => {
	it('allows ten tries a minute and ignores forged addresses', async () => {
		const forged = times(12, (index) => ({ forwarded: `198.51.100.${index}` }))
		expect(await statusesOf(forged)).toEqual([...times(10, () => 401), 429, 429])
		const refused = await logIn()
		expect(Number(refused.headers.get('retry-after'))).toBe(60)
		expect(await refused.json()).toMatchObject({
			status: 429,
			message: 'Too many requests at the moment. Please try again later.',
		})
		vi.setSystemTime(Date.now() + 61_000)
		expect((await logIn()).status).toBe(401)
	})

	it('refuses a blocked caller even with the correct password', async () => {
		await statusesOf(times(10, () => ({})))
		expect((await logIn({ password: voter.password })).status).toBe(429)
	})

	it('counts tries for unknown usernames the same way', async () => {
		const tries = times(12, () => ({ username: 'nobody' }))
		expect(await statusesOf(tries)).toEqual([...times(10, () => 401), 429, 429])
	})

	it('counts concurrent tries', async () => {
		const replies = await Promise.all(times(16, () => logIn()))
		expect(replies.filter(({ status }) => status === 401)).toHaveLength(10)
	})

	it('shares the count across processes', async () => {
		const clock = () => server.clock.now
		const { db, links, extractor, app } = server
		const tokens = createTokens(TEST_SECRET, clock)
		const log = () => undefined
		const other = createApp({ db, clock, tokens, log, links, extractor })
		const statuses: number[] = []
		for (let tries = 0; tries < 12; tries++) {
			server = { ...server, app: tries % 2 === 0 ? app : other }
			statuses.push((await logIn()).status)
		}
		expect(statuses).toEqual([...times(10, () => 401), 429, 429])
	})

	it('slows down each address during a distributed attack', async () => {
		await guessedAt('victim', 99)
		expect((await logIn({ from: '10.0.0.1' })).status).toBe(401)
		const one = times(5, () => ({ from: '10.1.0.1' }))
		expect(await statusesOf(one)).toEqual([401, 401, 401, 429, 429])
		const refused = await logIn({ from: '10.1.0.1' })
		expect(Number(refused.headers.get('retry-after'))).toBe(900)
	})
})

describe('account under attack', () => {
	const own: Try = { from: '203.0.113.5' }

	it('signs in from another address during an attack', async () => {
		await statusesOf(times(12, () => ({})))
		expect((await logIn({ ...own, password: voter.password })).status).toBe(200)
	})

	it('signs in and stays signed in during a distributed attack', async () => {
		await guessedAt('victim', 100)
		await logIn({ from: '10.0.0.1' })
		for (let tries = 0; tries < 5; tries++) {
			expect((await logIn({ ...own, password: voter.password })).status).toBe(200)
		}
		const { token } = voter
		const headers = { authorization: `Bearer ${token}` }
		expect((await server.app.request('/api/users/profile', { headers })).status).toBe(200)
	})

	it('resets the count after a successful sign-in', async () => {
		for (let mornings = 0; mornings < 3; mornings++) {
			await statusesOf(times(9, () => own))
			expect((await logIn({ ...own, password: voter.password })).status).toBe(200)
		}
	})
})

describe('polling place behind one address', () => {
	it('admits 300 voters who register and sign in with mistakes', async () => {
		const from = '192.0.2.77'
		const one = { username: 'newcomer', email: 'n@example.org', password: 'a good one' }
		const taken = { ...one, username: 'victim' }
		expect((await send(auth.register.path, taken, { from })).status).toBe(409)
		expect((await send(auth.register.path, one, { from })).status).toBe(201)
		expect(
			await statusesOf([
				...times(5, () => ({ username: 'newcomer', from })),
				{ username: 'newcomer', password: one.password, from },
			]),
		).toEqual([401, 401, 401, 401, 401, 200])
		const rows = await server.db.select().from(rateLimits)
		const counted = new Map(rows.map(({ key, points }) => [key, points]))
		expect(300 * (counted.get(`register:${from}`) ?? Number.NaN)).toBeLessThanOrEqual(1200)
		expect(300 * (counted.get(`login:${from}`) ?? Number.NaN)).toBeLessThanOrEqual(3000)
	})

	it.each([
		['login:192.0.2.1', 3000, auth.login.path, 401],
		['register:192.0.2.1', 1200, auth.register.path, 400],
	])('limits a flood: %s past %i returns 429', async (key, calls, path, before) => {
		await countTo(key, calls - 1, 600)
		const body = { username: 'somebody', password: 'a guess' }
		expect((await send(path, body, {})).status).toBe(before)
		const refused = await send(path, body, {})
		expect(refused.status).toBe(429)
		expect(Number(refused.headers.get('retry-after'))).toBe(600)
	})
})

describe('rate limit records', () => {
	it('store a digest of the name and are erased with the account', async () => {
		await logIn()
		const rows = await server.db.select().from(rateLimits)
		expect(rows.length).toBeGreaterThanOrEqual(3)
		expect(JSON.stringify(rows)).not.toContain('victim')
		const { password, token } = voter
		const erased = await server.app.request('/api/users/profile/erasure', {
			method: 'POST',
			headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
			body: JSON.stringify({ password }),
		})
		expect(erased.status).toBe(200)
		const left = await server.db.select().from(rateLimits)
		expect(left.filter(({ key }) => key.startsWith('login-of'))).toEqual([])
	})
})
