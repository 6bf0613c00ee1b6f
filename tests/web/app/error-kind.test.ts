import { describe, expect, it } from 'vitest'
import { kindOfError } from '#web/app/root-error.tsx'

const missing = [
	'Failed to fetch dynamically imported module: https://x/assets/quiz-1.js',
	'error loading dynamically imported module: https://x/assets/quiz-1.js',
	'Importing a module script failed.',
	'Unable to preload CSS for /assets/quiz-1.css',
]

describe('why a page could not be shown', () => {
	it.each(missing)('is the connection when a part is missing offline: %s', (message) => {
		expect(kindOfError(new Error(message), false)).toBe('offline')
	})

	it.each(missing)('is the part itself when it is missing online: %s', (message) => {
		expect(kindOfError(new Error(message), true)).toBe('missing')
	})

	it('is a fault of ours otherwise, whatever the connection', () => {
		expect(kindOfError(new TypeError('x is undefined'), false)).toBe('bug')
		expect(kindOfError('thrown text', true)).toBe('bug')
	})
})
