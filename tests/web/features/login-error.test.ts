import { describe, expect, it } from 'vitest'
import type { Failure } from '#http/failure.ts'
import { loginErrorText } from '#web/features/account/login-screen.tsx'

const problem = (status: number, message: string): Failure => ({
	kind: 'problem',
	status,
	message,
	errors: [],
	retryAfterMs: null,
})

describe('sign-in error text', () => {
	it.each([
		[problem(401, 'Unauthorized'), 'Invalid username or password'],
		[problem(400, 'BAD CREDENTIALS'), 'Invalid username or password'],
		[problem(500, 'Request failed with status code 401'), 'Invalid username or password'],
		[problem(401, ''), 'Invalid username or password'],
		[problem(503, 'Network Error'), 'Connection error. Please try again.'],
		[{ kind: 'offline' } as const, 'Connection error. Please try again.'],
		[{ kind: 'timeout' } as const, 'Connection error. Please try again.'],
		[problem(429, 'Too many attempts. Try later.'), 'Too many attempts. Try later.'],
		[problem(500, ''), 'Login failed. Please try again.'],
		[{ kind: 'bad-response', status: 200 } as const, 'Login failed. Please try again.'],
	])('maps %j to %j', (failure, text) => {
		expect(loginErrorText(failure)).toBe(text)
	})
})
