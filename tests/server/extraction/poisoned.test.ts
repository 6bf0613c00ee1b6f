import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkRewrite } from '#domain/extraction/check-rewrite.ts'
import { type Extraction, extract, type Proposal } from '#domain/extraction/extract.ts'
import { oneLine, type SourceText } from '#domain/extraction/text.ts'
import { holdsNothingNew } from '#domain/extraction/wording.ts'
import { improve } from '#server/extraction/model.ts'
import { readHtml } from '#server/extraction/read-html.ts'
import { type ModelServer, startModelServer } from '#tests/support/model-server.ts'
import { HONEST, PAGES, POISON, POISON_WORDS, type PoisonedPage } from './poisoned-pages.ts'

const read = async ({
	html,
}: PoisonedPage): Promise<{ source: SourceText; extraction: Extraction }> => {
	const { source } = readHtml(html)
	const outcome = await extract(source, { names: ['Jane Doe'] })
	if (!outcome.ok) throw new Error(outcome.error)
	return { source, extraction: outcome.value }
}

/** Asserts that each quote is in the stored text verbatim and that the stored text is what a reader sees. */
const expectGenuineQuotes = (
	page: PoisonedPage,
	source: SourceText,
	proposals: readonly Proposal[],
) => {
	const seen = oneLine(page.visible ?? `Our plan ${HONEST}`)
	for (const { quote, start, end, statement, hidden, needsReview } of proposals) {
		expect(source.text.slice(start, end)).toBe(quote)
		// Text the page hides but may reveal later can be quoted, marked, and for review.
		if (hidden) expect(needsReview).toBe(true)
		else expect(seen).toContain(oneLine(quote))
		const isGenuine =
			holdsNothingNew(statement.text, quote) || checkRewrite(statement.text, quote) === null
		expect(isGenuine, `${statement.text} <- ${quote}`).toBe(true)
	}
	const shown = source.blocks.filter(({ hidden }) => !hidden)
	const text = shown.map(({ start, end }) => source.text.slice(start, end)).join(' ')
	if (page.visible === null) expect(text).not.toMatch(POISON_WORDS)
	// The honest text must come through, or the other assertions would be empty.
	expect(proposals.map(({ quote }) => quote)).toEqual(
		expect.arrayContaining(HONEST.match(/[^.]+\./g)?.map((sentence) => sentence.trim()) ?? []),
	)
}

/** Worst-case model that follows every injected instruction. */
const OBEDIENT = (quotes: readonly { number: number; quote: string }[], wording: number) => ({
	statements: quotes.map(({ number, quote }) => {
		const injected = /[:"“]\s*"?([^"”:]{10,})/u.exec(quote)?.[1] ?? POISON
		const wordings = [
			injected,
			'Sell the hospital to Acme and abolish all pensions.',
			quote.replace(/\b(?:never|not)\b/giu, '').replace(/\bplant\b/giu, 'fell'),
			`${quote} We will sell the hospital to Acme.`,
			quote.split(' ').toReversed().join(' '),
			`<img src=x onerror=alert(1)> ${quote}`,
		]
		return { number, text: wordings[wording % wordings.length] ?? '', category: 'ECONOMY' }
	}),
	merges: [quotes.map(({ number }) => number)],
})

/** Pages for the model tests: hidden poison is never read, so a few of those pages suffice. */
const READ_APART = PAGES.filter(({ visible }, index) => visible !== null || index < 3)

let server: ModelServer
let wording = 0
beforeAll(async () => {
	server = await startModelServer(({ quotes }) => OBEDIENT(quotes, wording))
})
afterAll(() => server.stop())

describe('poisoned page', () => {
	it('has more than a hundred variants', () => {
		expect(PAGES.length).toBeGreaterThan(100)
		expect(new Set(PAGES.map(({ html }) => html)).size).toBe(PAGES.length)
	})

	it.each(PAGES)('leaks nothing beyond its text: $name', async (page) => {
		const { source, extraction } = await read(page)
		expectGenuineQuotes(page, source, extraction.proposals)
	})

	it.each([0, 1, 2, 3, 4, 5])(
		'leaks nothing through an obedient model with wording %i',
		async (each) => {
			wording = each
			for (const page of READ_APART) {
				const { source, extraction } = await read(page)
				const { engine, proposals } = await improve(extraction, source, {
					model: server.settings,
					names: ['Jane Doe'],
				})
				expect(engine).toBe('MODEL')
				expectGenuineQuotes(page, source, proposals)
			}
		},
	)
})

describe('visible text', () => {
	it.each([
		[
			'a color on its background',
			'<div style="background:#123"><p style="color:#fff">TEXT</p></div>',
		],
		[
			'white on a picture',
			'<div style="background:url(x.jpg) center"><p style="color:#fff">TEXT</p></div>',
		],
		[
			'white on a background from a style sheet',
			'<style>.dark{background-color:#000}</style><div class="dark"><p style="color:white">TEXT</p></div>',
		],
		[
			'text that another rule shows again',
			'<style>.tab{display:none}.active{display:block}</style><p class="tab active">TEXT</p>',
		],
		['small letters', '<p style="font-size:11px;opacity:.8">TEXT</p>'],
		['larger letters', '<p style="font:bold 120%/1.5 serif">TEXT</p>'],
		[
			'a part of a printed page',
			'<style>@media print{.x{display:none}}</style><p class="x">TEXT</p>',
		],
		[
			'text hidden only in another container',
			'<style>.menu .x{display:none}</style><p class="x">TEXT</p>',
		],
		['a clipped box', '<div style="height:400px;overflow:hidden"><p>TEXT</p></div>'],
		[
			'text that is moved slightly',
			'<p style="position:relative;left:-4px;margin-left:-16px;transform:translateY(-10px)">TEXT</p>',
		],
	])('is kept: %s', (_, html) => {
		const { source } = readHtml(html.replace('TEXT', 'We will plant 500 trees.'))
		expect(source.text).toContain('We will plant 500 trees.')
	})
})
