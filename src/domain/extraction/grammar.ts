import { entriesOf } from './phrases.ts'
import { OWN, RIVAL } from './sides.ts'
import type { Token } from './text.ts'
import { baseOf, isDeed, OPINIONS, PLANS, stanceOf } from './verbs.ts'

/** Who does what a sentence says. `this` is a demonstrative: an effect of something before. */
export type Side = 'own' | 'rival' | 'reader' | 'person' | 'this' | 'other' | 'none'

/** Class of the verb phrase: "will", "would", "must" (should, need to, has to), "to be" (is to be), "can", a stance, or what is being done. */
export type Mode = 'will' | 'would' | 'must' | 'to-be' | 'can' | 'stance' | 'doing'

/** The side that pronouns stand for: `near` one named shortly before, and the `topic` of the text for "he" and "she". */
export interface Carried {
	readonly near: Side | null
	readonly topic: Side | null
}

/** A verb phrase with its subject: "we will not be cutting". */
export interface Reading {
	readonly side: Side
	readonly mode: Mode
	readonly negated: boolean
	readonly passive: boolean
	/** Main verb and the index after it; '' if the sentence breaks off. */
	readonly verb: string
	readonly at: number
	/** Index of the helper, and of the subject's first word. */
	readonly helper: number
	readonly from: number
	/** Part of a subordinate clause ("which will", "if we would"). */
	readonly subordinate: boolean
}

const MODALS: ReadonlyMap<string, Mode> = new Map(
	Object.entries<Mode>({
		will: 'will',
		shall: 'will',
		would: 'would',
		must: 'must',
		should: 'must',
		ought: 'must',
		can: 'can',
		could: 'can',
	}),
)
const NEEDS = new Set(['need', 'needs', 'have', 'has', 'got'])
const BE = new Set(['is', 'are', 'am', 'be', 'being', 'was', 'were'])
const SUBORDINATE = new Set(
	entriesOf(
		`which, who, whom, whose, if, because, when, while, whilst, whether, where, although, though, until, unless, since, how, why, what, as`,
	),
)
const DEMONSTRATIVES = new Set(['this', 'that', 'these', 'those', 'such', 'which', 'who', 'what'])
const PERSONAL = new Set(['it', 'they', 'he', 'she'])
const RELATIVE = new Set(['who', 'which', 'that', 'whose', 'what', 'where'])
const CONDITIONS = new Set([
	'if',
	'when',
	'while',
	'whilst',
	'because',
	'although',
	'though',
	'until',
	'unless',
	'since',
	'as',
	'whether',
	'how',
	'why',
])
const NOMINATIVE = new Set(['i', 'we', 'he', 'she', 'it', 'they', 'you'])
const JOINING = new Set(['and', 'but', 'or', 'then', 'so', 'yet', 'that'])
const ADVERBS = new Set(
	entriesOf(
		`not, never, also, always, only, then, therefore, immediately, still, again, ever, all, now, first, once, just, even, longer, instead, both, at, last, least, however, moreover, in, turn, further, firmly, strongly`,
	),
)
const TRYING = new Set(
	entriesOf(
		`continue, continuing, work, working, seek, fight, fighting, strive, try, aim, begin, start, help, look, everything, want, like, able, going, act, campaign, committed, need, have, pledge, commit, prepared, ready, move, push, proud`,
	),
)
const ADJECTIVES = new Set(
	entriesOf(
		`free, subject, exempt, eligible, entitled, illegal, legal, compulsory, mandatory, optional, available, responsible, liable, independent, equal, public, open, off, allowed, obliged, automatic, permanent`,
	),
)

export const isAdverb = (word: string): boolean =>
	ADVERBS.has(word) || (word.length > 4 && word.endsWith('ly'))

const isParticiple = (word: string): boolean =>
	ADJECTIVES.has(word) || baseOf(word, 'participle') !== null || /.{3}(?:ed|en)$/u.test(word)

const FINITE =
	/^(?:is|are|was|were|has|have|had|does|did|do|will|would|must|should|shall|can|could|may|might|am|need|needs|ought)$/u

const hasVerb = (tokens: readonly Token[]): boolean =>
	tokens.some(
		({ word }, at) =>
			FINITE.test(word) || (at === 0 && isDeed(word)) || stanceOf(word, false) !== null,
	)

