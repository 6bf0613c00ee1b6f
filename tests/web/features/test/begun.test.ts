import { describe, expect, it } from 'vitest'
import type { Failure } from '#http/failure.ts'
import { retryText } from '#web/features/test/not-begun.tsx'
import { toStartFailure } from '#web/features/test/start.ts'

const problem = (status: number, retryAfterMs: number | null = null): Failure => ({
	kind: 'problem',
	status,
	message: 'The server says so.',
	errors: [],
	retryAfterMs,
})
const HOUR_MS = 3_600_000

describe('a start that did not succeed', () => {
	it('without any answer waits for a connection: that is nobody’s fault, and needs no reload', () => {
		expect(toStartFailure({ kind: 'offline' })).toEqual({ status: 'offline' })
		expect(toStartFailure({ kind: 'timeout' })).toEqual({ status: 'offline' })
	})

	it.each([404, 409])('with %i is the server’s word that there is no test', (status) => {
		expect(toStartFailure(problem(status))).toEqual({
			status: 'none',
			message: 'The server says so.',
		})
	})

	it('with 409 and a moment to come back has failed for now: a start is still under way there', () => {
		expect(toStartFailure(problem(409, 1000))).toEqual({ status: 'failed', retryAfterMs: 1000 })
	})

	it.each([400, 429, 500, 503])('with %i has failed, and nobody knows until when', (status) => {
		expect(toStartFailure(problem(status))).toEqual({ status: 'failed', retryAfterMs: null })
	})

	it('with anything that is not our server’s has failed', () => {
		expect(toStartFailure({ kind: 'bad-response', status: 200 })).toMatchObject({
			status: 'failed',
		})
	})

	it('keeps how long the server wants to be left alone, but no longer than a person would wait', () => {
		expect(toStartFailure(problem(429, 30_000))).toEqual({ status: 'failed', retryAfterMs: 30_000 })
		expect(toStartFailure(problem(429, 400 * 24 * HOUR_MS))).toMatchObject({
			retryAfterMs: HOUR_MS,
		})
	})
})

it.each([
	[0, 'Try Again'],
	[1, 'Try Again in 1 s'],
	[99, 'Try Again in 99 s'],
	[100, 'Try Again in 2 min'],
	[3600, 'Try Again in 60 min'],
])('the button with %i seconds to wait says since when it helps: %s', (left, text) => {
	expect(retryText(left)).toBe(text)
})
