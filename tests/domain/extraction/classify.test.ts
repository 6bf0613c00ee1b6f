import { describe, expect, it } from 'vitest'
import { classify, keywordsOf, topicsOf } from '#domain/extraction/classify.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'

const category = (text: string): string => classify(text).category

describe('category of a sentence', () => {
	it.each([
		['ECONOMY', 'Cut corporation tax for small businesses.'],
		['ECONOMY', 'Restore the railway to the coast.'],
		['HEALTHCARE', 'Hire 500 more nurses for the maternity wards.'],
		['EDUCATION', 'Abolish tuition fees at state universities.'],
		['ENVIRONMENT', 'Ban fracking and invest in wind turbines.'],
		['SOCIAL', 'Build council housing and cap rents.'],
		['FOREIGN_POLICY', 'Honour every treaty with our allies in NATO.'],
		['GOVERNANCE', 'Elect the second chamber by proportional representation.'],
	])('finds %s for "%s"', (expected, text) => {
		expect(category(text)).toBe(expected)
	})

	it('follows the longest matching phrase', () => {
		expect(category('The school board should meet in public.')).toBe('EDUCATION')
		expect(classify('The school board should meet in public.').words).toContain('school board')
	})

	it('falls back to the heading for vague sentences', () => {
		const heading = topicsOf('Schools')
		expect(classify('This will be open to all.', { heading }).category).toBe('EDUCATION')
		expect(classify('Hire more nurses in our hospitals.', { heading }).category).toBe('HEALTHCARE')
	})

	it('falls back to the neighboring sentences', () => {
		const neighbours = [topicsOf('Our rivers are polluted.'), topicsOf('Sewage kills wildlife.')]
		expect(classify('We will end it.', { neighbours }).category).toBe('ENVIRONMENT')
	})

	it('defaults to GOVERNANCE without confidence', () => {
		expect(classify('We will do it.')).toEqual({ category: 'GOVERNANCE', confidence: 0, words: [] })
	})

	it('gives more confidence for one clear topic than for two', () => {
		const one = classify('Hire more nurses in our hospitals.')
		const two = classify('Tax hospitals.')
		expect(one.confidence).toBeGreaterThan(two.confidence)
		expect(one.confidence).toBeLessThanOrEqual(1)
	})

	it('covers every category of the specification', () => {
		expect(Object.keys(topicsOf('')).toSorted()).toEqual([...POLICY_CATEGORIES].toSorted())
	})
})

describe('keywords', () => {
	it('are at most five words of the statement, topics first', () => {
		const words = keywordsOf(
			'Hire 500 more nurses for the maternity wards of every county hospital.',
		)
		expect(words).toContain('nurses')
		expect(words.length).toBeLessThanOrEqual(5)
		for (const word of words) {
			expect('hire 500 more nurses for the maternity wards of every county hospital').toContain(
				word,
			)
		}
	})
})
