import { beforeEach, describe, expect, it } from 'vitest'
import { BODY_MAX_BYTES } from '#domain/limits.ts'
import { NUL } from '../support/odd-input.ts'
import { raw } from '../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../support/server.ts'

let server: TestServer
let voter: Voter
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter('fuzzer')
})

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
	raw(server, `/api${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body,
		token: voter.token,
	})

describe('malformed request', () => {
	it('just under the limit is read', async () => {
		const empty = JSON.stringify({ username: '', password: '' })
		const body = JSON.stringify({
			username: 'x'.repeat(BODY_MAX_BYTES - empty.length),
			password: '',
		})
		expect((await post('/auth/login', body)).status).toBe(400)
	})

	it('returns codes and values for the fields of forms, and none for a wrong form', async () => {
		const body = { username: 'an', email: 7, password: 'x' }
		const reply = await post('/auth/register', JSON.stringify(body))
		expect(reply.body).toMatchObject({
			...{ status: 400, code: 'invalid-input', values: {} },
			errors: [
				{
					...{ path: 'username', message: 'Username must be at least 3 characters' },
					...{ code: 'username-too-short', values: { least: 3 } },
				},
				{ path: 'email', message: 'Email is required', code: 'email-required', values: {} },
				{
					...{ path: 'password', message: 'Password must be at least 6 characters' },
					...{ code: 'password-too-short', values: { least: 6 } },
				},
			],
		})
		const other = await post(
			'/auth/reset-password',
			JSON.stringify({ token: 7, password: '123456' }),
		)
		expect(other.body).toMatchObject({
			errors: [{ path: 'token', message: 'Token must be a text' }],
		})
		expect(JSON.stringify((other.body as { errors: unknown }).errors)).not.toContain('code')
	})

	it.each(['{', '{"username":}', 'username=ada', '{"a":1}}', '﻿{'])(
		'with invalid JSON returns 400: %o',
		async (body) => {
			const reply = await post('/auth/login', body)
			expect(reply.status).toBe(400)
			expect(reply.body).toMatchObject({ errors: [{ message: 'Body is not valid JSON' }] })
		},
	)

	it('of a JSON type with a charset or a suffix is read', async () => {
		for (const type of ['application/json; charset=utf-8', 'application/vnd.x+json']) {
			expect((await post('/auth/login', '{}', { 'content-type': type })).status).toBe(400)
		}
	})

	it('to an unknown path returns 404, or 405 for a wrong method', async () => {
		expect((await raw(server, '/api/nope')).status).toBe(404)
		expect((await raw(server, '/api')).status).toBe(404)
		const reply = await raw(server, '/api/elections', { method: 'DELETE' })
		expect(reply.status).toBe(405)
		expect(reply.headers.get('allow')).toBe('GET, HEAD, POST')
		expect(reply.body).toMatchObject({ status: 405, message: expect.any(String) })
	})

	// They may be secrets.
	it('never has its values echoed', async () => {
		const secret = 'correct horse battery staple'
		for (const body of [
			{ username: 5, password: secret },
			{ username: '', password: [secret] },
			{ username: { [secret]: 1 }, password: { secret } },
		]) {
			const reply = await post('/auth/login', JSON.stringify(body))
			expect(reply.status).toBe(400)
			expect(JSON.stringify(reply.body)).not.toContain(secret)
		}
	})

	it('is never cached', async () => {
		for (const path of ['/api/nope', '/api/health', '/api/elections']) {
			expect((await raw(server, path)).headers.get('cache-control')).toBe('no-store')
		}
	})
})

describe('characters the database cannot store', () => {
	it.each([`ada${NUL}`, 'ada\ud800'])('return 400 with their field: %o', async (username) => {
		const body = JSON.stringify({ username, email: 'a@example.org', password: 'secret' })
		const reply = await post('/auth/register', body)
		expect(reply.status).toBe(400)
		expect(reply.body).toMatchObject({ errors: [{ path: 'username' }] })
	})

	it('return 400 in queries and paths', async () => {
		const { token } = voter
		expect((await raw(server, '/api/elections/search?name=%00', { token })).status).toBe(400)
		expect((await raw(server, '/api/elections/%00', { token })).status).toBe(400)
	})
})
