import { describe, expect, it } from 'vitest'
import type { Failure } from '#http/failure.ts'
import { retryText, toStartFailure } from '#web/features/test/not-begun.tsx'

const problem = (status: number, retryAfterMs: number | null = null): Failure => ({
	kind: 'problem',
	status,
	message: 'The server says so.',
	errors: [],
	retryAfterMs,
})
const HOUR_MS = 3_600_000

describe('failed test start', () => {
	it('waits for a connection if there was no reply', () => {
		expect(toStartFailure({ kind: 'offline' })).toEqual({ status: 'offline' })
		expect(toStartFailure({ kind: 'timeout' })).toEqual({ status: 'offline' })
	})

	it.each([404, 409])('with %i reports that there is no test', (status) => {
		expect(toStartFailure(problem(status))).toMatchObject({
			status: 'none',
			why: { message: 'The server says so.' },
		})
	})

	// Another start is still in progress on the server.
	it('with 409 and Retry-After can be retried', () => {
		expect(toStartFailure(problem(409, 1000))).toEqual({ status: 'failed', retryAfterMs: 1000 })
	})

	it.each([400, 429, 500, 503])('with %i fails without a retry time', (status) => {
		expect(toStartFailure(problem(status))).toEqual({ status: 'failed', retryAfterMs: null })
	})

	it('fails on an unreadable reply', () => {
		expect(toStartFailure({ kind: 'bad-response', status: 200 })).toMatchObject({
			status: 'failed',
		})
	})

	it('caps Retry-After at one hour', () => {
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
])('retry button with %i seconds left shows: %s', (left, text) => {
	expect(retryText(left)).toBe(text)
})
