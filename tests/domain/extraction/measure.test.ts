import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { duplicatesOf } from '#domain/extraction/extract.ts'
import { measure } from '#domain/extraction/measure.ts'

describe('measures of a statement', () => {
	it.each(['toString', 'constructor', '__proto__', "we'constructor", 'hasOwnProperty valueOf'])(
		'exist for words that are names of object properties: %s',
		(text) => {
			expect(Object.keys(measure(text))).toEqual(Object.keys(measure('raise taxes')))
		},
	)

	it('stay within the specified ranges and steps', () => {
		const words = fc.array(
			fc.constantFrom(
				'raise',
				'taxes',
				'if',
				'disgraceful',
				'by 2030',
				'all',
				'appropriate',
				'NHS',
				'seek to',
				'!',
				'never',
				'50%',
				'fund',
				',',
			),
			{ maxLength: 80 },
		)
		fc.assert(
			fc.property(words, fc.nat(10), (parts, mentions) => {
				const found = measure(parts.join(' '), parts.join(' '), mentions)
				for (const name of ['clarity', 'bias', 'effectiveness'] as const) {
					expect(found[name].value).toBeGreaterThanOrEqual(0)
					expect(found[name].value).toBeLessThanOrEqual(10)
				}
				expect([1, 2, 3, 4, 5]).toContain(found.complexity.value)
				expect(found.importance.value).toBeGreaterThanOrEqual(0.5)
				expect(found.importance.value).toBeLessThanOrEqual(2)
				expect(Math.round(found.importance.value * 10)).toBeCloseTo(found.importance.value * 10, 6)
			}),
			{ numRuns: 300 },
		)
	})

	it('give a figure and a date more clarity than a vague goal', () => {
		const clear = measure('Build 600 council homes by 2030.')
		const vague = measure('Seek to promote appropriate opportunities where possible.')
		expect(clear.clarity.value).toBeGreaterThan(vague.clarity.value)
		expect(clear.clarity.value).toBeGreaterThanOrEqual(7)
		expect(vague.clarity.value).toBeLessThan(7)
		expect(clear.effectiveness.value).toBeGreaterThan(vague.effectiveness.value)
	})

	it('give bias for each loaded word only', () => {
		const [none, one, two] = [
			'Close the mine.',
			'Close the disgraceful mine.',
			'Close the disgraceful, toxic culture of the shameful mine.',
		].map((text) => measure(text).bias.value)
		expect(none).toBe(0)
		expect(one).toBeGreaterThan(0)
		expect(two).toBeGreaterThan(one ?? 0)
	})

	it('give more complexity for conditions than for a short sentence', () => {
		const complex = measure(
			'If the court agrees, and unless the council objects within 28 days, the levy of 2.5% applies to firms, charities and clubs, except where the HMRC has granted relief.',
		)
		expect(complex.complexity.value).toBeGreaterThan(measure('Plant more trees.').complexity.value)
	})

	it('give more importance for a priority or repetition, less for a review', () => {
		const text = 'Fund the fire service.'
		const { value } = measure(text).importance
		expect(value).toBe(1)
		expect(
			measure(text, 'Our top priority is to fund the fire service.').importance.value,
		).toBeGreaterThan(value)
		expect(measure(text, text, 3).importance.value).toBeGreaterThan(value)
		expect(measure('Review the fire service.').importance.value).toBeLessThan(value)
	})

	it('list the reasons and words behind each figure', () => {
		const { bias, clarity } = measure('End the disgraceful sale by 2030.')
		expect(bias.reasons).toEqual(['+1.6 uses loaded words: disgraceful'])
		expect(clarity.reasons).toContain('+1 names a figure')
	})
})

describe('duplicate statements', () => {
	const of = (...texts: string[]) => duplicatesOf(texts.map((text) => ({ text, score: 0.8 })))

	it('ignore small words and endings, and keep the first', () => {
		expect(
			of('Build 600 council homes.', 'Plant trees.', 'We are building 600 homes of the council.'),
		).toEqual([{ dropped: 2, kept: 0, similarity: 1, because: 'it comes first in the source' }])
	})

	it('exclude different figures and opposites', () => {
		expect(of('Build 600 council homes.', 'Build 900 council homes.')).toEqual([])
		expect(of('Close the village school.', 'Do not close the village school.')).toEqual([])
	})

	it('exclude statements that only share a topic', () => {
		expect(
			of('Fund more nurses in county hospitals.', 'Publish waiting times of county hospitals.'),
		).toEqual([])
	})

	it('keep the clearer commitment', () => {
		const found = duplicatesOf([
			{ text: 'Free buses for pupils', score: 0.55 },
			{ text: 'Free buses for pupils.', score: 0.9 },
		])
		expect(found).toEqual([
			{ dropped: 0, kept: 1, similarity: 1, because: 'it commits more clearly' },
		])
	})
})
