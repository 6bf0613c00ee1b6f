import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRewrite } from '#domain/extraction/check-rewrite.ts'

describe('checkRewrite', () => {
	it.each([
		['We will build 600 council homes by 2028.', 'The council should build 600 homes by 2028.'],
		[
			'We are going to be raising the minimum wage for all workers.',
			'Raise the minimum wage for all workers.',
		],
		['In our town, rents will be capped for five years!', 'Cap rents for five years in town.'],
		['We will never sell the water works to anybody.', 'Never sell the water works to anybody.'],
		[
			"We won't raise income tax for ordinary people",
			'Do not raise income tax for ordinary people.',
		],
		[
			'We will plant trees along every road and we will not let them die.',
			'Plant trees along every road.',
		],
	])('accepts a wording covered by the quote: %s', (quote, text) =>
		expect(checkRewrite(text, quote)).toBeNull(),
	)

	const quote = 'We will build 600 council homes by 2028 and we will not cut pensions for widows.'
	it.each([
		['a different content word', 'Build 600 luxury homes by 2028.', 'says "luxury"'],
		['a different figure', 'Build 6000 council homes by 2028.', 'says "6000"'],
		['a figure in words', 'Build six hundred homes by 2028.', 'says "six"'],
		['swapped figures', 'Build 2028 council homes by 600.', 'speaks of something else'],
		['a name', 'Build 600 council homes by 2028 with Jane.', 'says "jane"'],
		['the candidate’s name', 'Doe should build 600 council homes.', 'not neutral'],
		['a lost negation', 'Cut pensions for widows by 2028.', 'leaves out "not"'],
		['a moved negation', 'Do not build 600 council homes.', 'speaks of something else'],
		['a moved action', 'Cut 600 council homes by 2028.', 'speaks of something else'],
		['a different action', 'Sell 600 council homes by 2028.', 'says "sell"'],
		['more', 'Build more than 600 council homes.', 'says "more"'],
		['all', 'Build all council homes by 2028.', 'says "all"'],
		['loaded words', 'Build 600 wonderful homes by 2028.', 'not neutral'],
		['the first person', 'We will build 600 council homes.', 'not neutral'],
		['too few words', 'Build 600 homes.', 'fewer than 5'],
		['too many words', `Build ${'council '.repeat(100)}homes.`, 'more than 100'],
		['markup', 'Build <b>600</b> council homes by 2028.', 'no part of a sentence'],
		['a link', 'Build 600 council homes https://evil.example by 2028.', 'no part of a sentence'],
		['invisible characters', 'Build 600 council homes by\u{e0041} 2028.', 'no part of a sentence'],
		['an extra line', 'Build 600 council homes\nby 2028 now.', 'no part of a sentence'],
		['letters of another alphabet', 'Build 600 сouncil homes by 2028.', 'says "сouncil"'],
	])('refuses a rewrite with %s', (_, text, why) =>
		expect(checkRewrite(text, quote, ['Jane Doe'])).toContain(why),
	)

	it.each([
		['We oppose fracking in the national parks.', 'Allow fracking in the national parks.'],
		['We oppose fracking in the national parks.', 'Fracking should be in the national parks.'],
		['End subsidies for oil and gas companies now.', 'Subsidies for oil and gas companies now.'],
		[
			'We would ban schools from selling playing fields.',
			'Schools should be selling playing fields.',
		],
		[
			'Build schools for towns and ban weapons for export.',
			'Ban schools and build weapons for export.',
		],
		['Taxes on fuel will be reduced by half.', 'Taxes on fuel by half.'],
		['No child should go without a school meal.', 'Children should go without a school meal.'],
		['We will stop deporting people who claim asylum.', 'Deport people who claim asylum.'],
	])('refuses a reversed meaning: %s', (quote, text) =>
		expect(checkRewrite(text, quote)).not.toBeNull(),
	)

	it('never accepts a content word missing from the quote', () => {
		const word = fc.constantFrom(
			...'build cut not homes pensions 600 2028 the for and of widows council'.split(' '),
		)
		fc.assert(
			fc.property(fc.array(word, { minLength: 5, maxLength: 20 }), fc.nat(20), (words, at) => {
				const text = words.toSpliced(at, 0, 'weapons').join(' ')
				expect(checkRewrite(text, quote)).not.toBeNull()
			}),
			{ numRuns: 500 },
		)
	})
})
