import { describe, expect, it } from 'vitest'
import { type Failure, failureText } from '#http/failure.ts'

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
