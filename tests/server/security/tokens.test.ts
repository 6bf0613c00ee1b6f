import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { raw, replyOf } from '../../support/quizzes.ts'
import { createResetServer, type ResetServer } from '../../support/resets.ts'
import { TEST_SECRET, type Voter } from '../../support/server.ts'

let server: ResetServer
let admin: Voter
let voter: Voter
beforeEach(async () => {
	server = await createResetServer()
	admin = await server.registerVoter('boss', ['ROLE_ADMIN'])
	voter = await server.registerVoter('voter')
})

type Json = Readonly<Record<string, unknown>>

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Forges a token: signed with HMAC regardless of its header. */
const made = (header: Json, claims: Json, key: string | Buffer = TEST_SECRET, hash = 'sha256') => {
	const text = `${part(header)}.${part(claims)}`
	return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}
const claimsOf = ({ token }: Voter): Json => ({ ...decodeJwt(token) })
const statusOf = async (token: string, path = '/api/users/profile') =>
	(await raw(server, path, { token })).status
const HS = { alg: 'HS256' }

describe('forged token', () => {
	it('is accepted when forged without a fault (control case)', async () => {
		expect(await statusOf(made(HS, claimsOf(voter)))).toBe(200)
	})

	it.each(['none', 'None', 'NONE', 'nOnE', ''])('is refused when unsigned: alg %o', async (alg) => {
		const text = `${part({ alg })}.${part(claimsOf(voter))}`
		for (const token of [`${text}.`, `${text}.e30`, `${text}.${voter.token.split('.')[2]}`]) {
			expect(await statusOf(token)).toBe(401)
		}
	})

	it('is refused under every other algorithm, including asymmetric ones', async () => {
		for (const [alg, hash] of [
			['HS384', 'sha384'],
			['HS512', 'sha512'],
			['RS256', 'sha256'],
			['ES256', 'sha256'],
			['PS256', 'sha256'],
			['EdDSA', 'sha512'],
		] as const) {
			expect(await statusOf(made({ alg }, claimsOf(voter), TEST_SECRET, hash)), alg).toBe(401)
		}
		const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
		const asymmetric = await new SignJWT({ ...claimsOf(voter) })
			.setProtectedHeader({ alg: 'RS256' })
			.sign(privateKey)
		expect(await statusOf(asymmetric)).toBe(401)
		// Algorithm confusion: the public key of a pair used as the HMAC secret.
		const pem = publicKey.export({ type: 'spki', format: 'pem' })
		expect(await statusOf(made(HS, claimsOf(voter), pem))).toBe(401)
	})

	it.each([
		{ kid: '../../../../dev/null' },
		{ kid: "' union select 'key" },
		{ jku: 'https://attacker.example/keys.json' },
		{ x5u: 'https://attacker.example/cert.pem' },
		{ jwk: { kty: 'oct', k: Buffer.from('a key of theirs').toString('base64url') } },
	])('is not verified with a key it brings itself: %j', async (trick) => {
		for (const key of ['', 'a key of theirs', '\0']) {
			expect(await statusOf(made({ ...HS, ...trick }, claimsOf(voter), key))).toBe(401)
		}
	})

	it.each([
		{ crit: ['exp'] },
		{ b64: false, crit: ['b64'] },
		{ alg: 'HS256', crit: ['mine'], mine: true },
	])('is refused with unknown critical headers: %j', async (demand) => {
		const token = made({ ...HS, ...demand }, claimsOf(voter))
		// "b64: false" signs other bytes, and "exp" is not a header; neither may sign in.
		expect(await statusOf(token)).toBe(401)
	})

	it.each([
		{ aud: 'another' },
		{ aud: ['another', 'evenhand'] },
		{ aud: undefined },
		{ iss: 'another' },
		{ iss: undefined },
		{ sub: undefined },
		{ sub: 7 },
		{ sub: "x' or '1'='1" },
		{ ver: undefined },
		{ ver: '1' },
		{ ver: 2 },
		{ ver: 0 },
		{ ver: null },
		{ exp: undefined },
		{ exp: 'never' },
	])('is refused with a wrong claim: %j', async (claim) => {
		expect(await statusOf(made(HS, { ...claimsOf(voter), ...claim }))).toBe(401)
	})

	it('is refused after it expires and before it becomes valid', async () => {
		const now = Math.floor(server.clock.now.getTime() / 1000)
		const at = (claim: Json) => statusOf(made(HS, { ...claimsOf(voter), ...claim }))
		expect(await at({ exp: now + 1 })).toBe(200)
		expect(await at({ exp: now })).toBe(401)
		expect(await at({ exp: now - 1 })).toBe(401)
		expect(await at({ nbf: now })).toBe(200)
		expect(await at({ nbf: now + 1 })).toBe(401)
	})

	it('is refused when truncated, changed, or concatenated', async () => {
		const { token } = voter
		const [head = '', body = '', mac = ''] = token.split('.')
		const other = part({ ...claimsOf(voter), sub: admin.user.id })
		for (const bad of [
			token.slice(0, -1),
			token.slice(1),
			`${head}.${body}`,
			`${head}.${body}.`,
			`.${body}.${mac}`,
			`${head}..${mac}`,
			`${head}.${other}.${mac}`,
			`${token}.${mac}`,
			`${token} ${token}`,
			`${token},${token}`,
			'a.b.c',
			'x'.repeat(5000),
		]) {
			expect(await statusOf(bad), bad.slice(0, 30)).toBe(401)
		}
	})

	it('is read only from the Bearer authorization header', async () => {
		const { token } = voter
		const of = async (path: string, headers: Record<string, string> = {}) =>
			(await raw(server, path, { headers })).status
		expect(await of(`/api/users/profile?token=${token}&access_token=${token}`)).toBe(401)
		expect(await of('/api/users/profile', { cookie: `token=${token}` })).toBe(401)
		for (const scheme of ['Basic', 'Token', '']) {
			expect(await of('/api/users/profile', { authorization: `${scheme} ${token}` })).toBe(401)
		}
	})

	it('for an unknown user is refused as a missing account', async () => {
		const { status, body } = await raw(server, '/api/users/profile', {
			token: made(HS, { ...claimsOf(voter), sub: randomUUID() }),
		})
		expect(status).toBe(401)
		expect(body).toMatchObject({ type: 'urn:evenhand:account-gone' })
	})
})

