import { describe, expect, it } from 'vitest'
import type { Failure } from '#http/failure.ts'
import { faultTexts } from '#web/features/admin/kit/errors.ts'

const refusal = (message: string, errors: { path: string; message: string }[]): Failure => ({
	kind: 'problem',
	status: 400,
	message,
	errors,
	retryAfterMs: null,
})
const nameOf = (path: string): string => (path.startsWith('rows.') ? `Row ${path.slice(5)}` : '')

describe('server error text', () => {
	it('appends every field error with its name', () => {
		const failure = refusal('Please check your input.', [
			{ path: 'rows.2', message: 'It is too long' },
			{ path: 'title', message: 'Title is required' },
		])
		expect(faultTexts(failure, 'It failed.', nameOf)).toBe(
			'Please check your input. Row 2: It is too long. Title is required.',
		)
	})

	it('lists identical errors once', () => {
		const gone = { path: 'candidateId', message: 'This candidate no longer exists' }
		const failure = refusal('This candidate no longer exists', [gone, gone])
		expect(faultTexts(failure, 'It failed.', nameOf)).toBe('This candidate no longer exists')
	})

	it('falls back to the message alone or the given text', () => {
		expect(faultTexts(refusal('Too many calls.', []), 'It failed.', nameOf)).toBe('Too many calls.')
		expect(faultTexts(refusal('', []), 'It failed.', nameOf)).toBe('It failed.')
		expect(faultTexts({ kind: 'offline' }, 'It failed.', nameOf)).toBe(
			'Network error. Please check your connection.',
		)
	})
})
