import type { LeftOut } from './source-text.ts'

/**
 * Direction marks, soft hyphens, fillers, variation selectors, and tag characters. They are invisible, and can hide
 * text from readers or from a search.
 */
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu
/** Zero-width joiners next to Latin letters, digits, or spaces. Elsewhere they have a meaning. Linear time. */
const IDLE_JOINERS =
	/(?<![\u200c\u200d])[\u200c\u200d]+(?=[\p{Script=Latin}\p{N}\s])|(?<=[\p{Script=Latin}\p{N}\s])[\u200c\u200d]+/gu
/** Text after a direction override. It is displayed in reverse, so readers see something else than the stored text. */
const TURNED = /[\u202d\u202e][^\u202c\n]*\u202c?/gu
/** Control characters, and the braille blank, which `\s` does not match. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2800]/gu
/** A letter-spaced word: "V O T E R". */
const SPACED = /(?<![\p{L}\p{N}])(?:\p{L} ){4,}\p{L}(?![\p{L}\p{N}])/gu

/** A note mark: "1", "2, 3", "[4]", "(a)", "*". Excludes bare letters, which may be ordinal suffixes. */
const NOTE_MARK =
	/^(?:[([]\s*(?:\d{1,4}|[a-z]{1,4}|note \d{1,3})(?:\s*[,;–-]\s*\d{1,4})*\s*[)\]]|\d{1,3}(?:\s*[,;–-]\s*\d{1,3}){0,9}|[*∗†‡§¶#]{1,4}){1,6}$/iu
const HAS_EXPONENT = /(?:^|[^\p{L}])(?:[kcdmµ]?m|ft|in|yd|mi|10|2|[a-z])$/u

/** Tells a note mark from an exponent or ordinal. @param before the text in front of it. */
export const isNoteMark = (raised: string, before: string): boolean =>
	NOTE_MARK.test(raised.trim()) && !HAS_EXPONENT.test(before.slice(-12).trimEnd())

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Keeps exponents as superscript digits: 10⁶ is not 106. */
export const raisedDigits = (text: string): string =>
	text.replace(/\d/g, (digit) => RAISED.charAt(Number(digit)))

const RAISED_MARK =
	/(?<=[\p{L}\p{N}.,;:!?"'”’)\]])[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}(?:[,⁻][⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}){0,5}(?![\p{L}\p{N}⁰¹²³⁴⁵⁶⁷⁸⁹])/gu

const isExponent = (text: string, at: number): boolean =>
	HAS_EXPONENT.test(text.slice(Math.max(0, at - 12), at))

/**
 * Normalizes text for storage: removes invisible characters, and unifies ligatures, letter-spacing, and line ends. Call
 * it once, before storing, because quotes are located in the stored text.
 */
export const cleanText = (text: string): string =>
	text
		.replace(RAISED_MARK, (mark: string, at: number) => (isExponent(text, at) ? mark : ''))
		.replace(/\r\n?|\u2028|\u2029/gu, '\n')
		.replace(TURNED, ' ')
		.replace(INVISIBLE, '')
		.replace(IDLE_JOINERS, '')
		.replace(CONTROL, ' ')
		.replace(/[ﬀ-ﬆ]/gu, (ligature) => ligature.normalize('NFKC'))
		.replace(SPACED, (word) => word.replaceAll(' ', ''))
		.normalize('NFC')
		// Lone surrogates, e.g. from a numeric character reference. PostgreSQL rejects them.
		.replace(/\p{Surrogate}/gu, '\ufffd')

/** Lists the words that {@link cleanText} removes. */
export const removedByCleaning = (text: string): LeftOut[] => [
	...[...text.matchAll(TURNED)].map(([turned]): LeftOut => {
		return { reason: 'hidden', text: turned.replace(INVISIBLE, '') }
	}),
	...[...text.matchAll(RAISED_MARK)]
		.filter(({ index }) => !isExponent(text, index))
		.map(([mark]): LeftOut => ({ reason: 'mark', text: mark })),
]