describe('token revocation', () => {
	const { manageUsers } = endpoints
	const of = () => ({ params: { id: voter.user.id } })

	it('applies role changes to existing tokens at once', async () => {
		replyOf(await admin.call(manageUsers.setRoles, { ...of(), body: ['ROLE_ADMIN'] }))
		expect(await statusOf(voter.token, '/api/admin/users')).toBe(200)
		replyOf(await admin.call(manageUsers.setRoles, { ...of(), body: ['ROLE_MODERATOR'] }))
		expect(await statusOf(voter.token, '/api/admin/users')).toBe(403)
		expect(await statusOf(voter.token, '/api/admin/feedback')).toBe(200)
		replyOf(await admin.call(manageUsers.setRoles, { ...of(), body: ['ROLE_USER'] }))
		expect(await statusOf(voter.token, '/api/admin/feedback')).toBe(403)
		expect(await statusOf(voter.token)).toBe(200)
	})

	it('revokes all tokens when a user is deleted, even after a restore', async () => {
		replyOf(await admin.call(manageUsers.remove, of()))
		expect(await statusOf(voter.token)).toBe(401)
		replyOf(await admin.call(manageUsers.restore, of()))
		expect(await statusOf(voter.token)).toBe(401)
	})

	// Answers read the voter together with the attempt.
	it.each([
		['a valid answer', { interactionType: 'SCALE', policyId: 'p', value: 1, responseTimeMs: 1 }],
		['an invalid answer', {}],
	])('refuses %s with 401, not with what is wrong about it', async (_, body) => {
		const answer = () =>
			raw(server, `/api/v2/quiz/interact/${randomUUID()}`, {
				json: body,
				token: voter.token,
			})
		expect((await answer()).status).not.toBe(401)
		replyOf(await admin.call(manageUsers.remove, of()))
		expect((await answer()).status).toBe(401)
		replyOf(await admin.call(manageUsers.restore, of()))
		expect((await answer()).status).toBe(401)
	})
})
