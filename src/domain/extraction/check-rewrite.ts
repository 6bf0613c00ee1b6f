import { countWords, POLICY_WORDS } from '../policies.ts'
import { isDeed } from './clauses.ts'
import { neutrality } from './neutrality.ts'
import { entriesOf } from './phrases.ts'
import { isSameWord } from './same-word.ts'
import { tokensOf } from './tokens.ts'

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
