import { describe, expect, it } from 'vitest'
import { classify, keywordsOf, topicsOf } from '#domain/extraction/classify.ts'

import { POLICY_CATEGORIES } from '#domain/types.ts'

const category = (text: string): string => classify(text).category

describe('the category of a sentence', () => {
	it.each([
		['ECONOMY', 'Cut corporation tax for small businesses.'],
		['ECONOMY', 'Restore the railway to the coast.'],
		['HEALTHCARE', 'Hire 500 more nurses for the maternity wards.'],
		['EDUCATION', 'Abolish tuition fees at state universities.'],
		['ENVIRONMENT', 'Ban fracking and invest in wind turbines.'],
		['SOCIAL', 'Build council housing and cap rents.'],
		['FOREIGN_POLICY', 'Honour every treaty with our allies in NATO.'],
		['GOVERNANCE', 'Elect the second chamber by proportional representation.'],
	])('is %s for "%s"', (expected, text) => {
		expect(category(text)).toBe(expected)
	})

	it('goes by the longest phrase: a school board is no board, a health plan no plan', () => {
		expect(category('The school board should meet in public.')).toBe('EDUCATION')
		expect(classify('The school board should meet in public.').words).toContain('school board')
	})

	it('is read from the heading where the sentence says little, and not where it says enough', () => {
		const heading = topicsOf('Schools')
		expect(classify('This will be open to all.', { heading }).category).toBe('EDUCATION')
		expect(classify('Hire more nurses in our hospitals.', { heading }).category).toBe('HEALTHCARE')
	})

	it('is read from the neighbours where there is nothing else', () => {
		const neighbours = [topicsOf('Our rivers are polluted.'), topicsOf('Sewage kills wildlife.')]
		expect(classify('We will end it.', { neighbours }).category).toBe('ENVIRONMENT')
	})

	it('is the wizard’s default, without confidence, where nothing speaks for any', () => {
		expect(classify('We will do it.')).toEqual({ category: 'GOVERNANCE', confidence: 0, words: [] })
	})

	it('is surer of one clear topic than of two', () => {
		const one = classify('Hire more nurses in our hospitals.')
		const two = classify('Tax hospitals.')
		expect(one.confidence).toBeGreaterThan(two.confidence)
		expect(one.confidence).toBeLessThanOrEqual(1)
	})

	it('has words for every category of the specification', () => {
		expect(Object.keys(topicsOf('')).toSorted()).toEqual([...POLICY_CATEGORIES].toSorted())
	})
})

describe('keywords', () => {
	it('are words of the statement, its topics first, at most five', () => {
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
