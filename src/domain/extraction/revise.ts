import { REVIEW } from '../policies.ts'
import { checkRewrite } from './check-rewrite.ts'
import { topicWords } from './classify.ts'
import { similarityOf } from './deduplicate.ts'
import type { Dropped, Extraction, Proposal } from './extract.ts'
import { keywordsOf } from './keywords.ts'
import { measure } from './measure.ts'
import type { PolicyCategory } from './source.ts'

/** What somebody else than the built-in engine, a model, would say of its proposals. */
export interface Revision {
	/** The proposals' indexes, with another wording or another category. */
	readonly statements: readonly {
		readonly index: number
		readonly text: string
		readonly category: PolicyCategory | null
	}[]
	/** The indexes of proposals that say the same. */
	readonly merges: readonly (readonly number[])[]
}

/** What was not taken of a revision, and why, in words for people. */
export interface Refused {
	readonly index: number
	readonly because: string
}

interface Revised {
	readonly proposals: readonly Proposal[]
	readonly dropped: readonly Dropped[]
	readonly refused: readonly Refused[]
}

/** Whoever says that two statements are one has to find so many of their words in both. */
const ALIKE = 0.4
/** A category that the built-in engine does not see is no surer than this. */
const UNSURE = 0.5

const restated = (proposal: Proposal, text: string, category: PolicyCategory): Proposal => {
	const { classification, quote } = proposal
	// How often the source says it is what the built-in engine counted.
	const measures = { ...measure(text, quote), importance: proposal.measures.importance }
	const isSame = category === classification.category
	return {
		...proposal,
		statement: { text, length: 'fits' },
		classification: {
			category,
			confidence: isSame ? classification.confidence : Math.min(UNSURE, classification.confidence),
			words: topicWords(quote, category),
		},
		measures,
		keywords: keywordsOf(text),
		needsReview:
			proposal.hidden ||
			measures.clarity.value < REVIEW.clarity ||
			measures.bias.value > REVIEW.bias,
	}
}

/** The wordings and categories that can be taken. A wording that cannot leaves the category to be taken. */
const restate = (
	proposals: readonly Proposal[],
	{ statements }: Revision,
	names: readonly string[],
): { readonly stated: Proposal[]; readonly refused: Refused[] } => {
	const stated = [...proposals]
	const refused: Refused[] = []
	for (const { index, text, category } of statements) {
		const proposal = stated[index]
		if (!proposal) continue
		const isNew = text !== proposal.statement.text
		const because = isNew ? checkRewrite(text, proposal.quote, names) : null
		if (because !== null) refused.push({ index, because })
		const kept = proposal.classification.category
		if (isNew && because === null) {
			stated[index] = restated(proposal, text, category ?? kept)
		} else if (category !== null && category !== kept) {
			const { confidence } = proposal.classification
			const words = topicWords(proposal.quote, category)
			const classification = { category, confidence: Math.min(UNSURE, confidence), words }
			stated[index] = { ...proposal, classification }
		}
	}
	return { stated, refused }
}

/** For each proposal that goes: the one that stays. Of each group the first with the best score does. */
const merge = (
	proposals: readonly Proposal[],
	{ merges }: Revision,
): { readonly into: ReadonlyMap<number, number>; readonly refused: Refused[] } => {
	const into = new Map<number, number>()
	const staying = new Set<number>()
	const refused: Refused[] = []
	const at = (index: number): Proposal | undefined => proposals[index]
	for (const group of merges) {
		const free = [...new Set(group)].filter(
			(index) => at(index) && !into.has(index) && !staying.has(index),
		)
		const [best, ...others] = free.toSorted(
			(a, b) =>
				Number(at(a)?.hidden ?? false) - Number(at(b)?.hidden ?? false) ||
				(at(b)?.score ?? 0) - (at(a)?.score ?? 0) ||
				a - b,
		)
		const kept = best === undefined ? undefined : at(best)
		if (best === undefined || !kept || others.length === 0) continue
		staying.add(best)
		for (const index of others) {
			const alike = similarityOf(at(index)?.statement.text ?? '', kept.statement.text)
			if (alike >= ALIKE) into.set(index, best)
			else refused.push({ index, because: 'it does not say the same as the one it was put to' })
		}
	}
	return { into, refused }
}

/**
 * Takes of a revision what holds: every wording is held against its quote, every merge against the statements. What does
 * not hold leaves the built-in engine's statement as it is, and is named.
 * @param names of the candidate and the party.
 */
export const revise = (
	{ proposals, dropped }: Extraction,
	revision: Revision,
	names: readonly string[] = [],
): Revised => {
	// What says the same is found in the built-in wordings, which nobody else has touched.
	const { into, refused: unlike } = merge(proposals, revision)
	const { stated, refused } = restate(proposals, revision, names)
	const rest = stated.map((_, index) => index).filter((index) => !into.has(index))
	const places = new Map(rest.map((index, place) => [index, place]))
	const placeOf = (index: number): number | null => places.get(into.get(index) ?? index) ?? null
	const merged = [...into.keys()].map((index): Dropped => {
		const { quote = '', start = 0 } = proposals[index] ?? {}
		const because = 'the language model found it to say the same'
		return { quote, start, reason: 'duplicate', kept: placeOf(index), because }
	})
	return {
		proposals: stated.filter((_, index) => !into.has(index)),
		dropped: [
			...dropped.map((each) => ({
				...each,
				kept: each.kept === null ? null : placeOf(each.kept),
			})),
			...merged,
		],
		refused: [...refused, ...unlike],
	}
}
