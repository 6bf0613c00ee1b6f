import { describe, expect, it } from 'vitest'
import { countWords, isPolicyLength, keywordsOf, policyLength } from '#domain/policies.ts'

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')

describe('length of a statement', () => {
	it('counts texts separated by white space', () => {
		expect(countWords('  Raise the\nminimum\twage, now  ')).toBe(5)
		expect(countWords(' \n ')).toBe(0)
	})

	it.each([
		[4, 'short'],
		[5, 'fits'],
		[100, 'fits'],
		[101, 'long'],
	])('classifies a length of %i words: %s', (count, length) => {
		expect(policyLength(words(count))).toBe(length)
		expect(isPolicyLength(words(count))).toBe(length === 'fits')
	})
})

describe('keywords', () => {
	it('trims, deduplicates and splits keywords at separators', () => {
		expect(keywordsOf([' tax, wages', 'tax', ' ', 'health;tax'])).toEqual([
			'tax',
			'wages',
			'health',
		])
	})
})
