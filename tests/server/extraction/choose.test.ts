import { describe, expect, it } from 'vitest'
import { choose } from '#server/extraction/choose.ts'
import { improve } from '#server/extraction/model.ts'
import type { AskedQuote } from '#tests/support/model-server.ts'
import { improved, prepared, serve } from './improved.ts'

const HOMES = 'Wir werden 600 Wohnungen am Hafen für die Familien der Stadt bauen.'
const WATER = 'Das Wasserwerk bleibt in der Hand der Stadt und wird nicht verkauft.'
const GERMAN = `# Wohnen

${HOMES} Der Hafen ist das Herz der Stadt, und die Menschen kommen von überall.

${WATER}`
const READ =
	'This text seems to be German. Built-in extraction reads English, so the language model chose the sentences in other languages.'
const UNREAD =
	'This text seems to be German. Built-in extraction reads English; an AI endpoint or entering by hand can read others.'

const chosen = (quotes: readonly AskedQuote[], text = (quote: string) => quote) => ({
	statements: quotes
		.filter(({ quote }) => quote === HOMES || quote === WATER)
		.map(({ number, quote }) => ({ number, text: text(quote), category: 'SOCIAL' })),
	merges: [],
})

/** What becomes of a model's wording of one sentence. */
const worded = async (quote: string, text: string) => {
	const answer = { statements: [{ number: 1, text, category: 'SOCIAL' }], merges: [] }
	const { settings } = await serve(() => answer)
	const { proposals } = await improved({ model: settings, names: ['Jane Doe'] }, quote)
	return proposals[0]
}

