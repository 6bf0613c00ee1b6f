import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { audit, passwordResets, rateLimits, users } from '#server/db/schema.ts'
import { raw } from '../../support/quizzes.ts'
import {
	ask,
	askForToken,
	eachOnResetServer,
	type ResetServer,
	reset,
} from '../../support/resets.ts'
import type { Voter } from '../../support/server.ts'

const MINUTE_MS = 60_000
const OVER = 'This link is no longer valid. Ask for a new one.'

let server: ResetServer
let voter: Voter
let email: string
eachOnResetServer((...given) => {
	;[server, voter, email] = given
})

const signIn = (password: string) =>
	server.call(endpoints.auth.login, { body: { username: email, password } })
const expectOver = async (token: string) => {
	const reply = await reset(server, token, 'another password')
	expect(reply.status).toBe(400)
	expect(reply.headers.get('content-type')).toBe('application/problem+json')
	expect(reply.body).toMatchObject({ message: OVER })
	expect((await signIn('another password')).ok).toBe(false)
}
const wait = (ms: number) => {
	server.clock.now = new Date(server.clock.now.getTime() + ms)
}

describe('password reset with a link', () => {
	it('replaces the old password for signing in', async () => {
		const reply = await reset(server, await askForToken(server, email))
		expect(reply.status).toBe(200)
		expect(reply.body).toEqual({
			message: 'Your new password is set. Sign in with it on every device.',
			code: 'password-set',
			values: {},
		})
		expect((await signIn('a new password')).ok).toBe(true)
		expect((await signIn(voter.password)).ok).toBe(false)
	})

	it('signs out every device', async () => {
		const token = await askForToken(server, email)
		expect((await raw(server, '/api/users/profile', { token: voter.token })).status).toBe(200)
		await reset(server, token)
		expect((await raw(server, '/api/users/profile', { token: voter.token })).status).toBe(401)
	})

	it('keeps other users signed in with their passwords', async () => {
		const other = await server.registerVoter()
		await reset(server, await askForToken(server, email))
		expect((await raw(server, '/api/users/profile', { token: other.token })).status).toBe(200)
		const body = { username: other.user.username, password: other.password }
		expect((await server.call(endpoints.auth.login, { body })).ok).toBe(true)
	})

	it('enters the audit without password or token', async () => {
		const token = await askForToken(server, email)
		await reset(server, token)
		const { id } = voter.user
		const rows = await server.db.select().from(audit).where(eq(audit.action, 'user.password-reset'))
		expect(rows).toMatchObject([{ actorId: id, target: id, detail: {} }])
	})

	it.each([
		['', 'Password is required', 'password-required', {}],
		['12345', 'Password must be at least 6 characters', 'password-too-short', { least: 6 }],
		[
			'x'.repeat(129),
			'Password must be at most 128 characters',
			'password-too-long',
			{ most: 128 },
		],
	])(
		'refuses the password %o like the registration and keeps the link valid',
		async (password, message, code, values) => {
			const token = await askForToken(server, email)
			const refused = await reset(server, token, password)
			expect(refused.status).toBe(400)
			const errors = expect.arrayContaining([{ path: 'password', message, code, values }])
			expect(refused.body).toMatchObject({ errors })
			expect((await reset(server, token)).status).toBe(200)
		},
	)
})

describe('reset link', () => {
	it('works once', async () => {
		const token = await askForToken(server, email)
		await reset(server, token)
		await expectOver(token)
		expect((await signIn('a new password')).ok).toBe(true)
	})

	it('replays its outcome for the same key', async () => {
		const token = await askForToken(server, email)
		const send = (key: string, password = 'a new password') =>
			server.call(
				endpoints.auth.resetPassword,
				{ body: { token, password } },
				{ idempotencyKey: key },
			)
		const first = await send('k1')
		expect(first.ok).toBe(true)
		expect(await send('k1')).toEqual(first)
		expect(await send('k1', 'another password')).toMatchObject({ error: { status: 422 } })
		expect(await send('k2')).toMatchObject({ error: { status: 400, message: OVER } })
		const changes = await server.db
			.select()
			.from(audit)
			.where(eq(audit.action, 'user.password-reset'))
		expect(changes).toHaveLength(1)
		expect((await signIn('a new password')).ok).toBe(true)
	})

	it('expires after thirty minutes by the server clock', async () => {
		const first = await askForToken(server, email)
		wait(30 * MINUTE_MS - 1)
		expect((await reset(server, first)).status).toBe(200)
		const second = await askForToken(server, email)
		wait(30 * MINUTE_MS)
		await expectOver(second)
	})

	it('is invalidated by a newer one', async () => {
		const first = await askForToken(server, email)
		const second = await askForToken(server, email)
		await expectOver(first)
		expect((await reset(server, second)).status).toBe(200)
	})

	it('is unaffected by requests for other addresses', async () => {
		const other = await server.registerVoter()
		const token = await askForToken(server, email)
		await askForToken(server, other.user.email ?? '')
		await ask(server, 'nobody@example.org')
		expect((await reset(server, token)).status).toBe(200)
	})

	it('is valid only as the last of concurrent requests', async () => {
		await Promise.all(Array.from({ length: 4 }, () => ask(server, email)))
		const open = (await server.db.select().from(passwordResets)).filter(
			({ expiresAt }) => expiresAt > server.clock.now,
		)
		expect(open).toHaveLength(1)
	})

	it('is deleted with the account', async () => {
		const token = await askForToken(server, email)
		await server.db.delete(users).where(eq(users.id, voter.user.id))
		await expectOver(token)
		expect(await server.db.$count(passwordResets)).toBe(0)
	})

	it.each(['', 'nonsense', 'x'.repeat(43), 'x'.repeat(5000), '\u{1F5F3}'])(
		'is refused when unknown (%#) with the same message',
		async (token) => {
			await expectOver(token)
		},
	)

	it('of an address without an account resets no password', async () => {
		await ask(server, 'nobody@example.org')
		const [row] = await server.db.select().from(passwordResets)
		await expectOver(row?.tokenHash ?? '')
		await expectOver(row?.sealedToken ?? '')
	})

	it('sets one password when used concurrently', async () => {
		const token = await askForToken(server, email)
		const passwords = ['first password', 'second password', 'third password']
		const replies = await Promise.all(passwords.map((password) => reset(server, token, password)))
		expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
		const won = replies.findIndex(({ status }) => status === 200)
		for (const [at, password] of passwords.entries()) {
			expect((await signIn(password)).ok, password).toBe(at === won)
		}
	})

	it('does not deadlock with a concurrent request', async () => {
		const token = await askForToken(server, email)
		const [used, asked] = await Promise.all([reset(server, token), ask(server, email)])
		expect([200, 400]).toContain(used.status)
		expect(asked.status).toBe(200)
		expect((await reset(server, token)).status).toBe(400)
	})
})

describe('guessing reset tokens', () => {
	it('is limited per network at six hundred tries', async () => {
		vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
		const token = await askForToken(server, email)
		const row = { key: 'reset-address:unknown', points: 599, expire: Date.now() + 3_600_000 }
		await server.db.insert(rateLimits).values(row)
		expect((await reset(server, 'a guess')).status).toBe(400)
		const refused = await reset(server, token)
		expect(refused.status).toBe(429)
		expect(refused.headers.get('retry-after')).toBe('3600')
	})
})
