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

/** Entries by first word, or by its prefix if it ends in *. */
export interface Phrases<Value> {
	readonly closed: ReadonlyMap<string, readonly Entry<Value>[]>
	readonly open: ReadonlyMap<string, readonly Entry<Value>[]>
	/** Distinct prefix lengths, to look up each word once per length. */
	readonly lengths: readonly number[]
}

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

const append = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void => {
	const list = map.get(key)
	if (list === undefined) map.set(key, [value])
	else list.push(value)
}

export const phrases = <Value>(entries: Iterable<readonly [string, Value]>): Phrases<Value> => {
	const closed = new Map<string, Entry<Value>[]>()
	const open = new Map<string, Entry<Value>[]>()
	for (const [text, value] of entries) {
		const parts = parse(text)
		const [first] = parts
		if (first === undefined) continue
		append(first.open ? open : closed, first.word, { parts, text, value })
	}
	const lengths = [...new Set([...open.keys()].map((word) => word.length))].toSorted(
		(a, b) => a - b,
	)
	return { closed, open, lengths }
}

const singular = (word: string): string => {
	if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
	if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
	return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word
}

const fits = (part: Part, word: string): boolean =>
	part.open ? word.startsWith(part.word) : word === part.word || singular(word) === part.word

const matches = <Value>(entry: Entry<Value>, tokens: readonly Token[], at: number): boolean =>
	entry.parts.every((part, index) => {
		const token = tokens[at + index]
		return token !== undefined && fits(part, token.word)
	})

const candidates = <Value>(lexicon: Phrases<Value>, word: string): Entry<Value>[] => {
	const found: Entry<Value>[] = [...(lexicon.closed.get(word) ?? [])]
	const one = singular(word)
	if (one !== word) found.push(...(lexicon.closed.get(one) ?? []))
	for (const length of lexicon.lengths) {
		if (length > word.length) break
		found.push(...(lexicon.open.get(word.slice(0, length)) ?? []))
	}
	return found
}

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
		const here = candidates(lexicon, tokens[at]?.word ?? '').filter((entry) =>
			matches(entry, tokens, at),
		)
		const length = Math.max(1, ...here.map((entry) => entry.parts.length))
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
): boolean =>
	candidates(lexicon, tokens[at]?.word ?? '').some((entry) => matches(entry, tokens, at))
