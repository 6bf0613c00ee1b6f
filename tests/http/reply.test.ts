import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import { compareQuizzes } from '#contract/compare-quizzes.ts'
import { elections } from '#contract/elections.ts'
import { ACCOUNT_GONE, type Endpoint } from '#contract/endpoint.ts'

import { createClient } from '#http/client.ts'
import { type Failure, isAccountGone } from '#http/failure.ts'
import { clientOf } from '#tests/support/echo.ts'

/** What a client makes of one answer of the server. */
const after = (answer: () => Response) =>
	clientOf(new Hono().all('*', answer))(compareQuizzes.validate, { params: { id: '1' } })

const reply = (body: string | null, status: number, headers: Record<string, string> = {}) =>
	after(() => new Response(body, { status, headers }))

const json = { 'content-type': 'application/json' }
const problem = { 'content-type': 'application/problem+json' }
const html = { 'content-type': 'text/html; charset=utf-8' }
const page = '<!doctype html><title>Free WiFi</title>'

describe('a success', () => {
	it('is handed on in the one shape that the schema makes of it', async () => {
		expect(await reply('{"valid":true,"policyCount":8,"extra":1}', 200, json)).toEqual({
			ok: true,
			value: { valid: true, message: '', policyCount: 8 },
		})
	})

	it.each([
		['a page, as a captive portal answers', page, 200, html],
		['a page that claims to be JSON', page, 200, json],
		['broken JSON', '{"valid":tr', 200, json],
		['JSON of another form', '{"valid":"yes"}', 200, json],
		['JSON null', 'null', 200, json],
		['an empty body', '', 200, json],
		['no content', null, 204, {}],
	])(
		'is none when it is %s, so that no entry is settled by it',
		async (_, body, status, headers) => {
			expect(await reply(body, status, headers)).toEqual({
				ok: false,
				error: { kind: 'bad-response', status },
			})
		},
	)
})

describe('a refusal', () => {
	it('carries what tells it from others of its status, where the server says that', async () => {
		const type = 'urn:example:something'
		const said = await reply(JSON.stringify({ type, message: 'm' }), 401, problem)
		expect(said).toMatchObject({ ok: false, error: { status: 401, type } })
		const nothing = await reply('{"type":"about:blank","message":"m"}', 401, problem)
		expect(nothing.ok || 'type' in nothing.error).toBe(false)
	})

	it('carries the text for the person and the bad fields', async () => {
		const errors = [{ path: 'email', message: 'Email is taken' }]
		const body = {
			type: 'about:blank',
			title: 'Bad',
			status: 400,
			detail: 'd',
			message: 'm',
			errors,
		}
		expect(await reply(JSON.stringify(body), 400, problem)).toEqual({
			ok: false,
			error: { kind: 'problem', status: 400, message: 'm', errors, retryAfterMs: null },
		})
	})

	it.each([
		['{"detail":"d"}', 'd', 'the detail where there is no message'],
		['{"message":"m"}', 'm', 'the message of a server without problem details'],
		['{"message":7}', '', 'nothing where the message is no text'],
		['{"errors":"x","message":"m"}', '', 'nothing where the body is no problem'],
		['', '', 'nothing where there is no body'],
	])('with the body %j says %j: %s', async (body, message) => {
		expect(await reply(body, 404)).toEqual({
			ok: false,
			error: { kind: 'problem', status: 404, message, errors: [], retryAfterMs: null },
		})
	})

	it.each([400, 403, 404, 409, 422])(
		'of status %i that is plain text is not ours: a proxy between two deploys says so, and nothing is refused by it',
		async (status) => {
			expect(await reply('default backend', status)).toEqual({
				ok: false,
				error: { kind: 'bad-response', status },
			})
		},
	)

	it.each([401, 429, 503])('of status %i counts whoever words it', async (status) => {
		expect(await reply('default backend', status)).toMatchObject({
			error: { kind: 'problem', status },
		})
	})

	it.each([401, 403, 404, 409, 422, 429, 500, 502, 503])(
		'of status %i keeps it, because the outbox decides by it',
		async (status) => {
			expect(await reply('{}', status, problem)).toMatchObject({
				error: { kind: 'problem', status },
			})
		},
	)

	it.each([403, 502])(
		'of status %i with a page is no word of our server, so that a portal refuses nothing',
		async (status) => {
			expect(await reply(page, status, html)).toEqual({
				ok: false,
				error: { kind: 'bad-response', status },
			})
		},
	)

	it.each([
		['120', 120_000],
		['0', 0],
		['1.5', 1500],
		['-3', 0],
		['soon', null],
		['Tue, 05 Nov 1912 08:00:00 GMT', 0],
	])('with Retry-After %j waits %s ms', async (value, retryAfterMs) => {
		expect(await reply('{}', 503, { ...problem, 'retry-after': value })).toMatchObject({
			error: { retryAfterMs },
		})
	})

	it('with Retry-After as a date to come waits until then', async () => {
		const date = new Date(Date.now() + 3_600_000).toUTCString()
		const result = await reply('{}', 429, { ...problem, 'retry-after': date })
		const wait = (!result.ok && result.error.kind === 'problem' && result.error.retryAfterMs) || 0
		expect(wait).toBeGreaterThan(3_500_000)
		expect(wait).toBeLessThanOrEqual(3_600_000)
	})
})

describe('a 401', () => {
	const calls = async (status: number, body: object = {}) => {
		const onUnauthorized = vi.fn()
		const app = new Hono().all('*', () => Response.json(body, { status, headers: problem }))
		const call = createClient({
			baseUrl: '/api',
			fetch: async (input, init) => app.request(input as string, init),
			token: () => 'old',
			onUnauthorized,
		})
		await call(elections.active, {})
		await call(compareQuizzes.get, { params: { id: '1' } })
		return onUnauthorized.mock.calls as [Endpoint, string | null, Failure][]
	}

	it('is heard of once each, with the call that got it, because some calls do not sign out', async () => {
		const rows = (await calls(401)).map(([row]) => row)
		expect(rows).toEqual([elections.active, compareQuizzes.get])
	})

	it('passes on the type of the failure', async () => {
		const [gone] = await calls(401, { type: ACCOUNT_GONE })
		const [ended] = await calls(401, { type: 'about:blank' })
		expect([gone, ended].map((call) => call && isAccountGone(call[2]))).toEqual([true, false])
	})

	it.each([200, 403, 500])('is not heard of for a %i', async (status) => {
		expect(await calls(status)).toEqual([])
	})
})
