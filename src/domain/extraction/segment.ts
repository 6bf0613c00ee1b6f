import { type Context, type Topics, topicsOf } from './classify.ts'
import { COMMITMENT, type Detection } from './commitments.ts'
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

/** A part of a text, from an offset to before another. */
export interface Span {
	readonly start: number
	readonly end: number
}

const TERMINATORS = new Set(['.', '!', '?', '…', '。', '！', '？'])
const CLOSERS = new Set(['"', "'", '”', '’', '»', ')', ']', '}', '*', '_'])
const OPENERS = /["'“‘«([{*_¿¡]/u
/** As far back as a word is looked at, and as far ahead: a text without spaces is read in a straight line too. */
const REACH = 40

const isSpace = (char: string | undefined): boolean => char !== undefined && /\s/u.test(char)

/** The word before an offset, with the dots inside it: "U.S", "e.g", "Mr". */
const wordBefore = (text: string, at: number): string => {
	let start = at
	const floor = Math.max(0, at - REACH)
	while (start > floor && /[\p{L}\p{N}.'’&]/u.test(text[start - 1] ?? '')) start--
	return text.slice(start, at)
}

/** The first word after an offset, without what opens it. */
const wordAfter = (text: string, at: number): string =>
	/[\p{L}\p{N}]+/u.exec(text.slice(at, at + REACH))?.[0] ?? ''

/** Whether what follows can begin a sentence at all: anything but a small letter or a mark that goes on. */
const canBegin = (text: string, at: number): boolean => {
	let place = at
	while (place < at + 4 && OPENERS.test(text[place] ?? '')) place++
	const char = String.fromCodePoint(text.codePointAt(place) ?? 32)
	return !/[\p{Ll}.,;:)\]–—-]/u.test(char)
}

/** Whether the stop after a word is a part of it, given what follows. */
const isAbbreviation = (before: string, next: string, atStart: boolean): boolean => {
	const word = before.toLowerCase().replaceAll('’', "'")
	const starts = STARTERS.has(next.toLowerCase())
	if (TITLES.has(word)) return true
	if (BEFORE_NUMBERS.has(word) && /^\d/.test(next)) return true
	// "1. Raise": the number of a list.
	if (atStart && /^(?:\d{1,3}|[ivx]{1,4}|\p{L})$/iu.test(before)) return true
	// "J. Smith", but "vitamin C. The"; "U.S. Senate", but "of the U.S. The".
	const isInitial = /^\p{Lu}$/u.test(before) && before !== 'I'
	return !starts && (isInitial || ENDING.has(word) || /^(?:\p{L}\.)+\p{L}$/u.test(before))
}

/** Whether a full stop without a space after it ends a sentence all the same: "it ends here.The next". */
const runsOn = (text: string, at: number): boolean =>
	/\p{Ll}{2}|[)"”]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
	/^\p{Lu}(?:\p{Ll}|\s)/u.test(text.slice(at + 1, at + 3)) &&
	!/[./@]/.test(wordBefore(text, at))

/** Behind a run of stops and what closes with it: `."` and `?!)`. */
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

/** Whether a sentence that began at `start` ends with the run of stops from `at` to before `end`. */
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
 * The sentences of a piece of running text, without the white space between them. Rules rather than the platform's
 * segmenter: phones and servers carry different releases of that, and a quote's place must not hang on them.
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

/** What stands above a block: its heading, and the list that it is in. */
interface Above {
	heading: string | null
	leadIn: string | null
	list: number | null
	lists: number
	/** The last sentence of the paragraph above, which may announce a list. */
	last: string | null
}

/** Changes what stands above by the block that comes now. */
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

/** The sentences of one block, under what stands above it. */
const sentencesOf = (text: string, block: Block, index: number, above: Above): Sentence[] => {
	const spans = block.kind === 'heading' ? [{ start: 0, end: text.length }] : sentenceSpans(text)
	const isBullet = block.kind === 'bullet'
	return spans.map(({ start, end }) => ({
		start: block.start + start,
		end: block.start + end,
		quote: text.slice(start, end),
		text: oneLine(text.slice(start, end)),
		kind: block.kind,
		block: index,
		heading: above.heading,
		leadIn: isBullet ? above.leadIn : null,
		list: isBullet ? above.list : null,
		hidden: block.hidden === true,
	}))
}

/**
 * The sentences of a source with their exact places. A sentence never reaches over the end of its block; a bullet without a
 * full stop is one, and so is a heading, which is never divided and stands under itself.
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

export interface Judged {
	readonly sentence: Sentence
	readonly detection: Detection
}

/** A list of fewer items is no company. */
const COMPANY = 3
/** What an item gets that its list speaks for. */
const LIFTED = 0.55
/** Below this an item has a reason against it that its list does not outweigh. */
const FLOOR = 0.1

/**
 * Judges the items of a list together: where at least half of them are commitments, the others are read as such too,
 * unless something speaks against them. "Warm homes" means little alone, and much between "Cap rents" and "Insulate schools".
 */
export const settleLists = (judged: readonly Judged[]): Judged[] => {
	const lists = new Map<number, { all: number; committed: number }>()
	for (const { sentence, detection } of judged) {
		if (sentence.list === null) continue
		const list = lists.get(sentence.list) ?? { all: 0, committed: 0 }
		list.all++
		if (detection.score >= COMMITMENT) list.committed++
		lists.set(sentence.list, list)
	}
	return judged.map((each) => {
		const { sentence, detection } = each
		const list = sentence.list === null ? undefined : lists.get(sentence.list)
		const isCarried = list && list.all >= COMPANY && 2 * list.committed >= list.all
		if (!isCarried || detection.score >= COMMITMENT || detection.score < FLOOR) return each
		const reason = { text: 'stands in a list of commitments', weight: 2 }
		return { sentence, detection: { score: LIFTED, reasons: [...detection.reasons, reason] } }
	})
}

/** Sentences so far before and behind are neighbours. */
const CONTEXT_REACH = 2

/** Gives each sentence what stands around it; the topics of a text that several share are read once. */
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
