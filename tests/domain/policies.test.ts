import { describe, expect, it } from 'vitest'
import { countWords, isPolicyLength, keywordsOf } from '#domain/policies.ts'

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')

describe('the length of a statement', () => {
	it('is counted in what stands between spaces', () => {
		expect(countWords('  Raise the\nminimum\twage, now  ')).toBe(5)
		expect(countWords(' \n ')).toBe(0)
	})

	it.each([
		[4, false],
		[5, true],
		[100, true],
		[101, false],
	])('with %i words may stand in a quiz: %s', (count, fits) => {
		expect(isPolicyLength(words(count))).toBe(fits)
	})
})

describe('keywords', () => {
	it('are trimmed, kept once, and never hold what separates them', () => {
		expect(keywordsOf([' tax, wages', 'tax', ' ', 'health;tax'])).toEqual([
			'tax',
			'wages',
			'health',
		])
	})
})
