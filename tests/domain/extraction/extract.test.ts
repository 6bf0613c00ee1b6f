import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf } from '#domain/extraction/blocks.ts'
import { type Extraction, extract, type Options, STAGES } from '#domain/extraction/extract.ts'
import { isVerbatim, type SourceText } from '#domain/extraction/text.ts'
import { MAX_PROPOSALS, SOURCE_MAX_CHARACTERS } from '#domain/limits.ts'

const plain = (text: string): SourceText => ({ text, blocks: blocksOf(text) })
const run = async (source: SourceText, options: Options = {}): Promise<Extraction> => {
	const outcome = await extract(source, options)
	if (!outcome.ok) throw new Error(outcome.error)
	return outcome.value
}
const page = (name: string): string =>
	readFileSync(resolve(import.meta.dirname, '../../data/extraction', name), 'utf8')

const TEXT = `Homes

I was born in Leeds. We will build 600 council homes by 2030. Will you join us?

Health

Hospitals must publish their waiting times. We will build 600 council homes by 2030.`

describe('extract', () => {
	it('proposes commitments with statement, category and exact position', async () => {
		const { proposals } = await run(plain(TEXT))
		expect(
			proposals.map(({ statement, classification }) => [statement.text, classification.category]),
		).toEqual([
			['Build 600 council homes by 2030.', 'SOCIAL'],
			['Hospitals must publish their waiting times.', 'HEALTHCARE'],
		])
		for (const { quote, start, end } of proposals) expect(TEXT.slice(start, end)).toBe(quote)
	})

	it('reports duplicates and raises the importance of the remaining one', async () => {
		const { dropped, proposals } = await run(plain(TEXT))
		expect(dropped).toEqual([
			{
				quote: 'We will build 600 council homes by 2030.',
				start: TEXT.lastIndexOf('We will'),
				reason: 'duplicate',
				kept: 0,
				because: 'it comes first in the source',
			},
		])
		expect(proposals[0]?.measures.importance.reasons).toContain('+0.1 is said more than once')
	})

	it('finds every bullet of a manifesto, with or without a verb', async () => {
		const source = plain(page('manifesto-bullets.txt'))
		const { proposals } = await run(source)
		const bullets = source.blocks.filter(({ kind }) => kind === 'bullet')
		expect(bullets).toHaveLength(43)
		expect(proposals.map(({ start }) => start)).toEqual(bullets.map(({ start }) => start))
	})

	it('finds nothing on a contact page full of "we will"', async () => {
		const { proposals } = await run(plain(page('contact-form.txt')))
		expect(proposals).toEqual([])
	})

	it('never proposes text from forms or menus', async () => {
		const text = 'We will build 600 council homes by 2030.'
		const { proposals } = await run({
			text,
			blocks: [{ kind: 'other', start: 0, end: text.length }],
		})
		expect(proposals).toEqual([])
	})

	it('drops and reports quotes that are not verbatim', async () => {
		const text = 'We will build 600 council homes by 2030.'
		const { proposals, dropped } = await run({
			text,
			blocks: [{ kind: 'paragraph', start: -text.length, end: text.length }],
		})
		expect(proposals).toEqual([])
		expect(dropped).toMatchObject([{ quote: text, reason: 'not-verbatim' }])
	})

	it('extracts the same from the same text', async () => {
		expect(await run(plain(TEXT))).toEqual(await run(plain(TEXT)))
	})

	it('removes the given names from statements', async () => {
		const { proposals } = await run(plain('Jane Doe will end cash bail in the county.'), {
			names: ['Jane Doe'],
		})
		expect(proposals.map(({ statement }) => statement.text)).toEqual([
			'End cash bail in the county.',
		])
	})

	it('flags short, unclear or biased statements for review', async () => {
		const { proposals } = await run(plain('- Plant trees\n- Build 600 council homes by 2030'))
		expect(proposals.map(({ needsReview }) => needsReview)).toEqual([true, false])
	})

	it('marks proposals as weak that are unsure, too short or need rewording', async () => {
		const { proposals } = await run(
			plain(
				'- Build 600 council homes by 2030\n- Our voice in the councils must be heard by us\n- Cap rents\n- Cap the rents of flats',
			),
		)
		expect(proposals.map(({ weak, statement }) => [weak, statement.rewording.length > 0])).toEqual([
			[false, false],
			[true, true],
			[true, false],
			[false, false],
		])
	})

	it('leaves out what a rival wants, also when a pronoun stands for the rival', async () => {
		const text =
			'The Harbour Party will cap rents. The Conservatives would sell the port. They want to close the hospital.'
		const { proposals } = await run(plain(text), { names: ['Jane Doe', 'Harbour Party'] })
		expect(proposals.map(({ statement }) => statement.text)).toEqual(['Cap rents.'])
	})

	it('takes items between bullet signs within a line for a list', async () => {
		const { proposals } = await run(
			plain('We will • cap the rents • plant 500 trees • fix the bridge'),
		)
		expect(proposals.map(({ quote }) => quote)).toEqual([
			'cap the rents',
			'plant 500 trees',
			'fix the bridge',
		])
	})

	it('leaves out a table of contents and a list of past deeds', async () => {
		const { proposals } = await run(
			plain(
				'Cap the rents ........ 3\n\nIn office:\n- Opened two schools\n- Repaired the bridge\n- Built 40 homes',
			),
		)
		expect(proposals).toEqual([])
	})

	it('reports the progress of each stage in order', async () => {
		const progress: [string, number, number][] = []
		await run(plain(TEXT), { onProgress: (...args) => progress.push(args) })
		expect([...new Set(progress.map(([stage]) => stage))]).toEqual([...STAGES])
		const last = new Map(progress.map(([stage, done, total]) => [stage, [done, total]]))
		for (const [done, total] of last.values()) expect(done).toBe(total)
	})

	it('stops between two batches when cancelled', async () => {
		const stop = new AbortController()
		const stages: string[] = []
		const outcome = await extract(plain('We will cap rents in the county. '.repeat(1000)), {
			signal: stop.signal,
			onProgress: (stage) => stages.push(stage),
			pause: async () => stop.abort(),
		})
		expect(outcome).toEqual({ ok: false, error: 'cancelled' })
		expect(stages).toEqual(['segment'])
	})

	it('refuses a text that is too long', async () => {
		const text = 'x'.repeat(SOURCE_MAX_CHARACTERS + 1)
		expect(await extract({ text, blocks: [] })).toEqual({ ok: false, error: 'too-long' })
	})

	it('limits the proposals and counts the rest', async () => {
		const text = Array.from(
			{ length: MAX_PROPOSALS + 3 },
			(_, n) => `- Build ${n + 100} council homes in the town`,
		)
		const { proposals, dropped } = await run(plain(text.join('\n')))
		expect(proposals).toHaveLength(MAX_PROPOSALS)
		expect(dropped.map(({ reason }) => reason)).toEqual(['too-many', 'too-many', 'too-many'])
	})

	it.each([
		['one very long word', 'a'.repeat(300_000)],
		['one very long sentence', 'we will raise wages and '.repeat(12_000)],
		['only periods', '.'.repeat(300_000)],
		['stops and spaces', '. '.repeat(100_000)],
		['quotation marks', '“"'.repeat(100_000)],
		['brackets', '('.repeat(300_000)],
		['empty lines', '\n'.repeat(300_000)],
		['bullets without text', '- \n'.repeat(50_000)],
		['white space', ' \t\u00a0'.repeat(100_000)],
		['a very long URL', `${'1'.repeat(50_000)}@${'.a'.repeat(50_000)}`],
		['dashes and letters', 'a-'.repeat(100_000)],
	])('terminates on %s', async (_, text) => {
		const { proposals } = await run(plain(text))
		expect(proposals.length).toBeLessThan(2)
	})

	it('quotes any text verbatim without throwing', async () => {
		const part = fc.constantFrom(
			'We will raise taxes. ',
			'- Build homes\n',
			'Homes\n\n',
			'\r\n',
			'“Cap rents.” ',
			'ﬁ 👩‍🚀 ',
			'é.É ',
			'\u0000',
			'# ',
			'U.S. ',
			'…',
		)
		await fc.assert(
			fc.asyncProperty(fc.array(part, { maxLength: 40 }), async (parts) => {
				const text = parts.join('')
				const { proposals } = await run(plain(text))
				for (const { quote, start, end } of proposals) expect(text.slice(start, end)).toBe(quote)
			}),
			{ numRuns: 200 },
		)
	})
})

describe('quote', () => {
	const text = 'Cap rents. Plant trees. Cap rents.'

	it('is verbatim only at its own position', () => {
		expect(isVerbatim(text, 'Plant trees.', 11)).toBe(true)
		expect(isVerbatim(text, 'Plant trees.', 10)).toBe(false)
		expect(isVerbatim(text, 'Plant trees.', -1)).toBe(false)
		expect(isVerbatim(text, '', 0)).toBe(false)
	})
})
