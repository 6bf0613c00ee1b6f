import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import { compareQuizzes } from '#contract/compare-quizzes.ts'
import { elections } from '#contract/elections.ts'
import { ACCOUNT_GONE, type Endpoint } from '#contract/endpoint.ts'
import { createClient } from '#http/client.ts'
import { type Failure, isAccountGone } from '#http/failure.ts'
import { clientOf } from '#tests/support/echo.ts'

const after = (answer: () => Response) =>
	clientOf(new Hono().all('*', answer))(compareQuizzes.validate, { params: { id: '1' } })

const reply = (body: string | null, status: number, headers: Record<string, string> = {}) =>
	after(() => new Response(body, { status, headers }))

const json = { 'content-type': 'application/json' }
const problem = { 'content-type': 'application/problem+json' }
const html = { 'content-type': 'text/html; charset=utf-8' }
const page = '<!doctype html><title>Free WiFi</title>'

describe('success', () => {
	it('parses a success by the reply schema', async () => {
		expect(await reply('{"valid":true,"policyCount":8,"extra":1}', 200, json)).toEqual({
			ok: true,
			value: { valid: true, message: '', policyCount: 8 },
		})
	})

	it.each([
		['a page of a captive portal', page, 200, html],
		['a page that claims to be JSON', page, 200, json],
		['broken JSON', '{"valid":tr', 200, json],
		['JSON of an unexpected form', '{"valid":"yes"}', 200, json],
		['JSON null', 'null', 200, json],
		['an empty body', '', 200, json],
		['no content', null, 204, {}],
	])('reports a bad response for %s', async (_, body, status, headers) => {
		expect(await reply(body, status, headers)).toEqual({
			ok: false,
			error: { kind: 'bad-response', status },
		})
	})
})

describe('refusal', () => {
	it('keeps a specific problem type', async () => {
		const type = 'urn:example:something'
		const result = await reply(JSON.stringify({ type, message: 'm' }), 401, problem)
		expect(result).toMatchObject({ ok: false, error: { status: 401, type } })
		const nothing = await reply('{"type":"about:blank","message":"m"}', 401, problem)
		expect(nothing.ok || 'type' in nothing.error).toBe(false)
	})

	it('keeps the message and field errors', async () => {
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

	it('keeps the code and values of the message and of field errors', async () => {
		const coded = { message: 'm', code: 'quiz-opens-on', values: { day: '2026-12-01', count: 2 } }
		const errors = [{ path: 'email', ...coded }]
		expect(await reply(JSON.stringify({ ...coded, errors }), 400, problem)).toEqual({
			ok: false,
			error: { kind: 'problem', status: 400, ...coded, errors, retryAfterMs: null },
		})
	})

	it.each([
		['{"message":"m","code":4711,"values":"x"}'],
		['{"message":"m","code":null,"values":[{}]}'],
	])('ignores fields of the same name in the body %s of another server', async (body) => {
		expect(await reply(body, 404)).toEqual({
			ok: false,
			error: { kind: 'problem', status: 404, message: 'm', errors: [], retryAfterMs: null },
		})
	})

	it.each([
		['{"detail":"d"}', 'd', 'the detail where there is no message'],
		['{"message":"m"}', 'm', 'the message of a server without problem details'],
		['{"message":7}', '', 'nothing where the message is no text'],
		['{"errors":"x","message":"m"}', '', 'nothing where the body is no problem'],
		['', '', 'nothing where there is no body'],
	])('reads from the body %j the message %j: %s', async (body, message) => {
		expect(await reply(body, 404)).toEqual({
			ok: false,
			error: { kind: 'problem', status: 404, message, errors: [], retryAfterMs: null },
		})
	})

	// Such a reply comes from a proxy, e.g. between two deploys, and must not refuse an entry.
	it.each([400, 403, 404, 409, 422])(
		'reports a bad response for status %i in plain text',
		async (status) => {
			expect(await reply('default backend', status)).toEqual({
				ok: false,
				error: { kind: 'bad-response', status },
			})
		},
	)

	it.each([401, 429, 503])('reports a problem for status %i even in plain text', async (status) => {
		expect(await reply('default backend', status)).toMatchObject({
			error: { kind: 'problem', status },
		})
	})

	it.each([401, 403, 404, 409, 422, 429, 500, 502, 503])(
		'keeps the status %i of a refusal',
		async (status) => {
			expect(await reply('{}', status, problem)).toMatchObject({
				error: { kind: 'problem', status },
			})
		},
	)

	// Such a page comes from a captive portal or proxy.
	it.each([403, 502])('reports a bad response for status %i with an HTML page', async (status) => {
		expect(await reply(page, status, html)).toEqual({
			ok: false,
			error: { kind: 'bad-response', status },
		})
	})

	it.each([
		['120', 120_000],
		['0', 0],
		['1.5', 1500],
		['-3', 0],
		['soon', null],
		['Tue, 05 Nov 1912 08:00:00 GMT', 0],
	])('reads Retry-After %j as %s ms', async (value, retryAfterMs) => {
		expect(await reply('{}', 503, { ...problem, 'retry-after': value })).toMatchObject({
			error: { retryAfterMs },
		})
	})

	it('reads a Retry-After date as the time until then', async () => {
		const date = new Date(Date.now() + 3_600_000).toUTCString()
		const result = await reply('{}', 429, { ...problem, 'retry-after': date })
		const wait = (!result.ok && result.error.kind === 'problem' && result.error.retryAfterMs) || 0
		expect(wait).toBeGreaterThan(3_500_000)
		expect(wait).toBeLessThanOrEqual(3_600_000)
	})
})

describe('onUnauthorized', () => {
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

	it('calls back once per 401 with its endpoint', async () => {
		const rows = (await calls(401)).map(([row]) => row)
		expect(rows).toEqual([elections.active, compareQuizzes.get])
	})

	it('receives the problem type of the failure', async () => {
		const [gone] = await calls(401, { type: ACCOUNT_GONE })
		const [ended] = await calls(401, { type: 'about:blank' })
		expect([gone, ended].map((call) => call && isAccountGone(call[2]))).toEqual([true, false])
	})

	it.each([200, 403, 500])('does not call back for a %i', async (status) => {
		expect(await calls(status)).toEqual([])
	})
})
