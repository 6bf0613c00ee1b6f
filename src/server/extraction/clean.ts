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
/** Nobody sees these: marks of direction, joiners of nothing, soft hyphens. They only hide text from a search for it. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu
/** A word on a poster, with a space behind each of its letters. */
const SPACED = /(?<![\p{L}\p{N}])(?:\p{L} ){4,}\p{L}(?![\p{L}\p{N}])/gu

/**
 * A text as it is stored: what cannot be seen is taken out, ligatures and letters set apart become words, line ends are
 * alike. Quotes are looked for in this text, so it is cleaned once, before it is stored.
 */
export const cleanText = (text: string): string =>
	text
		.replace(/\r\n?|\u2028|\u2029/gu, '\n')
		.replace(INVISIBLE, '')
		.replace(CONTROL, ' ')
		.replace(/[ﬀ-ﬆ]/gu, (letter) => LIGATURES[letter] ?? letter)
		.replace(SPACED, (word) => word.replaceAll(' ', ''))
		.normalize('NFC')
