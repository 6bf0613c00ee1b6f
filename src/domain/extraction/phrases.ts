import type { Token } from './text.ts'

/** A word of an entry: matches itself and its plural or, with a *, any word with this prefix. */
interface Part {
	readonly word: string
	readonly open: boolean
}

interface Entry<Value> {
	readonly parts: readonly Part[]
	readonly text: string
	readonly value: Value
}

export interface Found<Value> {
	readonly text: string
	readonly at: number
	readonly length: number
	readonly value: Value
}

/** Entries by the first letters of their first word. */
export type Phrases<Value> = ReadonlyMap<string, readonly Entry<Value>[]>

const keyOf = (word: string): string => word.slice(0, 2)

export const entriesOf = (list: string): string[] =>
	list
		.split(/[,\n]/)
		.map((each) => each.trim())
		.filter(Boolean)

const parse = (text: string): Part[] =>
	text.split(' ').map((word) => {
		const open = word.endsWith('*')
		return { word: open ? word.slice(0, -1) : word, open }
	})

export const phrases = <Value>(entries: Iterable<readonly [string, Value]>): Phrases<Value> => {
	const byKey = new Map<string, Entry<Value>[]>()
	for (const [text, value] of entries) {
		const parts = parse(text)
		const key = keyOf(parts[0]?.word ?? '')
		const list = byKey.get(key) ?? []
		list.push({ parts, text, value })
		byKey.set(key, list)
	}
	return byKey
}

const singular = (word: string): string => {
	if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
	if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
	return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word
}

const fits = (part: Part, word: string): boolean =>
	part.open ? word.startsWith(part.word) : word === part.word || singular(word) === part.word

const entriesAt = <Value>(
	lexicon: Phrases<Value>,
	tokens: readonly Token[],
	at: number,
): Entry<Value>[] =>
	(lexicon.get(keyOf(tokens[at]?.word ?? '')) ?? []).filter(({ parts }) =>
		parts.every((part, index) => {
			const token = tokens[at + index]
			return token !== undefined && fits(part, token.word)
		}),
	)

/**
 * Finds lexicon entries from left to right. The longest entry at a position wins and its words are consumed: "foreign
 * trade zone" is not also "trade". Entries of equal length (a prefix and a whole word) all count.
 */
export const findPhrases = <Value>(
	lexicon: Phrases<Value>,
	tokens: readonly Token[],
): Found<Value>[] => {
	const found: Found<Value>[] = []
	let at = 0
	while (at < tokens.length) {
		const here = entriesAt(lexicon, tokens, at)
		const length = Math.max(1, ...here.map(({ parts }) => parts.length))
		for (const { text, value, parts } of here) {
			if (parts.length === length) found.push({ text, at, length, value })
		}
		at += length
	}
	return found
}

export const phraseSet = (list: string): Phrases<true> =>
	phrases(entriesOf(list).map((entry) => [entry, true] as const))

export const occurs = (lexicon: Phrases<unknown>, tokens: readonly Token[]): boolean =>
	findPhrases(lexicon, tokens).length > 0

/** True if an entry of a set starts at this index. */
export const standsAt = (
	lexicon: Phrases<unknown>,
	tokens: readonly Token[],
	at: number,
): boolean => entriesAt(lexicon, tokens, at).length > 0
