/** A word as the stages compare it, and where it stands in the text it was read from. */
export interface Token {
	/** Lower case, without its possessive 's. */
	readonly word: string
	readonly start: number
	readonly end: number
	/** Whether it is written with a capital. */
	readonly capital: boolean
}

/** Initials with dots; numbers with their separators; words with apostrophes; the signs that count. */
const WORD =
	/(?:\p{Lu}\.){2,}|\p{N}+(?:[.,]\p{N}+)*\p{L}*|\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*|[%£$€]/gu

/**
 * Contractions as the words that they stand for, so that "won't" is a "will not". A map, like every table that is asked for words
 * of others: an object has a "constructor".
 */
const CONTRACTED: ReadonlyMap<string, readonly string[]> = new Map(
	Object.entries<readonly string[]>({
		"won't": ['will', 'not'],
		"can't": ['can', 'not'],
		"shan't": ['shall', 'not'],
		"let's": ['let', 'us'],
		cannot: ['can', 'not'],
		wont: ['will', 'not'],
		dont: ['do', 'not'],
	}),
)
const ENDINGS: ReadonlyMap<string, string> = new Map(
	Object.entries<string>({
		ll: 'will',
		ve: 'have',
		re: 'are',
		d: 'would',
		m: 'am',
	}),
)
/** After these an 's is "is", after any other word it is a possessive. */
const BEFORE_IS = new Set(['it', 'that', 'there', 'he', 'she', 'what', 'who', 'here', 'where'])
/** Written so, they are countries; in lower case they are words. */
const COUNTRIES: ReadonlyMap<string, string> = new Map(
	Object.entries<string>({ US: 'usa', 'U.S.': 'usa', 'U.S.A.': 'usa' }),
)

const spread = (word: string): readonly string[] => {
	const known = CONTRACTED.get(word)
	if (known !== undefined) return known
	if (word.endsWith("n't")) return [word.slice(0, -3), 'not']
	const at = word.lastIndexOf("'")
	if (at < 0) return [word]
	const head = word.slice(0, at)
	const tail = word.slice(at + 1)
	if (tail === 's') return BEFORE_IS.has(head) ? [head, 'is'] : [head]
	const whole = ENDINGS.get(tail)
	return whole === undefined ? [word] : [head, whole]
}

/** The words of a text in order. Words joined by a hyphen are words of their own. */
export const tokensOf = (text: string): Token[] => {
	const tokens: Token[] = []
	for (const { 0: raw, index } of text.matchAll(WORD)) {
		const place = { start: index, end: index + raw.length, capital: /^\p{Lu}/u.test(raw) }
		const plain = COUNTRIES.get(raw) ?? raw.replaceAll('’', "'").toLowerCase()
		const word = plain.endsWith('.') ? plain.replaceAll('.', '') : plain
		for (const part of spread(word)) tokens.push({ word: part, ...place })
	}
	return tokens
}
