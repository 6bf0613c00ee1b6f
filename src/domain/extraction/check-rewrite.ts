import { countWords, POLICY_WORDS, REVIEW } from '../policies.ts'
import { keywordsOf, topicWords } from './classify.ts'
import {
	type Dropped,
	type Extraction,
	isWeak,
	type Proposal,
	similarityOf,
	UNSURE,
} from './extract.ts'
import { measure } from './measure.ts'
import { neutrality } from './neutrality.ts'
import { entriesOf } from './phrases.ts'
import { isSameWord, type PolicyCategory, tokensOf } from './text.ts'
import { isDeed } from './verbs.ts'

/** Function words that a rewrite may add freely. All other words must come from the quote. */
const FREE = new Set(
	entriesOf(
		`a, an, the, and, of, in, on, at, to, for, by, with, from, as, that, which, who, this, these, those, it, its, they, their, there, is, are, be, been, being, do, should, must, will, shall, has, have`,
	),
)
const NEGATIONS = new Set(
	entriesOf(
		`not, no, never, neither, nor, none, nobody, nothing, without, except, unless, against, cannot, oppose, opposes, opposed, opposing, reject, rejects, refuse, refuses, resist, stop, end, ban, abolish, scrap, repeal, cancel, block, prevent, prohibit, outlaw, cut, reduce, lower, halve, close, freeze, withdraw, remove, limit, cap, avoid, delay`,
	),
)
const PASSIVE = new Set(entriesOf('be, been, being, is, are, was, were'))
/** Number of following content words that a negation applies to. */
const SCOPE = 4
/** Control characters, markup and URLs: a statement is a plain sentence. */
const MARKUP = /[\p{C}\p{Co}\p{Cn}<>{}[\]|`\\^~*_#=]|https?:|www\./u

const includes = (words: readonly string[], word: string): boolean =>
	words.some((other) => isSameWord(word, other))

const isNegation = (word: string): boolean =>
	[...NEGATIONS].some((negation) => isSameWord(negation, word))

const isFigure = (word: string): boolean => /\p{N}/u.test(word)

const isDeedForm = (word: string): boolean => {
	const bare = word.replace(/(?:ing|ed|es|s)$/u, '')
	return [word, bare, `${bare}e`, bare.slice(0, -1)].some(
		(form) => isDeed(form) && isSameWord(form, word),
	)
}

/** True for words that apply to what follows: action verbs, negations and figures. */
const holds = (word: string): boolean => isDeedForm(word) || isNegation(word) || isFigure(word)

const contentOf = (text: string): string[] =>
	tokensOf(text)
		.map(({ word }) => word)
		.filter((word) => !FREE.has(word))

/**
 * True if a word of the quote applies to another: it follows with no other action verb, negation or figure in between.
 */
const takesHold = (quote: readonly string[], at: number, of: string): boolean => {
	for (const word of quote.slice(at + 1)) {
		if (isSameWord(word, of)) return true
		if (holds(word)) return false
	}
	return false
}

/** Maps participles to their objects in passive sentences ("Rents will be capped"), where the object comes first. */
const passiveObjects = (quote: string): ReadonlyMap<string, string> => {
	const words = tokensOf(quote).map(({ word }) => word)
	const objects = new Map<string, string>()
	for (const [at, word] of words.entries()) {
		const before = words.slice(Math.max(0, at - 3), at)
		if (!isDeedForm(word) || !before.some((each) => PASSIVE.has(each))) continue
		const object = words.slice(0, at).findLast((each) => !FREE.has(each) && !PASSIVE.has(each))
		if (object !== undefined) objects.set(word, object)
	}
	return objects
}

const misplaced = (stated: readonly string[], quote: string): string | null => {
	const words = contentOf(quote)
	const passive = passiveObjects(quote)
	const isPlaced = (word: string, next: string): boolean =>
		words.some((each, at) => isSameWord(each, word) && takesHold(words, at, next)) ||
		[...passive].some(([deed, object]) => isSameWord(deed, word) && isSameWord(object, next))
	for (const [at, word] of stated.entries()) {
		const next = stated[at + 1]
		if (next !== undefined && holds(word) && !isPlaced(word, next)) return word
	}
	return null
}

const lostNegation = (stated: readonly string[], quote: string): string | null => {
	const words = contentOf(quote)
	const lost = words.find(
		(word, at) =>
			isNegation(word) &&
			!includes(stated, word) &&
			words.slice(at + 1, at + 1 + SCOPE).some((other) => includes(stated, other)),
	)
	return lost ?? null
}

/**
 * Checks a model's rewrite of a quote: no new content word, figure or name, no changed object, no reversed meaning.
 * Prefers false rejections. @param names of candidate and party. @returns the reason to reject it, for users, or null.
 */
export const checkRewrite = (
	text: string,
	quote: string,
	names: readonly string[] = [],
): string | null => {
	const count = countWords(text)
	if (MARKUP.test(text)) return 'it holds signs that are no part of a sentence'
	if (count < POLICY_WORDS.least) return `it has fewer than ${POLICY_WORDS.least} words`
	if (count > POLICY_WORDS.most) return `it has more than ${POLICY_WORDS.most} words`
	const concern = neutrality(text, names).find(
		({ concern }) => concern === 'name' || concern === 'loaded' || concern === 'first-person',
	)
	if (concern) return `"${concern.words}" is not neutral`
	const own = contentOf(quote)
	const stated = contentOf(text)
	const added = stated.find((word) => !includes(own, word))
	if (added !== undefined) return `it says "${added}", which the quote does not`
	const other = misplaced(stated, quote)
	if (other !== null) return `"${other}" speaks of something else in the quote`
	const lost = lostNegation(stated, quote)
	return lost === null ? null : `it leaves out "${lost}"`
}

export interface Revision {
	readonly statements: readonly {
		readonly index: number
		readonly text: string
		readonly category: PolicyCategory | null
	}[]
	readonly merges: readonly (readonly number[])[]
}

export interface Refused {
	readonly index: number
	readonly because: string
}

interface Revised {
	readonly proposals: readonly Proposal[]
	readonly dropped: readonly Dropped[]
	readonly refused: readonly Refused[]
}

/** Minimum word similarity for a model's merge. */
const ALIKE = 0.4

const restated = (proposal: Proposal, text: string, category: PolicyCategory): Proposal => {
	const { classification, quote } = proposal
	// The model does not know the number of mentions, so keep the built-in importance.
	const measures = { ...measure(text, quote), importance: proposal.measures.importance }
	const isSame = category === classification.category
	const statement = { text, length: 'fits', rewording: [] } as const
	return {
		...proposal,
		statement,
		weak: isWeak(proposal.score, statement),
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

/** A category can be accepted although its wording is not. */
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
 * Applies a revision as far as its wordings match their quotes and its merges the statements. Rejected parts keep the
 * built-in proposal and are reported. @param names names of the candidate and the party.
 */
export const revise = (
	{ proposals, dropped }: Extraction,
	revision: Revision,
	names: readonly string[] = [],
): Revised => {
	// Compare the built-in wordings: the model's could make statements look alike.
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
