import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf } from '#domain/extraction/blocks.ts'
import { segment, sentenceSpans } from '#domain/extraction/segment.ts'

const sentences = (text: string): string[] =>
	sentenceSpans(text).map(({ start, end }) => text.slice(start, end))
const kinds = (text: string): string[] =>
	blocksOf(text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`)

describe('sentence ends', () => {
	it.each([
		['a title before a name', 'Mr. Reed met Dr. Okoye. They agreed.', 2],
		['initials', 'J. F. Kennedy spoke. So did W. Wilson.', 2],
		['a state by its initials within a name', 'The U.S. Senate voted. It failed.', 2],
		['a state by its initials at the end', 'We left the U.S. The bill passed.', 2],
		['decimals and money', 'It costs £1.35 or 4.7% more. That is too much.', 2],
		['an abbreviation before a number', 'See No. 4 and p. 12 of it. Then decide.', 2],
		['"no." as an answer', 'The answer is no. Nobody agreed.', 2],
		['e.g. and i.e.', 'Use clean power, e.g. wind, i.e. Turbines at sea. It works.', 2],
		['"etc." at the end', 'Parks, pools, etc. The rest is paid.', 2],
		['a quotation mark after the period', '“It ends now.” She left.', 2],
		['a question inside a quotation', '"Why not?" he asked. Nobody knew.', 2],
		['a question and an exclamation', 'Enough? Enough! We act.', 3],
		['brackets after the period', 'It grew (see above.) Then it fell.', 2],
		['an ellipsis within a sentence', 'We waited … and waited. Then it came.', 2],
		['a URL', 'Read evenhand.org today. Then vote.', 2],
		['a period without a space', 'The ward closes here.The nurses protest.', 2],
		['a time of the day', 'It opens at 9 a.m. on Mondays. Come.', 2],
		['the number of an item', '1. Raise wages. 2. Cut rents.', 2],
		['a company', 'Acme Inc. and Bolt Ltd. merged. Jobs went.', 2],
		['a vitamin', 'It holds vitamin C. The other does not.', 2],
	])('are found around %s', (_, text, count) => {
		expect(sentences(text)).toHaveLength(count)
	})

	it('lose only white space', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
				const spans = sentenceSpans(text)
				let at = 0
				for (const { start, end } of spans) {
					expect(text.slice(at, start).trim()).toBe('')
					expect(end).toBeGreaterThan(start)
					at = end
				}
				expect(text.slice(at).trim()).toBe('')
			}),
			{ numRuns: 300 },
		)
	})
})

describe('blocks of a plain text', () => {
	it('are headings, paragraphs and bullets by their marks', () => {
		expect(kinds('# Homes\n\nWe have a plan.\n\n- Build homes\n* Cap rents\n2) Fix roads')).toEqual(
			[
				'heading: Homes',
				'paragraph: We have a plan.',
				'bullet: Build homes',
				'bullet: Cap rents',
				'bullet: Fix roads',
			],
		)
	})

	it('include unmarked headings: uppercase, underlined, or short and alone', () => {
		expect(
			kinds('OUR HOMES\nThey are cold.\n\nHealth\n------\nIt matters.\n\nSchools\n\nThey are old.'),
		).toEqual([
			'heading: OUR HOMES',
			'paragraph: They are cold.',
			'heading: Health',
			'paragraph: It matters.',
			'heading: Schools',
			'paragraph: They are old.',
		])
	})

	it('join lines wrapped at the margin', () => {
		const text =
			'We will raise the minimum wage in every part of\nthe county and pay it to all who work for us.\n\n- Build homes for people who have\n  waited for years\n- Cap rents'
		expect(kinds(text).map((each) => each.split(':')[0])).toEqual(['paragraph', 'bullet', 'bullet'])
	})

	it('turn consecutive short lines into a heading with bullets', () => {
		expect(
			kinds('My plan\nRaise wages\nCap rents\nFix roads\n\nIt is paid for. I can show how.'),
		).toEqual([
			'heading: My plan',
			'bullet: Raise wages',
			'bullet: Cap rents',
			'bullet: Fix roads',
			'paragraph: It is paid for. I can show how.',
		])
	})
})

describe('segment', () => {
	const text =
		'Homes\n\nWe will:\n\n- build 600 homes\n- cap rents. No exceptions.\n\nThen we rest.'
	const found = segment({ text, blocks: blocksOf(text) })

	it('gives each sentence its exact position, heading and lead-in', () => {
		for (const { quote, start, end } of found) expect(text.slice(start, end)).toBe(quote)
		expect(
			found.map(({ text, kind, heading, leadIn, list }) => [text, kind, heading, leadIn, list]),
		).toEqual([
			['Homes', 'heading', 'Homes', null, null],
			['We will:', 'paragraph', 'Homes', null, null],
			['build 600 homes', 'bullet', 'Homes', 'We will:', 0],
			['cap rents.', 'bullet', 'Homes', 'We will:', 0],
			['No exceptions.', 'bullet', 'Homes', 'We will:', 0],
			['Then we rest.', 'paragraph', 'Homes', null, null],
		])
	})
})
