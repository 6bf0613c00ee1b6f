import { describe, expect, it } from 'vitest'
import { clientOf, echo, echoAt, echoServer } from '#tests/support/echo.ts'

const params = { id: '7', owner: 'ann' }

describe('a call sends', () => {
	const call = clientOf(echoServer())

	it('its method, its path with the parameters in it, and a JSON body', async () => {
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

	it('no body and no type of one where it has none', async () => {
		const result = await call(echo, { params, query: {} })
		expect(result).toMatchObject({ ok: true, value: { body: '' } })
		expect(result.ok && result.value.headers).not.toHaveProperty('content-type')
	})

	it('parameters that cannot leave their place in the path, whatever is in them', async () => {
		const odd = { id: '../users?all=1#x', owner: 'a b/ü' }
		expect(await call(echo, { params: odd, query: {} })).toMatchObject({
			value: { path: '/api/echo/..%2Fusers%3Fall%3D1%23x/of/a%20b%2F%C3%BC', query: {} },
		})
	})

	it('a query in which nothing can pass for another term', async () => {
		expect(await call(echo, { params, query: { name: 'a&b=ü' } })).toMatchObject({
			value: { query: { name: 'a&b=ü' }, body: '' },
		})
	})

	it('an idempotency key as a quoted string, as the draft says', async () => {
		expect(await call(echo, { params, query: {} }, { idempotencyKey: 'k-1' })).toMatchObject({
			value: { headers: { 'idempotency-key': '"k-1"' } },
		})
	})

	it('its place in its stream as a structured field, for the guard against late duplicates', async () => {
		const order = { stream: 'attempt/7', seq: 12 }
		expect(await call(echo, { params, query: {} }, { order })).toMatchObject({
			value: { headers: { 'evenhand-order': '"attempt/7";seq=12' } },
		})
	})

	it('neither key nor place when it was given none', async () => {
		const result = await call(echo, { params, query: {} })
		const names = Object.keys((result.ok && result.value.headers) || {})
		expect(names).toContain('authorization')
		expect(names).not.toContain('idempotency-key')
		expect(names).not.toContain('evenhand-order')
	})
})

describe('the token', () => {
	it.each([
		'/elections/active',
		'/users/profile',
		'/v2/quiz/state/1',
		'/admin/stats',
		'/publication/x',
	] as const)('goes with %s', async (path) => {
		expect(await clientOf(echoServer())(echoAt(path), {})).toMatchObject({
			value: { headers: { authorization: 'Bearer tok' } },
		})
	})

	it.each(['/public/test-config/active', '/policy-knowledge-test/start', '/auth/login'] as const)(
		'stays at home for %s, as specified',
		async (path) => {
			const result = await clientOf(echoServer())(echoAt(path), {}, { token: 'other' })
			expect(result.ok && result.value.headers).not.toHaveProperty('authorization')
		},
	)

	it('is none when nobody is signed in', async () => {
		const result = await clientOf(echoServer(), null)(echo, { params, query: {} })
		expect(result.ok && result.value.headers).not.toHaveProperty('authorization')
	})

	it("is the call's own where it has one, because queued work goes under the user who made it", async () => {
		expect(
			await clientOf(echoServer())(echo, { params, query: {} }, { token: 'own' }),
		).toMatchObject({
			value: { headers: { authorization: 'Bearer own' } },
		})
	})
})
