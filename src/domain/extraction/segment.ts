import { type Context, type Topics, topicsOf } from './classify.ts'
import {
	BEFORE_NUMBERS,
	type Block,
	ENDING,
	oneLine,
	type Sentence,
	type SourceText,
	STARTERS,
	TITLES,
} from './text.ts'

export interface Span {
	readonly start: number
	readonly end: number
}

const TERMINATORS = new Set(['.', '!', '?', '…', '。', '！', '？'])
const CLOSERS = new Set(['"', "'", '”', '’', '»', ')', ']', '}', '*', '_'])
const OPENERS = /["'“‘«([{*_¿¡]/u
/** Lookaround limit in characters, which keeps the time linear for texts without spaces. */
const REACH = 40

const isSpace = (char: string | undefined): boolean => char !== undefined && /\s/u.test(char)

const wordBefore = (text: string, at: number): string => {
	let start = at
	const floor = Math.max(0, at - REACH)
	while (start > floor && /[\p{L}\p{N}.'’&]/u.test(text[start - 1] ?? '')) start--
	return text.slice(start, at)
}

const wordAfter = (text: string, at: number): string =>
	/[\p{L}\p{N}]+/u.exec(text.slice(at, at + REACH))?.[0] ?? ''

/** False if the text continues with a lowercase letter or punctuation, which cannot start a sentence. */
const canBegin = (text: string, at: number): boolean => {
	let place = at
	while (place < at + 4 && OPENERS.test(text[place] ?? '')) place++
	const char = String.fromCodePoint(text.codePointAt(place) ?? 32)
	return !/[\p{Ll}.,;:)\]–—-]/u.test(char)
}

const isAbbreviation = (before: string, next: string, atStart: boolean): boolean => {
	const word = before.toLowerCase().replaceAll('’', "'")
	const starts = STARTERS.has(next.toLowerCase())
	if (TITLES.has(word)) return true
	if (BEFORE_NUMBERS.has(word) && /^\d/.test(next)) return true
	// List numbers: "1. Raise".
	if (atStart && /^(?:\d{1,3}|[ivx]{1,4}|\p{L})$/iu.test(before)) return true
	// "J. Smith", but "vitamin C. The"; "U.S. Senate", but "of the U.S. The".
	const isInitial = /^\p{Lu}$/u.test(before) && before !== 'I'
	return !starts && (isInitial || ENDING.has(word) || /^(?:\p{L}\.)+\p{L}$/u.test(before))
}

/** True if a period without a following space still ends a sentence: "it ends here.The next". */
const runsOn = (text: string, at: number): boolean =>
	/\p{Ll}{2}|[)"”]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
	/^\p{Lu}(?:\p{Ll}|\s)/u.test(text.slice(at + 1, at + 3)) &&
	!/[./@]/.test(wordBefore(text, at))

const afterRun = (text: string, at: number): number => {
	let end = at + 1
	while (TERMINATORS.has(text[end] ?? '')) end++
	while (CLOSERS.has(text[end] ?? '')) end++
	return end
}

const skipSpace = (text: string, at: number): number => {
	let place = at
	while (place < text.length && isSpace(text[place])) place++
	return place
}

const ends = (text: string, start: number, at: number, end: number): boolean => {
	if (end < text.length && !isSpace(text[end])) return end === at + 1 && runsOn(text, at)
	const next = skipSpace(text, end)
	if (next >= text.length) return true
	if (!canBegin(text, next)) return false
	if (text[at] !== '.' || end > at + 1) return true
	const before = wordBefore(text, at)
	return !isAbbreviation(before, wordAfter(text, next), at - before.length === start)
}

/**
 * Splits running text into sentences, without the whitespace between them. Does not use Intl.Segmenter: its versions
 * differ between devices, and offsets of quotes must not depend on them.
 */
export const sentenceSpans = (text: string): Span[] => {
	const spans: Span[] = []
	let start = skipSpace(text, 0)
	let at = start
	while (at < text.length) {
		if (!TERMINATORS.has(text[at] ?? '')) {
			at++
			continue
		}
		const end = afterRun(text, at)
		const over = ends(text, start, at, end)
		if (over) {
			spans.push({ start, end })
			start = skipSpace(text, end)
		}
		at = over ? start : end
	}
	const last = start + text.slice(start).trimEnd().length
	if (last > start) spans.push({ start, end: last })
	return spans
}

interface Above {
	heading: string | null
	leadIn: string | null
	list: number | null
	lists: number
	/** Last sentence of the paragraph above, which may announce a list. */
	last: string | null
}

const enter = (above: Above, block: Block, text: string): void => {
	if (block.kind === 'bullet') {
		if (above.list === null) {
			above.list = above.lists++
			above.leadIn = above.last?.endsWith(':') ? above.last : null
		}
		return
	}
	above.list = null
	above.leadIn = null
	if (block.kind === 'heading') {
		above.heading = oneLine(text)
		// A heading may announce a list itself ("We will:").
		above.last = above.heading
	}
}

/** Markers of list items within a line, and semicolons after an announcement: "We will: cap rents; plant trees". */
const INLINE = /\s[•▪◦‣✓✔✗✘■]\s+/gu
const SERIES = /;\s+(?:and\s+)?/gu

const cutAt = (text: string, { start, end }: Span, pattern: RegExp, from = 0): Span[] => {
	const part = text.slice(start, end)
	const parts: Span[] = []
	let at = 0
	for (const { 0: mark, index } of part.matchAll(pattern)) {
		if (index < from) continue
		if (index > at) parts.push({ start: start + at, end: start + index })
		at = index + mark.length
	}
	return [...parts, { start: start + at, end }].filter((each) => each.end > each.start)
}

const itemsIn = (text: string): Span[] => {
	const items = cutAt(text, { start: 0, end: text.length }, INLINE)
	if (items.length > 1) return items
	const colon = text.search(/:\s/u)
	const isSeries = colon > 0 && colon < LEAD && (text.slice(colon).match(SERIES)?.length ?? 0) > 1
	return isSeries ? cutAt(text, { start: 0, end: text.length }, SERIES, colon) : items
}
const LEAD = 80

const sentencesOf = (text: string, block: Block, index: number, above: Above): Sentence[] => {
	const items = block.kind === 'heading' ? [{ start: 0, end: text.length }] : itemsIn(text)
	const isListed = items.length > 1
	if (isListed && block.kind !== 'bullet') above.list = above.lists++
	const kind = isListed ? 'bullet' : block.kind
	const spans = items.flatMap((item) =>
		block.kind === 'heading'
			? [item]
			: sentenceSpans(text.slice(item.start, item.end)).map(({ start, end }) => ({
					start: item.start + start,
					end: item.start + end,
				})),
	)
	return spans.map(({ start, end }) => ({
		start: block.start + start,
		end: block.start + end,
		quote: text.slice(start, end),
		text: oneLine(text.slice(start, end)),
		kind,
		block: index,
		heading: above.heading,
		leadIn: kind === 'bullet' ? above.leadIn : null,
		list: kind === 'bullet' ? above.list : null,
		hidden: block.hidden === true,
	}))
}

/**
 * Splits a source into sentences with exact offsets. A sentence never crosses a block boundary. A bullet without a
 * period is one sentence. A heading is never split and is its own heading.
 */
export const segment = (source: SourceText): Sentence[] => {
	const sentences: Sentence[] = []
	const above: Above = { heading: null, leadIn: null, list: null, lists: 0, last: null }
	for (const [index, block] of source.blocks.entries()) {
		const text = source.text.slice(block.start, block.end)
		enter(above, block, text)
		const found = sentencesOf(text, block, index, above)
		for (const sentence of found) sentences.push(sentence)
		if (block.kind === 'paragraph') above.last = found.at(-1)?.text ?? above.last
	}
	return sentences
}

const CONTEXT_REACH = 2

/** Returns the context of each sentence. Caches the topics of shared texts. */
export const surroundings = (sentences: readonly Sentence[]): ((index: number) => Context) => {
	const known = new Map<string, Topics>()
	const topics = (text: string | null): Topics | null => {
		if (text === null) return null
		const read = known.get(text) ?? topicsOf(text)
		known.set(text, read)
		return read
	}
	return (index) => {
		const self = sentences[index]
		const near = sentences
			.slice(Math.max(0, index - CONTEXT_REACH), index + CONTEXT_REACH + 1)
			.filter((each) => each !== self && each.kind !== 'heading' && each.heading === self?.heading)
		return {
			heading: topics(self?.heading ?? null),
			leadIn: topics(self?.leadIn ?? null),
			neighbours: near.map(({ text }) => topics(text) ?? topicsOf(text)),
		}
	}
}