/** Index of the first token of each token's clause. */
const clauseStarts = (text: string, tokens: readonly Token[]): number[] => {
	const from: number[] = []
	let start = 0
	for (const [index, token] of tokens.entries()) {
		const before = tokens[index - 1]
		const gap = before ? text.slice(before.end, token.start) : ''
		if (/[,;:()"“”—–]|\s-\s/u.test(gap) || SUBORDINATE.has(token.word) || token.word === 'that')
			start = index
		else if ((token.word === 'and' || token.word === 'but') && hasVerb(tokens.slice(start, index)))
			start = index
		from.push(start)
	}
	return from
}

const PROPOSALS =
	/^(?:plan|bill|legislation|proposal|amendment|programme|program|budget|act|pledge|reform|policy|party)s?$/u

/** The side that a subject names: also "our plan", "this manifesto", "the bill". */
const namedSide = (words: readonly string[]): Side | null => {
	if (words.includes(RIVAL)) return 'rival'
	if (words.includes('i') || words.includes('we') || words.includes(OWN)) return 'own'
	if (words.length === 0) return 'none'
	if (words.at(-1) === 'you') return 'reader'
	const isOurs = words.some((word) => word === 'our' || word === 'my' || word === 'this')
	return isOurs && words.some((word) => PLANS.has(word)) ? 'own' : null
}

const pronounSide = (head: string, { near, topic }: Carried): Side => {
	const side = head === 'he' || head === 'she' ? (near ?? topic) : near
	return side ?? (head === 'it' ? 'this' : 'person')
}

const sideOf = (words: readonly string[], carried: Carried): Side => {
	const named = namedSide(words)
	if (named !== null) return named
	const [head = ''] = words
	const isRivals = carried.near === 'rival'
	const isProposal = head === 'the' && words.length <= 3 && PROPOSALS.test(words.at(-1) ?? '')
	if (isProposal && !isRivals) return 'own'
	if (words.length <= 2 && PERSONAL.has(head)) return pronounSide(head, carried)
	if (isRivals && words.length > 1 && ['his', 'her', 'their'].includes(head)) return 'rival'
	const isThis = words.length === 1 || (words.length <= 3 && /^th(?:is|ese|ose)$/u.test(head))
	return isThis && DEMONSTRATIVES.has(head) ? 'this' : 'other'
}

/** Maximum distance to a subject that two verbs share, in words. */
const SHARED = 25

const AUXILIARY = /^(?:is|are|am|has|have|do|does|been|being)$/u

/** Words of the subject. If it is omitted ("we oppose this, and would end it"), an earlier one is assumed. */
const subjectWords = (tokens: readonly Token[], start: number, at: number): string[] => {
	const words = tokens
		.slice(start, at)
		.map(({ word }) => word)
		.filter(
			(word, index) =>
				!isAdverb(word) &&
				!AUXILIARY.test(word) &&
				!(index === 0 && start > 0 && JOINING.has(word)),
		)
	if (words.some((word) => !JOINING.has(word)) || start === 0) return words
	const before = tokens.slice(Math.max(0, start - SHARED), start).map(({ word }) => word)
	const named = before.filter(
		(word) => word === 'i' || word === 'we' || word === OWN || word === RIVAL,
	)
	const head = tokens[0]?.word ?? ''
	return named.length === 0 && (DEMONSTRATIVES.has(head) || PERSONAL.has(head)) ? [head] : named
}

const leadsOn = (word: string, next: string): boolean =>
	isAdverb(word) ||
	word === 'to' ||
	(TRYING.has(word) && (next === 'to' || TRYING.has(next) || isAdverb(next)))

const VERB_REACH = 10

const verbAfter = (tokens: readonly Token[], from: number) => {
	const end = Math.min(tokens.length, from + VERB_REACH)
	const word = (index: number): string => tokens[index]?.word ?? ''
	let at = from
	while (at < end && leadsOn(word(at), word(at + 1))) at++
	const negated = tokens
		.slice(from, at)
		.some((each) => each.word === 'not' || each.word === 'never')
	if (word(at) !== 'be')
		return { verb: at < end ? word(at) : '', at: at + 1, passive: false, negated }
	at++
	while (isAdverb(word(at))) at++
	if (word(at) === 'going' && word(at + 1) === 'to')
		return { verb: word(at + 2), at: at + 3, passive: false, negated }
	const doing = baseOf(word(at), 'doing')
	if (doing !== null) return { verb: doing, at: at + 1, passive: false, negated }
	const passive = isParticiple(word(at))
	return { verb: passive ? word(at) : 'be', at: passive ? at + 1 : at, passive, negated }
}

/** "Would have raised" tells of what did not happen. */
const isUnreal = (next: string, behind: string): boolean =>
	next === 'have' && (behind === 'been' || baseOf(behind, 'participle') !== null)

const modeAt = (tokens: readonly Token[], at: number): { mode: Mode; length: number } | null => {
	const [word, next, behind] = [0, 1, 2].map((by) => tokens[at + by]?.word ?? '') as [
		string,
		string,
		string,
	]
	const mode = MODALS.get(word)
	if (mode !== undefined) return isUnreal(next, behind) ? null : { mode, length: 1 }
	if (word === 'may' && /^(?:not|never|only)$/u.test(next)) return { mode: 'must', length: 1 }
	if (NEEDS.has(word) && next === 'to') return { mode: 'must', length: 2 }
	if (/^needs?$/u.test(word) && (next === 'not' || next === 'more'))
		return { mode: 'must', length: 1 }
	if (BE.has(word) && next === 'going' && behind === 'to') return { mode: 'will', length: 3 }
	if (/^(?:is|are|am)$/u.test(word) && next === 'to') return { mode: 'to-be', length: 2 }
	return null
}

const AS_WHO = /^(?:an?|the|your|part|president|governor|mayor|prime)$/u

/** True for words that do not make a clause subordinate: "As your mayor I will", "we believe that". */
const isMainHead = (head: string, before = '', next = ''): boolean =>
	head === 'as'
		? AS_WHO.test(next)
		: head === 'that' && (OPINIONS.has(before) || before === 'and' || before === 'but')

/**
 * True for subordinate clauses: "if we …", "a law that …", "the homes we will build". The subject may have a relative
 * clause of its own: "Directors who break the law will be fined" is a main clause.
 */
const isSubordinate = (tokens: readonly Token[], start: number, at: number): boolean => {
	const head = tokens[start]?.word ?? ''
	const before = tokens[start - 1]?.word
	const isMain = (index: number): boolean => FINITE.test(tokens[index]?.word ?? '')
	if (isMainHead(head, before, tokens[start + 1]?.word)) return false
	const speaker = tokens.slice(start, at).findLastIndex(({ word }) => word === 'i' || word === 'we')
	if (speaker > 0 && tokens.slice(start, start + speaker).some((_, index) => isMain(start + index)))
		return true
	if (at > start + 1 && tokens[at - 1]?.word === 'that') return true
	const heads = SUBORDINATE.has(head) || head === 'that'
	if (!heads || (at > start && start === 0 && CONDITIONS.has(head))) return heads
	if (at === start) return false
	const own = tokens.slice(start + 1, at).filter(({ word }) => !isAdverb(word))
	const isFirst = !tokens.slice(0, start).some((_, index) => isMain(index))
	return !(
		RELATIVE.has(head) &&
		isFirst &&
		own.length > 1 &&
		!NOMINATIVE.has(own.at(-1)?.word ?? '')
	)
}

/** Past forms of stances: "has pledged to", "called for". */
const PLEDGED: ReadonlyMap<string, string> = new Map(
	entriesOf(
		'pledged pledge, promised promise, committed commit, called call, vowed vow, proposed propose, urged urge, demanded demand, opposed oppose, rejected reject, recommended recommend, introduced introduce, announced announce, unveiled unveil, ruled rule',
	).map((entry) => entry.split(' ') as [string, string]),
)
const THIRD = new Set([OWN, 'it', 'he', 'she'])

interface Found {
	readonly mode: Mode
	readonly verb: string
	readonly at: number
}

const FIRM = /^(?:for|against|firmly|by|up)$/u

/** Base form of a stance that needs certain words behind it. Null for other words. */
const stanceWith = (word: string, next: string): string | null => {
	if (/^says?$/u.test(word)) return /^(?:no|yes)$/u.test(next) ? 'say' : null
	if (/^believes?$/u.test(word)) return next === 'in' ? 'believe' : null
	const base = stanceOf(word, false)
	return base === 'stand' && !FIRM.test(next) ? null : base
}

/** "The party is committed to", "we are in favor of", "we are building". */
const behindForm = (word: string, next: string, at: number): Found | null => {
	if (word === 'in' && /^favou?r$/u.test(next))
		return { mode: 'stance', verb: 'favour', at: at + 2 }
	const mind = stanceOf(word, true)
	if (mind !== null) return { mode: 'stance', verb: mind, at: at + 1 }
	const doing = baseOf(word, 'doing')
	return doing === null ? null : { mode: 'doing', verb: doing, at: at + 1 }
}

const NO_VERB_AFTER =
	/^(?:to|the|an?|our|my|their|your|its|his|her|this|that|of|for|in|on|with|by|no|more|any|will|shall|would|must|should|can|could)$/u

/** "We have a plan to", "she has a fully costed plan to". */
const planAt = (tokens: readonly Token[], at: number): Found | null => {
	const to = tokens.slice(at, at + VERB_REACH).findIndex(({ word }) => word === 'to')
	return to > 1 && /^plans?$/u.test(tokens[at + to - 1]?.word ?? '')
		? { mode: 'stance', verb: 'plan', at: at + to }
		: null
}

/** False if a noun or an infinitive follows: "our support", "need to encourage", but "continue to call". */
const allowsVerb = (before: string, earlier: string): boolean =>
	!NO_VERB_AFTER.test(before) || (before === 'to' && TRYING.has(earlier.replace(/s$/u, '')))

/** Finds "we oppose", "RIVAL has pledged to" or a form of "be" with a stance: the verb and the index after it. */
const stanceAt = (tokens: readonly Token[], at: number): Found | null => {
	const wordOf = (index: number): string => tokens[index]?.word ?? ''
	const [word, next] = [wordOf(at), wordOf(at + 1)]
	let index = at - 1
	while (isAdverb(wordOf(index))) index--
	const before = wordOf(index)
	if (next === '' || !allowsVerb(before, wordOf(index - 1))) return null
	if (BE.has(before)) return behindForm(word, next, at)
	if (word === 'have' || word === 'has') return planAt(tokens, at)
	const isThird = THIRD.has(before) || PROPOSALS.test(before)
	const pledged = isThird || /^ha(?:s|ve)$/u.test(before) ? PLEDGED.get(word) : undefined
	const base = pledged ?? stanceWith(word, next)
	if (base) return { mode: 'stance', verb: base, at: at + (base === 'believe' ? 2 : 1) }
	const does = isThird ? baseOf(word, 'third') : null
	return does === null ? null : { mode: 'doing', verb: does, at: at + 1 }
}

/** The side that a pronoun of a clause stands for: one named before it in the sentence, else the one carried over. */
const carriedTo = (tokens: readonly Token[], from: number, carried: Carried): Carried => {
	const before = tokens.slice(0, from).map(({ word }) => word)
	const named = before.findLast((word) => word === OWN || word === RIVAL)
	if (named !== undefined) return { near: named === OWN ? 'own' : 'rival', topic: null }
	const isNear = from <= 4 || before.some((word) => PERSONAL.has(word))
	return isNear ? carried : { near: null, topic: null }
}

const THINKS = /^(?:believes?|thinks?|feels?|insists?|agrees?|say|says|said|hopes?|knows?)$/u

/** Finds the verb phrases of a sentence. @param carried the side that "it", "they", "he" or "she" stand for. */
export const readingsOf = (text: string, tokens: readonly Token[], carried: Carried): Reading[] => {
	const starts = clauseStarts(text, tokens)
	const readings: Reading[] = []
	for (let at = 0; at < tokens.length; at++) {
		const start = starts[at] ?? 0
		const said = tokens.slice(start, at).findLastIndex(({ word }) => THINKS.test(word))
		const from = said < 0 || said + 1 >= at - start ? start : start + said + 1
		const mode = modeAt(tokens, at)
		if (mode !== null) {
			const side = sideOf(subjectWords(tokens, from, at), carriedTo(tokens, from, carried))
			const subordinate = isSubordinate(tokens, from, at)
			readings.push({
				side,
				mode: mode.mode,
				subordinate,
				helper: at,
				from,
				...verbAfter(tokens, at + mode.length),
			})
			continue
		}
		const stance = stanceAt(tokens, at)
		if (stance === null) continue
		const words = subjectWords(tokens, from, at).filter(
			(word) => !BE.has(word) && !/^(?:has|have|had|do|does|been)$/u.test(word),
		)
		const side = words.length <= 6 ? sideOf(words, carriedTo(tokens, from, carried)) : 'other'
		if (side !== 'own' && side !== 'rival') continue
		const negated = tokens.slice(from, at).some(({ word }) => word === 'not' || word === 'never')
		readings.push({
			side,
			subordinate: isSubordinate(tokens, from, at),
			helper: at,
			from,
			negated,
			passive: false,
			...stance,
		})
	}
	return readings
}
