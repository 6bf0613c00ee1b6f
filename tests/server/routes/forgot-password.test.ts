import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { passwordResets, rateLimits } from '#server/db/schema.ts'
import { comparableHeaders } from '../../support/comparable-headers.ts'
import {
	ask,
	askForToken,
	eachOnResetServer,
	post,
	type ResetServer,
} from '../../support/resets.ts'
import { PUBLIC_URL, type Voter } from '../../support/server.ts'

const PATH = '/auth/forgot-password'
const UNKNOWN_EMAIL = 'nobody@example.org'

let server: ResetServer
let voter: Voter
let email: string
eachOnResetServer((...given) => {
	;[server, voter, email] = given
})

const rows = () => server.db.select().from(passwordResets)

describe('requesting a password reset', () => {
	it('replies identically with and without an account', async () => {
		const known = await ask(server, email)
		const unknown = await ask(server, UNKNOWN_EMAIL)
		expect(known.status).toBe(200)
		expect(known.body).toEqual({
			message: expect.stringMatching(/^If this address has an account, /),
			code: 'reset-link-ready',
			values: { minutes: 30 },
		})
		expect(unknown.status).toBe(known.status)
		expect(unknown.body).toEqual(known.body)
		expect(comparableHeaders(unknown.headers)).toEqual(comparableHeaders(known.headers))
	})

	// The work must not reveal an account either.
	it('writes equivalent rows in both cases', async () => {
		await ask(server, email)
		await ask(server, UNKNOWN_EMAIL)
		const [first, second] = (await rows()).toSorted((a) => (a.userId === null ? 1 : -1))
		expect([first?.userId, second?.userId]).toEqual([voter.user.id, null])
		expect(second?.tokenHash).toHaveLength(first?.tokenHash.length ?? 0)
		expect(second?.sealedToken).toHaveLength(first?.sealedToken?.length ?? 0)
		expect(second?.expiresAt).toEqual(first?.expiresAt)
	})

	it('ignores the case of the address', async () => {
		await ask(server, ` ${email.toUpperCase()} `)
		expect(server.logged).toHaveLength(1)
	})

	it('logs the link without a mail server, only for an account', async () => {
		await ask(server, UNKNOWN_EMAIL)
		expect(server.logged).toEqual([])
		await ask(server, email)
		expect(server.logged).toEqual([
			{
				level: 'info',
				event: 'password reset link',
				fields: {
					username: voter.user.username,
					link: expect.stringMatching(
						new RegExp(`^${PUBLIC_URL}/reset-password\\?token=[\\w-]{43}$`),
					),
				},
			},
		])
	})

	it('uses the configured public URL and ignores the Host header', async () => {
		await server.app.request('http://evil.example/api/auth/forgot-password', {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				host: 'evil.example',
				'x-forwarded-host': 'evil.example',
				origin: 'https://evil.example',
			},
			body: JSON.stringify({ email }),
		})
		await server.links.settled()
		expect(JSON.stringify(server.logged)).toContain(`${PUBLIC_URL}/reset-password`)
		expect(JSON.stringify(server.logged)).not.toContain('evil')
	})

	it('stores only the hash of the token', async () => {
		const token = await askForToken(server, email)
		const [row] = await rows()
		expect(row?.tokenHash).toBe(createHash('sha256').update(token).digest('base64url'))
		expect(JSON.stringify(row)).not.toContain(token)
	})

	it.each([
		[{ email: ' ' }, 'Email is required', 'email-required'],
		[{ email: 'not an address' }, 'Please enter a valid email address', 'email-invalid'],
	])('gives the same message for %o as the registration', async (body, message, code) => {
		const reply = await post(server, PATH, body)
		expect(reply.status).toBe(400)
		const errors = expect.arrayContaining([{ path: 'email', message, code, values: {} }])
		expect(reply.body).toMatchObject({ errors })
		expect(await rows()).toEqual([])
	})
})

describe('frequent reset requests', () => {
	beforeEach(() => {
		vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
	})

	const countTo = (key: string, points: number) =>
		server.db.insert(rateLimits).values({ key, points, expire: Date.now() + 3_600_000 })

	it('are refused per address with and without an account', async () => {
		const refused: unknown[] = []
		for (const address of [email, UNKNOWN_EMAIL]) {
			for (let calls = 0; calls < 5; calls++) expect((await ask(server, address)).status).toBe(200)
			const { status, headers, body } = await ask(server, address.toUpperCase())
			refused.push({ status, headers: comparableHeaders(headers), body })
		}
		expect(refused[0]).toMatchObject({
			status: 429,
			headers: expect.arrayContaining([['retry-after', '3600']]),
			body: { message: 'Too many requests at the moment. Please try again later.' },
		})
		expect(refused[1]).toEqual(refused[0])
	})

	it('are limited per address for an hour', async () => {
		for (let calls = 0; calls < 6; calls++) await ask(server, email)
		expect((await ask(server, UNKNOWN_EMAIL)).status).toBe(200)
		vi.setSystemTime(Date.now() + 3_600_001)
		expect((await ask(server, email)).status).toBe(200)
	})

	it('are refused per network with the same message', async () => {
		await countTo('forgot-address:unknown', 600)
		const reply = await ask(server, UNKNOWN_EMAIL)
		expect(reply.status).toBe(429)
		expect(reply.headers.get('retry-after')).toBe('3600')
		expect(reply.body).toMatchObject({
			message: 'Too many requests at the moment. Please try again later.',
		})
	})

	it('allow a school of three hundred with two requests each', async () => {
		await countTo('forgot-address:unknown', 599)
		expect((await ask(server, email)).status).toBe(200)
	})

	it('are counted without storing the address', async () => {
		await ask(server, email)
		const counts = await server.db.select().from(rateLimits)
		expect(counts).toHaveLength(2)
		expect(JSON.stringify(counts)).not.toContain(email.split('@')[0])
	})
})
