import { describe, expect, it } from 'vitest'
import type { Failure } from '#http/failure.ts'
import { failureText, fieldTexts } from '#web/ui/failure-text.ts'

const problem = (message: string): Failure => ({
	kind: 'problem',
	status: 409,
	message,
	errors: [],
	retryAfterMs: null,
})
const network = 'Network error. Please check your connection.'

describe('failureText', () => {
	it.each<[Failure, string, string]>([
		[{ kind: 'offline' }, network, 'there was no answer'],
		[{ kind: 'timeout' }, network, 'none in time'],
		[
			problem('You have already completed this quiz.'),
			'You have already completed this quiz.',
			"the server's word",
		],
		[problem(''), 'Failed to start quiz.', 'the server said no more'],
		[{ kind: 'bad-response', status: 200 }, 'Failed to start quiz.', 'something else answered'],
	])('returns for %j the text %j: %s', (failure, text) => {
		expect(failureText(failure, 'Failed to start quiz.')).toBe(text)
	})
})

describe('fieldTexts', () => {
	it('returns the texts of invalid fields by path', () => {
		const errors = [{ path: 'email', message: 'Email is already taken', code: 'email-taken' }]
		expect(fieldTexts({ ...problem('m'), errors } as Failure)).toEqual({
			email: 'Email is already taken',
		})
		expect(fieldTexts({ kind: 'offline' })).toEqual({})
	})
})
