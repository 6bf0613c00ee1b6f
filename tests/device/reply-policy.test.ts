import { describe, expect, it } from 'vitest'
import { classifyFailure } from '#device/sync/reply-policy.ts'
import type { Failure } from '#http/failure.ts'

const problem = (status: number, retryAfterMs: number | null = null): Failure => ({
	kind: 'problem',
	status,
	...{ message: `said ${status}`, code: 'said', values: { status } },
	errors: [],
	retryAfterMs,
})

describe('classifyFailure', () => {
	it.each<[string, Failure]>([
		['no network', { kind: 'offline' }],
		['a timeout', { kind: 'timeout' }],
		['a captive portal page with status 200', { kind: 'bad-response', status: 200 }],
		['a proxy page with status 403', { kind: 'bad-response', status: 403 }],
		['408', problem(408)],
		['425', problem(425)],
		['429', problem(429)],
		['500', problem(500)],
		['503', problem(503)],
	])('retries the entry after %s', (_name, failure) => {
		expect(classifyFailure(failure)).toEqual({ do: 'retry', floorMs: null })
	})

	it('takes Retry-After as a minimum delay', () => {
		expect(classifyFailure(problem(503, 40_000))).toEqual({ do: 'retry', floorMs: 40_000 })
	})

	it('pauses sending on a 401', () => {
		expect(classifyFailure(problem(401))).toEqual({ do: 'pause' })
	})

	it('retries with the same key while the first request is in flight', () => {
		expect(classifyFailure(problem(409, 1000))).toEqual({ do: 'ask-again', waitMs: 1000 })
		expect(classifyFailure(problem(409, 30_000))).toEqual({ do: 'ask-again', waitMs: 30_000 })
	})

	it.each([400, 403, 404, 409, 410, 413, 422])(
		'lists %i as refused with the server’s reason',
		(status) => {
			expect(classifyFailure(problem(status))).toMatchObject({
				do: 'refuse',
				reason: { message: `said ${status}`, code: 'said', values: { status } },
			})
		},
	)

	it('falls back to the specified reason for an empty message', () => {
		const reasonOf = (status: number) => {
			const verdict = classifyFailure({ ...problem(status), message: '' } as Failure)
			return verdict.do === 'refuse' ? verdict.reason?.message : verdict.do
		}
		expect([403, 404, 410, 400, 422, 409, 413].map(reasonOf)).toEqual([
			'You are not authorized to perform this action.',
			'The requested resource was not found.',
			'The requested resource was not found.',
			'Please check your input and try again.',
			'Please check your input and try again.',
			undefined,
			undefined,
		])
	})

	it('requires an update on 426', () => {
		expect(classifyFailure(problem(426))).toEqual({ do: 'update' })
	})
})
