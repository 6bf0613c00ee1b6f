import { type Finding, neutrality } from '#domain/extraction/neutrality.ts'
import { countWords } from '#domain/policies.ts'

/** Whom a statement names to be not neutral. */
export interface Names {
	/** Of the candidate. */
	readonly own: readonly string[]
	/** Of those who stand in the same elections; null as long as they are not known. */
	readonly others: readonly string[] | null
	/** Of all of them, as far as they are known. */
	readonly parties: readonly string[]
}

export const NO_NAMES: Names = { own: [], others: [], parties: [] }

/** A part of a statement, with what is not neutral about it. */
export interface Piece {
	readonly text: string
	readonly start: number
	readonly concern: Finding['concern'] | null
}

/** Something that is not neutral, by which words of the statement it is. */
export interface Placed extends Finding {
	/** The first and the last, counted from 1. */
	readonly firstWord: number
	readonly lastWord: number
}

/** What is not neutral in a statement, in the order in which it stands. */
export const placedConcerns = (text: string, { own, others, parties }: Names): readonly Placed[] =>
	neutrality(text, own, others ?? [], parties).map((finding) => {
		const before = countWords(text.slice(0, finding.start))
		// Words that begin in the middle of one belong to it.
		const joined = finding.start > 0 && /\S/.test(text[finding.start - 1] ?? '') ? 0 : 1
		const firstWord = before + joined
		return { ...finding, firstWord, lastWord: firstWord + countWords(finding.words) - 1 }
	})

/** A list of hundreds is looked at whenever one changes: each text is judged once. */
const judged = new WeakMap<Names, Map<string, Judged>>()
const JUDGED_MAX = 2000

interface Judged {
	/** How many things are not neutral. */
	readonly concerns: number
	/** Words that name someone. */
	readonly named: readonly string[]
}

const judge = (text: string, names: Names): Judged => {
	const counts = judged.get(names) ?? new Map<string, Judged>()
	judged.set(names, counts)
	const known = counts.get(text)
	if (known !== undefined) return known
	if (counts.size > JUDGED_MAX) counts.clear()
	const placed = placedConcerns(text, names)
	const named = placed.filter(({ concern }) => concern === 'name').map(({ words }) => words)
	const found = { concerns: placed.length, named: [...new Set(named)] }
	counts.set(text, found)
	return found
}

/** How many things in a statement are not neutral. */
export const concernCount = (text: string, names: Names): number => judge(text, names).concerns

/** Words of a statement that name a candidate or a party, each once. */
export const namedWords = (text: string, names: Names): readonly string[] =>
	judge(text, names).named

/** The statement in pieces, of which some are marked. Where two concerns meet, the words belong to the first. */
export const piecesOf = (text: string, concerns: readonly Finding[]): readonly Piece[] => {
	const pieces: Piece[] = []
	let at = 0
	for (const { start, end, concern } of concerns) {
		if (start < at) continue
		if (start > at) pieces.push({ text: text.slice(at, start), start: at, concern: null })
		pieces.push({ text: text.slice(start, end), start, concern })
		at = end
	}
	if (at < text.length) pieces.push({ text: text.slice(at), start: at, concern: null })
	return pieces
}
