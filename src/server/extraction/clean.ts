/** Letters that a font draws as one. */
const LIGATURES: Readonly<Record<string, string>> = {
	ﬀ: 'ff',
	ﬁ: 'fi',
	ﬂ: 'fl',
	ﬃ: 'ffi',
	ﬄ: 'ffl',
	ﬅ: 'st',
	ﬆ: 'st',
}
/**
 * Nobody sees these: marks of direction, joiners of nothing, soft hyphens, fillers, selectors of a sign's form, and a whole
 * alphabet of tags that only machines read. They hide text, or hide it from a search for it.
 */
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu
/** These join letters of some alphabets; beside a Latin one, a digit or a space they join nothing. */
const JOINERS = /[\u200c\u200d]+/gu
const ENDS_UNJOINED = /[\p{Script=Latin}\p{N}\s]$/u
const BEGINS_UNJOINED = /^[\p{Script=Latin}\p{N}\s]/u
/** What stands behind such a mark is drawn in the other direction, whatever it says: nobody reads there what is written. */
const TURNED = /[\u202d\u202e][^\u202c\n]*\u202c?/gu
/** A blank that is not counted as one. */
const BLANK = /\u2800/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu
/** Half a character, as a file can name it by its number: no database takes it. */
const SURROGATE = /\p{Surrogate}/gu
/** A word on a poster, with a space behind each of its letters. */
const SPACED = /(?<![\p{L}\p{N}])(?:\p{L} ){4,}\p{L}(?![\p{L}\p{N}])/gu

/** Each run is looked at once, whatever its length: its two neighbours decide, which may be two units long. */
const withoutIdleJoiners = (text: string): string =>
	text.replace(JOINERS, (run, at: number) => {
		const end = at + run.length
		const isIdle =
			ENDS_UNJOINED.test(text.slice(Math.max(0, at - 2), at)) ||
			BEGINS_UNJOINED.test(text.slice(end, end + 2))
		return isIdle ? '' : run
	})

/**
 * A text as it is stored: what cannot be seen is taken out, ligatures and letters set apart become words, line ends are
 * alike. Quotes are looked for in this text, so it is cleaned once, before it is stored.
 */
export const cleanText = (text: string): string =>
	withoutIdleJoiners(
		withoutRaisedMarks(text)
			.replace(/\r\n?|\u2028|\u2029/gu, '\n')
			.replace(TURNED, ' ')
			.replace(INVISIBLE, ''),
	)
		.replace(BLANK, ' ')
		.replace(CONTROL, ' ')
		.replace(/[ﬀ-ﬆ]/gu, (letter) => LIGATURES[letter] ?? letter)
		.replace(SPACED, (word) => word.replaceAll(' ', ''))
		.normalize('NFC')
		.replace(SURROGATE, '\ufffd')

/** The mark of a note: "1", "2, 3", "[4]", "(a)", "*". A letter alone may be the ending of a number. */
const NOTE_MARK =
	/^(?:[([]\s*(?:\d{1,4}|[a-z]{1,4}|note \d{1,3})(?:\s*[,;–-]\s*\d{1,4})*\s*[)\]]|\d{1,3}(?:\s*[,;–-]\s*\d{1,3}){0,9}|[*∗†‡§¶#]{1,4}){1,6}$/iu
const HAS_EXPONENT = /(?:^|[^\p{L}])(?:[kcdmµ]?m|ft|in|yd|mi|10|2|[a-z])$/u

/** Whether raised letters are the mark of a note and no exponent or ordinal. @param before the text in front of them. */
export const isNoteMark = (raised: string, before: string): boolean =>
	NOTE_MARK.test(raised.trim()) && !HAS_EXPONENT.test(before.slice(-12).trimEnd())

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** An exponent in letters that stay raised: 10⁶ is not 106. */
export const raisedDigits = (text: string): string =>
	text.replace(/\d/g, (digit) => RAISED.charAt(Number(digit)))

/** Without marks of notes that are written in raised digits: "a year¹". */
const withoutRaisedMarks = (text: string): string =>
	text.replace(
		/(?<=[\p{L}\p{N}.,;:!?"'”’)\]])[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}(?:[,⁻][⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}){0,5}(?![\p{L}\p{N}⁰¹²³⁴⁵⁶⁷⁸⁹])/gu,
		(mark: string, at: number) =>
			HAS_EXPONENT.test(text.slice(Math.max(0, at - 12), at)) ? mark : '',
	)
