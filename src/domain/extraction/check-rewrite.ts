import { countWords, POLICY_WORDS, REVIEW } from '../policies.ts'
import { keywordsOf, topicWords } from './classify.ts'
import { isDeed } from './clauses.ts'
import { type Dropped, type Extraction, type Proposal, similarityOf } from './extract.ts'
import { measure } from './measure.ts'
import { neutrality } from './neutrality.ts'
import { entriesOf } from './phrases.ts'
import { isSameWord, type PolicyCategory, tokensOf } from './text.ts'

/** Small words that change nothing of what a statement demands. Everything else has to be the quote's own. */
const FREE = new Set(
	entriesOf(
		`a, an, the, and, of, in, on, at, to, for, by, with, from, as, that, which, who, this, these, those, it, its, they, their, there, is, are, be, been, being, do, should, must, will, shall, has, have`,
	),
)
/** What turns a statement round. */
const NEGATIONS = new Set(
	entriesOf(
		`not, no, never, neither, nor, none, nobody, nothing, without, except, unless, against, cannot, oppose, opposes, opposed, opposing, reject, rejects, refuse, refuses, resist, stop, end, ban, abolish, scrap, repeal, cancel, block, prevent, prohibit, outlaw, cut, reduce, lower, halve, close, freeze, withdraw, remove, limit, cap, avoid, delay`,
	),
)
const PASSIVE = new Set(entriesOf('be, been, being, is, are, was, were'))
/** A negation speaks of so many of the words of content behind it. */
const SCOPE = 4
/** Nothing that is drawn, followed or run: a statement is a sentence. */
const MARKUP = /[\p{C}\p{Co}\p{Cn}<>{}[\]|`\\^~*_#=]|https?:|www\./u

const includes = (words: readonly string[], word: string): boolean =>
	words.some((other) => isSameWord(word, other))

const isNegation = (word: string): boolean =>
	[...NEGATIONS].some((negation) => isSameWord(negation, word))

const isFigure = (word: string): boolean => /\p{N}/u.test(word)

/** A deed in any of its forms: "cap", "capped", "capping". */
const isDeedForm = (word: string): boolean => {
	const bare = word.replace(/(?:ing|ed|es|s)$/u, '')
	return [word, bare, `${bare}e`, bare.slice(0, -1)].some(
		(form) => isDeed(form) && isSameWord(form, word),
	)
}

/** Whether a word takes hold of what follows: a deed, a negation, a figure. */
const holds = (word: string): boolean => isDeedForm(word) || isNegation(word) || isFigure(word)

/** The words that say something, in their order. */
const contentOf = (text: string): string[] =>
	tokensOf(text)
		.map(({ word }) => word)
		.filter((word) => !FREE.has(word))

/** Whether a word of the quote takes hold of another: it comes next, with nothing in between that takes hold itself. */
const takesHold = (quote: readonly string[], at: number, of: string): boolean => {
	for (const word of quote.slice(at + 1)) {
		if (isSameWord(word, of)) return true
		if (holds(word)) return false
	}
	return false
}

/** "Rents will be capped": what a deed is done to stands before it. */
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

/** The first deed, negation or figure that speaks of something else than it does in the quote. */
const misplaced = (said: readonly string[], quote: string): string | null => {
	const words = contentOf(quote)
	const passive = passiveObjects(quote)
	const isPlaced = (word: string, next: string): boolean =>
		words.some((each, at) => isSameWord(each, word) && takesHold(words, at, next)) ||
		[...passive].some(([deed, object]) => isSameWord(deed, word) && isSameWord(object, next))
	for (const [at, word] of said.entries()) {
		const next = said[at + 1]
		if (next !== undefined && holds(word) && !isPlaced(word, next)) return word
	}
	return null
}

/** The first negation of the quote that a statement leaves out though it says what that speaks of. */
const lostNegation = (said: readonly string[], quote: string): string | null => {
	const words = contentOf(quote)
	const lost = words.find(
		(word, at) =>
			isNegation(word) &&
			!includes(said, word) &&
			words.slice(at + 1, at + 1 + SCOPE).some((other) => includes(said, other)),
	)
	return lost ?? null
}

/**
 * Why a wording that somebody else proposes for a quote cannot be taken, in words for people; null where it can. It says
 * nothing that the quote does not say: no other word of content, figure or name, nothing done to something else, and
 * nothing turned round. It would rather refuse a good wording than take a wrong one.
 * @param names of the candidate and the party.
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
	const said = contentOf(text)
	const added = said.find((word) => !includes(own, word))
	if (added !== undefined) return `it says "${added}", which the quote does not`
	const other = misplaced(said, quote)
	if (other !== null) return `"${other}" speaks of something else in the quote`
	const lost = lostNegation(said, quote)
	return lost === null ? null : `it leaves out "${lost}"`
}

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
