import { describe, expect, it } from 'vitest'
import { clientOf, echo, echoAt, echoServer } from '#tests/support/echo.ts'

const params = { id: '7', owner: 'ann' }

describe('request', () => {
	const call = clientOf(echoServer())

	it('sends the method, the path with parameters, and a JSON body', async () => {
		expect(await call(echo, { params, query: {}, body: { text: 'Grüße' } })).toMatchObject({
			ok: true,
			value: {
				method: 'POST',
				path: '/api/echo/7/of/ann',
				body: '{"text":"Grüße"}',
				headers: { 'content-type': 'application/json', accept: 'application/json' },
			},
		})
	})

	it('sends no content type without a body', async () => {
		const result = await call(echo, { params, query: {} })
		expect(result).toMatchObject({ ok: true, value: { body: '' } })
		expect(result.ok && result.value.headers).not.toHaveProperty('content-type')
	})

	it('escapes parameters in the path', async () => {
		const odd = { id: '../users?all=1#x', owner: 'a b/ü' }
		expect(await call(echo, { params: odd, query: {} })).toMatchObject({
			value: { path: '/api/echo/..%2Fusers%3Fall%3D1%23x/of/a%20b%2F%C3%BC', query: {} },
		})
	})

	it('escapes terms in the query', async () => {
		expect(await call(echo, { params, query: { name: 'a&b=ü' } })).toMatchObject({
			value: { query: { name: 'a&b=ü' }, body: '' },
		})
	})

	it('sends the idempotency key as a quoted string', async () => {
		expect(await call(echo, { params, query: {} }, { idempotencyKey: 'k-1' })).toMatchObject({
			value: { headers: { 'idempotency-key': '"k-1"' } },
		})
	})

	it('sends its position in the stream as a structured field', async () => {
		const order = { stream: 'attempt/7', seq: 12 }
		expect(await call(echo, { params, query: {} }, { order })).toMatchObject({
			value: { headers: { 'evenhand-order': '"attempt/7";seq=12' } },
		})
	})

	it('sends neither key nor position by default', async () => {
		const result = await call(echo, { params, query: {} })
		const names = Object.keys((result.ok && result.value.headers) || {})
		expect(names).toContain('authorization')
		expect(names).not.toContain('idempotency-key')
		expect(names).not.toContain('evenhand-order')
	})
})

describe('token', () => {
	it.each([
		'/elections/active',
		'/users/profile',
		'/v2/quiz/state/1',
		'/admin/stats',
		'/publication/x',
	] as const)('sends the token to %s', async (path) => {
		expect(await clientOf(echoServer())(echoAt(path), {})).toMatchObject({
			value: { headers: { authorization: 'Bearer tok' } },
		})
	})

	it.each(['/public/test-config/active', '/policy-knowledge-test/start', '/auth/login'] as const)(
		'sends no token to %s',
		async (path) => {
			const result = await clientOf(echoServer())(echoAt(path), {}, { token: 'other' })
			expect(result.ok && result.value.headers).not.toHaveProperty('authorization')
		},
	)

	it('sends no token without a sign-in', async () => {
		const result = await clientOf(echoServer(), null)(echo, { params, query: {} })
		expect(result.ok && result.value.headers).not.toHaveProperty('authorization')
	})

	// Queued entries are sent under the user who made them.
	it('prefers the call’s own token', async () => {
		expect(
			await clientOf(echoServer())(echo, { params, query: {} }, { token: 'own' }),
		).toMatchObject({
			value: { headers: { authorization: 'Bearer own' } },
		})
	})
})
