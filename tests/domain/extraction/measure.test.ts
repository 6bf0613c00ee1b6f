import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { duplicatesOf } from '#domain/extraction/extract.ts'
import { measure } from '#domain/extraction/measure.ts'

describe('the measures of a statement', () => {
	it.each(['toString', 'constructor', '__proto__', "we'constructor", 'hasOwnProperty valueOf'])(
		'are there also for words that an object of the language has: %s',
		(text) => {
			expect(Object.keys(measure(text))).toEqual(Object.keys(measure('raise taxes')))
		},
	)

	it('stay in the specified ranges and steps, whatever the text', () => {
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

	it('finds a figure and a date clearer than a hope', () => {
		const clear = measure('Build 600 council homes by 2030.')
		const vague = measure('Seek to promote appropriate opportunities where possible.')
		expect(clear.clarity.value).toBeGreaterThan(vague.clarity.value)
		expect(clear.clarity.value).toBeGreaterThanOrEqual(7)
		expect(vague.clarity.value).toBeLessThan(7)
		expect(clear.effectiveness.value).toBeGreaterThan(vague.effectiveness.value)
	})

	it('finds more bias in every loaded word, and none in a neutral statement', () => {
		const [none, one, two] = [
			'Close the mine.',
			'Close the disgraceful mine.',
			'Close the disgraceful, toxic culture of the shameful mine.',
		].map((text) => measure(text).bias.value)
		expect(none).toBe(0)
		expect(one).toBeGreaterThan(0)
		expect(two).toBeGreaterThan(one ?? 0)
	})

	it('finds a sentence with conditions more complex than a short one', () => {
		const complex = measure(
			'If the court agrees, and unless the council objects within 28 days, the levy of 2.5% applies to firms, charities and clubs, except where the HMRC has granted relief.',
		)
		expect(complex.complexity.value).toBeGreaterThan(measure('Plant more trees.').complexity.value)
	})

	it('finds what is called a priority or said again more important, and a review less', () => {
		const text = 'Fund the fire service.'
		const { value } = measure(text).importance
		expect(value).toBe(1)
		expect(
			measure(text, 'Our top priority is to fund the fire service.').importance.value,
		).toBeGreaterThan(value)
		expect(measure(text, text, 3).importance.value).toBeGreaterThan(value)
		expect(measure('Review the fire service.').importance.value).toBeLessThan(value)
	})

	it('names what moved each figure, with the words', () => {
		const { bias, clarity } = measure('End the disgraceful sale by 2030.')
		expect(bias.reasons).toEqual(['+1.6 uses loaded words: disgraceful'])
		expect(clarity.reasons).toContain('+1 names a figure')
	})
})

describe('statements that say the same', () => {
	const of = (...texts: string[]) => duplicatesOf(texts.map((text) => ({ text, score: 0.8 })))

	it('are found whatever their small words and endings are, and the first stays', () => {
		expect(
			of('Build 600 council homes.', 'Plant trees.', 'We are building 600 homes of the council.'),
		).toEqual([{ dropped: 2, kept: 0, similarity: 1, because: 'it comes first in the source' }])
	})

	it('are not found where figures differ, or one is the other’s opposite', () => {
		expect(of('Build 600 council homes.', 'Build 900 council homes.')).toEqual([])
		expect(of('Close the village school.', 'Do not close the village school.')).toEqual([])
	})

	it('are not found where they only share a topic', () => {
		expect(
			of('Fund more nurses in county hospitals.', 'Publish waiting times of county hospitals.'),
		).toEqual([])
	})

	it('leave the one that commits more clearly', () => {
		const found = duplicatesOf([
			{ text: 'Free buses for pupils', score: 0.55 },
			{ text: 'Free buses for pupils.', score: 0.9 },
		])
		expect(found).toEqual([
			{ dropped: 0, kept: 1, similarity: 1, because: 'it commits more clearly' },
		])
	})
})
