import type { StoredSource } from '#contract/policy-extraction.ts'

/** So much of the source stands around a quote, in characters. */
const AROUND = 240

export interface QuotePlace {
	readonly start: number
	readonly end: number
}

/** Where a quote stands in the stored source: at its place, or else where it is found first; null where it is not. */
export const placeOf = (
	{ text }: Pick<StoredSource, 'text'>,
	quote: string,
	quoteStart: number | null,
): QuotePlace | null => {
	const there = quoteStart !== null && text.startsWith(quote, quoteStart)
	const start = there ? quoteStart : text.indexOf(quote)
	return start < 0 || quote === '' ? null : { start, end: start + quote.length }
}

/** A block of the source as it is shown: a part of its text, with the marked part where it holds one. */
export interface ShownBlock {
	readonly kind: StoredSource['blocks'][number]['kind']
	readonly start: number
	readonly before: string
	readonly marked: string
	readonly after: string
	/** The page does not show it when it is opened. */
	readonly hidden: boolean
}

/** The end of a text, from the beginning of a word on. */
const endOf = (text: string): string => `…${text.slice(-AROUND).replace(/^\S*\s/u, '')}`

/** The beginning of a text, to the end of a word. */
const beginningOf = (text: string): string => `${text.slice(0, AROUND).replace(/\s\S*$/u, '')}…`

const cut = (text: string, from: number, to: number): string => text.slice(from, Math.max(from, to))

/** The blocks of a source in order, the quote marked. A source without blocks is one. */
export const blocksWith = (
	{ text, blocks }: Pick<StoredSource, 'text' | 'blocks'>,
	place: QuotePlace | null,
): readonly ShownBlock[] => {
	const whole: StoredSource['blocks'] =
		blocks.length > 0 ? blocks : [{ kind: 'paragraph', start: 0, end: text.length }]
	return whole.map(({ kind, start, end, hidden = false }) => {
		const from = Math.min(end, Math.max(start, place?.start ?? end))
		const to = Math.min(end, Math.max(from, place?.end ?? from))
		return {
			kind,
			start,
			before: cut(text, start, from),
			marked: cut(text, from, to),
			after: cut(text, to, end),
			hidden,
		}
	})
}

/** What stands around a quote: whole blocks, as far as they are not too long themselves. */
export const neighbourhood = (
	blocks: readonly ShownBlock[],
	place: QuotePlace,
): readonly ShownBlock[] =>
	blocks
		.filter(({ start, before, marked, after }) => {
			const end = start + before.length + marked.length + after.length
			return end > place.start - AROUND && start < place.end + AROUND
		})
		.map((block) =>
			block.marked === ''
				? { ...block, before: shortened(block, place), after: '' }
				: {
						...block,
						before: block.before.length > AROUND ? endOf(block.before) : block.before,
						after: block.after.length > AROUND ? beginningOf(block.after) : block.after,
					},
		)

/** Of a neighbour that is long: its end before the quote, its beginning behind it. */
const shortened = ({ start, before, after }: ShownBlock, place: QuotePlace): string => {
	const text = before + after
	if (text.length <= AROUND) return text
	return start < place.start ? endOf(text) : beginningOf(text)
}