describe('source in another language with a model', () => {
	it('has the chosen sentences as verbatim quotes to be reviewed', async () => {
		const { settings, asked } = await serve(({ quotes }) => chosen(quotes))
		const { proposals, source, ...rest } = await improved({ model: settings }, GERMAN)
		expect(proposals.map(({ quote }) => quote)).toEqual([HOMES, WATER])
		for (const { quote, start } of proposals) expect(source.text.indexOf(quote)).toBe(start)
		expect(proposals[0]).toMatchObject({
			statement: { text: HOMES, rewording: ['other'] },
			...{ heading: 'Wohnen', needsReview: true, weak: true },
			classification: { category: 'SOCIAL' },
		})
		expect(rest).toMatchObject({ engine: 'MODEL', language: READ, warnings: [], failure: null })
		expect(asked[0]?.quotes.map(({ number }) => number)).toEqual([1, 2, 3])
		expect(asked[0]?.body.messages[0]?.content).toContain("candidate's own text in German")
	})

	it('has invented and repeated numbers and unknown categories dropped with a warning', async () => {
		const { settings } = await serve(({ quotes }) => {
			const { statements } = chosen(quotes)
			const [first] = statements
			const more = [0, 1.5, 99].map((number) => ({ ...first, number }))
			const odd = { number: 2, text: HOMES, category: 'FUN' }
			return { statements: [...statements, ...more, { ...first }, odd], merges: [] }
		})
		const { proposals, warnings } = await improved({ model: settings }, GERMAN)
		expect(proposals.map(({ quote }) => quote)).toEqual([HOMES, WATER])
		expect(warnings).toEqual(["Parts of the model's answers that made no sense: 5"])
	})

	it('has the note of built-in extraction if the model fails', async () => {
		const { settings } = await serve(() => 'nonsense')
		const { engine, proposals, language, warnings } = await improved({ model: settings }, GERMAN)
		expect([engine, proposals, language]).toEqual(['BUILT_IN', [], UNREAD])
		expect(warnings).toEqual([
			'The language model could not be used for the text in German: it gave no answer or refused to.',
		])
	})

	it('says if the model chose nothing', async () => {
		const { settings } = await serve(() => ({ statements: [], merges: [] }))
		const { language, warnings } = await improved({ model: settings }, GERMAN)
		expect([language, warnings]).toEqual([READ, ['No policy was found in this source']])
	})

	it('has statements without the speaker', async () => {
		const text = '600 Wohnungen am Hafen für die Familien der Stadt bauen.'
		expect(await worded(HOMES, text)).toMatchObject({
			...{ quote: HOMES, statement: { text, rewording: [] }, weak: false, needsReview: true },
		})
	})

	it.each([
		[
			'leaves out a negation',
			`Nicht wir werden die Mieten der Stadt senken.`,
			'wir werden die Mieten der Stadt senken.',
		],
		[
			'leaves out a content word',
			'Wir verkaufen die Wohnungen der Stadt nicht mehr.',
			'die Wohnungen der Stadt nicht mehr.',
		],
		['alters a figure', HOMES, '900 Wohnungen am Hafen für die Familien der Stadt bauen.'],
		['translates', HOMES, 'Build 600 homes at the harbour for families.'],
		[
			'names the candidate',
			'Wir werden mit Jane Doe die Mieten der Stadt senken.',
			'mit Jane Doe die Mieten der Stadt senken.',
		],
	])('has the sentence itself for rewording if a statement %s', async (_, quote, text) => {
		expect(await worded(quote, text)).toMatchObject({
			...{ quote, statement: { text: quote, rewording: ['other'] }, weak: true },
		})
	})

	it('is asked about in batches without hidden, repeated and English sentences', async () => {
		const { settings, asked } = await serve(({ quotes }) => chosen(quotes))
		const many = Array.from(
			{ length: 25 },
			(_, n) => `Wir werden in der Straße ${n} auf die Mieten achten.`,
		)
		const english = 'The town is a good place to be, and the people of it are our friends.'
		const { source } = await prepared([...many, many[0], english].join('\n\n'))
		const blocks = source.blocks.map((block, index) =>
			index === 3 ? { ...block, hidden: true } : block,
		)
		const page = { ...source, blocks }
		const { extraction } = await prepared(source.text)
		const made = await improve(extraction, page, { model: settings })
		await choose(made, page, { model: settings })
		const quotes = asked.flatMap((each) => each.quotes.map(({ quote }) => quote))
		expect(asked.map((each) => each.quotes.length)).toEqual([20, 4])
		expect(quotes).toEqual(many.filter((_, n) => n !== 3))
	})

	it('is asked about only in the part that is in another language', async () => {
		const english =
			'We will build 600 council homes on the harbour by 2028, and the town will own all of them for good.'
		const many = Array.from({ length: 9 }, (_, n) => english.replace('600', String(601 + n)))
		const more = ['700', '800', '900'].map((count) => HOMES.replace('600', count))
		const text = [...many, 'Ann Meadows, Mill Lane 12, Littleton.', GERMAN, more.join(' ')].join(
			'\n\n',
		)
		const { settings, asked } = await serve(({ quotes }) => chosen(quotes))
		const { proposals, language, extraction } = await improved({ model: settings }, text)
		expect(language).toMatch(/^A part of this text .* so the language model chose the sentences/)
		expect(proposals.slice(0, -2).map(({ quote }) => quote)).toEqual(
			extraction.proposals.map(({ quote }) => quote),
		)
		expect(proposals.slice(-2).map(({ quote }) => quote)).toEqual([HOMES, WATER])
		const foreign = asked.at(-1)?.quotes.map(({ quote }) => quote)
		expect(foreign).toEqual([HOMES, expect.stringMatching(/^Der Hafen/), WATER, ...more])
	})

	it('is asked about as many sentences as there can be proposals', async () => {
		const { settings, asked } = await serve(() => ({ statements: [], merges: [] }))
		const text = Array.from({ length: 510 }, (_, n) => HOMES.replace('600', String(n + 1000)))
		const { warnings } = await improved({ model: settings }, text.join('\n\n'))
		expect(asked).toHaveLength(25)
		expect(warnings).toContain('Sentences that the model was not asked about: 10')
	})

	it('keeps the note without a model', async () => {
		const { language, warnings } = await improved({ model: null }, GERMAN)
		expect([language, warnings]).toEqual([UNREAD, []])
	})
})
