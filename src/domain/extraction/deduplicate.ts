import { STOPWORDS } from './stopwords.ts'
import { tokensOf } from './tokens.ts'

/** A statement that says what another one says already. */
export interface Duplicate {
	/** The indexes of the one left out and of the one that stays. */
	readonly dropped: number
	readonly kept: number
	/** 0 to 1: how many of their words they share. */
	readonly similarity: number
	/** Why the other one stays, in words for people. */
	readonly because: string
}

/** Two statements with so many of their content words in common say the same. */
const ALIKE = 0.75
/** A statement is compared with at most so many others: those that share its rarest words. */
const MOST_COMPARED = 100

interface Words {
	readonly index: number
	readonly set: ReadonlySet<string>
	/** Figures and negations, which have to be the same: 100 homes are not 200. */
	readonly exact: string
}

const stem = (word: string): string => word.replace(/(?:ies|ing|es|ed|s)$/u, '').slice(0, 8)

const wordsOf = (text: string, index: number): Words => {
	const tokens = tokensOf(text)
	const exact = tokens.filter(({ word }) => /\d|^(?:not|never|no|oppose|against)$/.test(word))
	const content = tokens.filter(({ word }) => !STOPWORDS.has(word) && word.length > 1)
	return {
		index,
		set: new Set(content.map(({ word }) => stem(word))),
		exact: exact.map(({ word }) => word).join(' '),
	}
}

const similarity = (a: Words, b: Words): number => {
	if (a.exact !== b.exact || a.set.size === 0) return 0
	const both = [...a.set].filter((word) => b.set.has(word)).length
	return both / (a.set.size + b.set.size - both)
}

/** 0 to 1: how many of their words of content two statements share; 0 where figures or negations differ. */
export const similarityOf = (one: string, other: string): number =>
	similarity(wordsOf(one, 0), wordsOf(other, 1))

/** How many texts hold each word. */
const frequencies = (all: readonly Words[]): ReadonlyMap<string, number> => {
	const counts = new Map<string, number>()
	for (const { set } of all) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1)
	return counts
}

/** The rarest words of a text: two alike texts share at least one of them, so that only those need comparing. */
const rarest = ({ set }: Words, counts: ReadonlyMap<string, number>): string[] => {
	const most = set.size - Math.ceil(ALIKE * set.size) + 1
	const byRarity = [...set].toSorted(
		(a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1),
	)
	return byRarity.slice(0, most)
}

/**
 * Finds statements that say nearly the same. The one with the higher score stays, of equal ones the first.
 * @param statements in the order of the source.
 * @returns those to leave out, in that order.
 */
export const duplicatesOf = (
	statements: readonly { readonly text: string; readonly score: number }[],
): Duplicate[] => {
	const all = statements.map(({ text }, index) => wordsOf(text, index))
	const counts = frequencies(all)
	const scoreOf = (index: number): number => statements[index]?.score ?? 0
	const kept = new Map<string, Words[]>()
	const duplicates: Duplicate[] = []
	for (const words of all.toSorted(
		(a, b) => scoreOf(b.index) - scoreOf(a.index) || a.index - b.index,
	)) {
		const keys = rarest(words, counts)
		const others = keys.flatMap((key) => kept.get(key) ?? []).slice(0, MOST_COMPARED)
		const same = others.find((other) => similarity(words, other) >= ALIKE)
		if (same) {
			const firmer = scoreOf(same.index) > scoreOf(words.index)
			duplicates.push({
				dropped: words.index,
				kept: same.index,
				similarity: Math.round(100 * similarity(words, same)) / 100,
				because: firmer ? 'it commits more clearly' : 'it comes first in the source',
			})
			continue
		}
		for (const key of keys) {
			const list = kept.get(key)
			if (list) list.push(words)
			else kept.set(key, [words])
		}
	}
	return duplicates.toSorted((a, b) => a.dropped - b.dropped)
}
