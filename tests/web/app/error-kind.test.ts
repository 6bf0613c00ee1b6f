import { describe, expect, it } from 'vitest'
import { kindOfError } from '#web/app/root-error.tsx'

const missing = [
	'Failed to fetch dynamically imported module: https://x/assets/quiz-1.js',
	'error loading dynamically imported module: https://x/assets/quiz-1.js',
	'Importing a module script failed.',
	'Unable to preload CSS for /assets/quiz-1.css',
]

describe('kind of page error', () => {
	it.each(missing)('is offline for a chunk that fails offline: %s', (message) => {
		expect(kindOfError(new Error(message), false)).toBe('offline')
	})

	it.each(missing)('is missing for a chunk that fails online: %s', (message) => {
		expect(kindOfError(new Error(message), true)).toBe('missing')
	})

	it('is a bug for any other error', () => {
		expect(kindOfError(new TypeError('x is undefined'), false)).toBe('bug')
		expect(kindOfError('thrown text', true)).toBe('bug')
	})
})
