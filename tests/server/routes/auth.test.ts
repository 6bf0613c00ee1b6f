import { hash } from '@node-rs/argon2'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { audit, users } from '#server/db/schema.ts'
import { comparableHeaders } from '../../support/comparable-headers.ts'
import { raw, refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

const { auth } = endpoints

let server: TestServer
beforeEach(async () => {
	server = await createTestServer()
})

const ada = { username: 'Ada', email: 'Ada@Example.org', password: 'engines' }
const register = (body: Partial<typeof ada> = {}, idempotencyKey?: string) =>
	server.call(
		auth.register,
		{ body: { ...ada, ...body } },
		idempotencyKey === undefined ? {} : { idempotencyKey },
	)
const login = (username: string, password: string) =>
	server.call(auth.login, { body: { username, password } })
const profile = (token: string) => raw(server, '/api/users/profile', { token })

describe('registering', () => {
	it('replies 201 with token and user', async () => {
		const reply = await raw(server, '/api/auth/register', {
			json: ada,
		})
		expect(reply.status).toBe(201)
		expect(reply.body).toEqual({
			token: expect.any(String),
			user: {
				id: expect.any(String),
				username: 'Ada',
				email: 'Ada@Example.org',
				roles: ['ROLE_USER'],
			},
		})
	})

	it('stores only an argon2id hash with the agreed cost', async () => {
		await register()
		const [row] = await server.db.select().from(users)
		expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
	})

	it('enters the audit', async () => {
		const { user } = replyOf(await register())
		const rows = await server.db.select().from(audit)
		expect(rows).toMatchObject([{ action: 'user.registered', actorId: user?.id, target: user?.id }])
	})

	it.each([
		['username', { username: 'aDA', email: 'other@example.org' }, ['username']],
		['email', { username: 'other', email: 'aDA@example.ORG' }, ['email']],
		['both', {}, ['username', 'email']],
	])('refuses a taken %s regardless of case', async (what, body, paths) => {
		await register()
		const refusal = refusalOf(await register(body))
		expect(refusal.status).toBe(409)
		expect(refusal.errors.map((error) => error.path)).toEqual(paths)
		expect(refusal.code).toBe(`registration-${what}-taken`)
		expect(refusal.errors.map((error) => error.code)).toEqual(paths.map((path) => `${path}-taken`))
		expect(refusal.message).toBe(`${refusal.errors.map(({ message }) => message).join('. ')}.`)
	})

	it('ignores case beyond ASCII on every database', async () => {
		await register({ username: 'ÉMILIE' })
		const refusal = refusalOf(await register({ username: 'émilie', email: 'e@example.org' }))
		expect(refusal.errors.map((error) => error.path)).toEqual(['username'])
	})

	it('creates one account for concurrent registrations', async () => {
		const replies = await Promise.all(Array.from({ length: 8 }, () => register()))
		expect(replies.filter((reply) => reply.ok)).toHaveLength(1)
		for (const reply of replies) if (!reply.ok) expect(refusalOf(reply).status).toBe(409)
	})

	it('signs in again when repeated with the same key', async () => {
		const first = replyOf(await register({}, 'key-1'))
		const again = replyOf(await register({}, 'key-1'))
		expect(again.user).toEqual(first.user)
		expect((await profile(again.token ?? '')).status).toBe(200)
		expect(await server.db.$count(users)).toBe(1)
	})

	it.each([{ password: 'another' }, { username: 'Grace' }, { email: 'g@example.org' }])(
		'refuses another request under a used key: %o',
		async (body) => {
			await register({}, 'key-1')
			expect(refusalOf(await register(body, 'key-1')).status).toBe(422)
		},
	)

	it('takes effect once for concurrent requests with one key', async () => {
		const replies = await Promise.all(Array.from({ length: 10 }, () => register({}, 'key-1')))
		for (const reply of replies) {
			if (!reply.ok) expect(refusalOf(reply)).toMatchObject({ status: 409, retryAfterMs: 1000 })
		}
		expect(replies.some((reply) => reply.ok)).toBe(true)
		expect(await server.db.$count(users)).toBe(1)
	})

	it('names every invalid field with the specified text', async () => {
		const refusal = refusalOf(await register({ username: 'ab', email: 'no', password: '12345' }))
		expect(refusal.status).toBe(400)
		expect(refusal.errors).toEqual([
			{
				...{ path: 'username', message: 'Username must be at least 3 characters' },
				...{ code: 'username-too-short', values: { least: 3 } },
			},
			{
				...{ path: 'email', message: 'Please enter a valid email address' },
				...{ code: 'email-invalid', values: {} },
			},
			{
				...{ path: 'password', message: 'Password must be at least 6 characters' },
				...{ code: 'password-too-short', values: { least: 6 } },
			},
		])
	})
})

describe('signing in', () => {
	beforeEach(async () => {
		await register()
	})

	it.each(['Ada', 'ada', 'ada@example.org', ' ADA@EXAMPLE.ORG '])('accepts %o', async (name) => {
		const reply = replyOf(await login(name, ada.password))
		expect(reply.user.username).toBe('Ada')
		expect((await profile(reply.token)).status).toBe(200)
	})

	it('replies alike for an unknown account and a wrong password', async () => {
		const bodies = [
			{ username: 'ada', password: 'wrong password' },
			{ username: 'nobody', password: 'wrong password' },
		]
		const replies = await Promise.all(
			bodies.map((body) =>
				raw(server, '/api/auth/login', {
					json: body,
				}),
			),
		)
		expect(replies[0]?.status).toBe(401)
		expect(replies[0]?.body).toMatchObject({ message: 'Bad credentials' })
		expect(replies[1]?.body).toEqual(replies[0]?.body)
		expect(comparableHeaders(replies[1]?.headers)).toEqual(comparableHeaders(replies[0]?.headers))
	})

	it('prefers the owner of an address over an equal username', async () => {
		const squatter = { username: 'ada@example.org', email: 's@example.org', password: 'squatting' }
		replyOf(await register(squatter))
		const reply = replyOf(await login('ada@example.org', ada.password))
		expect(reply.user.username).toBe('Ada')
	})
})

describe('international names and addresses', () => {
	it.each([
		["o'brien@example.org", "O'Brien"],
		['ann@bücher.example', 'Ελένη'],
		['ann@xn--bcher-kva.example', '山田太郎'],
	])('registers %s as %s and signs in by either', async (email, username) => {
		replyOf(await register({ email, username }))
		expect(replyOf(await login(email, ada.password)).user.username).toBe(username)
		expect(replyOf(await login(username.toUpperCase(), ada.password)).user.email).toBe(email)
	})

	it('treats both forms of a domain as one address', async () => {
		replyOf(await register({ email: 'ann@bücher.example' }))
		expect(replyOf(await login('ann@xn--bcher-kva.example', ada.password)).user.username).toBe(
			'Ada',
		)
		const again = { email: 'ANN@XN--BCHER-KVA.example', username: 'other' }
		expect(refusalOf(await register(again))).toMatchObject({
			status: 409,
			errors: [{ path: 'email' }],
		})
	})

	it.each(['Ad\u200ba', 'Ad\na', 'Ada\u202e', 'Ad\u2028a'])(
		'refuses the username %j with a message at its field',
		async (username) => {
			const { status, errors } = refusalOf(await register({ username }))
			expect(status).toBe(400)
			expect(errors).toEqual([
				{
					...{
						path: 'username',
						message: expect.stringMatching(/^Username can have only letters/),
					},
					...{ code: 'username-characters', values: {} },
				},
			])
		},
	)
})

describe('password beyond ASCII', () => {
	const nfc = 'pässwörd ñ'
	const nfd = nfc.normalize('NFD')

	it.each([
		[nfc, nfd],
		[nfd, nfc],
		['pass word', 'pass\u00a0word'],
	])('registered as %j signs in as %j', async (first, second) => {
		replyOf(await register({ password: first }))
		replyOf(await login('Ada', first))
		replyOf(await login('Ada', second))
		expect(refusalOf(await login('Ada', `${second}x`)).status).toBe(401)
	})

	it('still matches an unnormalized hash and rehashes it at sign-in', async () => {
		replyOf(await register())
		const passwordHash = await hash(nfd, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
		await server.db.update(users).set({ passwordHash })
		expect(refusalOf(await login('Ada', nfc)).status).toBe(401)
		replyOf(await login('Ada', nfd))
		const [row] = await server.db.select().from(users)
		expect(row?.passwordHash).not.toBe(passwordHash)
		replyOf(await login('Ada', nfc))
		replyOf(await login('Ada', nfd))
	})
})

describe('token', () => {
	it('is valid for 30 days by the server clock', async () => {
		const { token } = await server.registerVoter()
		const day = 24 * 60 * 60 * 1000
		const start = server.clock.now.getTime()
		server.clock.now = new Date(start + 30 * day - 1000)
		expect((await profile(token)).status).toBe(200)
		server.clock.now = new Date(start + 30 * day + 1000)
		expect((await profile(token)).status).toBe(401)
	})

	it('carries no role', async () => {
		const { token } = await server.registerVoter()
		expect(Object.keys(decodeJwt(token)).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sub', 'ver'])
	})
})
