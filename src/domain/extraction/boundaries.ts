import { BEFORE_NUMBERS, ENDING, STARTERS, TITLES } from './abbreviations.ts'

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
