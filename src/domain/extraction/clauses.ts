import { BODIES, DEEDS, OPINIONS, PARTIES, PLANS, STANCES } from './commitment-words.ts'
import { entriesOf } from './phrases.ts'
import type { Token } from './text.ts'

type Subject = 'first' | 'own' | 'body' | 'other' | 'pronoun' | 'reader' | 'none'

/** Class of modal verb: "will" and "shall" predict or promise, "must" and "should" demand, "would" does either. */
type Modal = 'will' | 'would' | 'must'

/** A verb phrase with a modal: "we will not be cutting". */
export interface Reading {
	readonly subject: Subject
	readonly modal: Modal
	readonly negated: boolean
	readonly passive: boolean
	/** Main verb and the index after it; '' if the sentence breaks off. */
	readonly verb: string
	readonly at: number
	/** Part of a subordinate clause ("which will", "if we would"). */
	readonly subordinate: boolean
}

const MODALS: ReadonlyMap<string, Modal> = new Map(
	Object.entries<Modal>({
		will: 'will',
		shall: 'will',
		would: 'would',
		must: 'must',
		should: 'must',
		ought: 'must',
	}),
)
const NEEDS = new Set(['need', 'needs', 'have', 'has', 'got'])
const BE = new Set(['is', 'are', 'am'])
const SUBORDINATE = new Set(
	entriesOf(
		`which, who, whom, whose, if, because, when, while, whilst, whether, where, although, though, until, unless, than, so, since, how, why, what, as`,
	),
)
const PRONOUNS = new Set(
	entriesOf(`it, this, that, these, those, he, she, which, who, such, there`),
)
const SKIPPED = new Set(
	entriesOf(
		`not, never, also, always, only, then, therefore, immediately, still, again, ever, all, now, at, least, first, once, just, even, no, longer, instead, both, to`,
	),
)
const TRYING = new Set(
	entriesOf(
		`continue, continuing, work, working, seek, fight, fighting, strive, try, aim, begin, start, help, look, endeavour, endeavor, do, everything, want, like, able, going, act, campaign, committed, need, have, pledge, commit, prepared, ready, move`,
	),
)
const IRREGULAR = new Set(
	entriesOf(
		`put, set, cut, built, made, held, paid, brought, given, taken, kept, left, met, done, sold, spent, taught, seen, run, drawn, driven, chosen, known, shut, sent, lent, bought, found, split, shown, written, grown, won, led, fed, bound, frozen, broken, spread, let, hit, undone, overturned, free, subject, able, allowed, exempt, eligible, entitled, required, illegal, legal, compulsory, mandatory, optional, available, responsible, accountable, obliged, liable, banned, independent, secular, equal, public, open`,
	),
)

const isAdverb = (word: string): boolean =>
	SKIPPED.has(word) || (word.length > 4 && word.endsWith('ly'))

/** True for participles and for adjectives that act like one ("will be free"). */
const isParticiple = (word: string): boolean =>
	IRREGULAR.has(word) || (word.length > 4 && /(?:ed|en)$/.test(word))

export interface Clauses {
	readonly tokens: readonly Token[]
	readonly from: readonly number[]
}

export const clausesOf = (text: string, tokens: readonly Token[]): Clauses => {
	const from: number[] = []
	let start = 0
	for (const [index, token] of tokens.entries()) {
		const before = tokens[index - 1]
		const gap = before ? text.slice(before.end, token.start) : ''
		if (/[,;:()"“”—–]|\s-\s/u.test(gap) || SUBORDINATE.has(token.word) || token.word === 'that')
			start = index
		else if ((token.word === 'and' || token.word === 'but') && index > start + 2) start = index
		from.push(start)
	}
	return { tokens, from }
}

/** True for words that name the speaker's side: "the Greens", "our plan", "this manifesto". */
export const isOwnSide = (words: readonly string[]): boolean => {
	const isOurs = words.some((word) => word === 'our' || word === 'my' || word === 'this')
	if (words.some((word) => PARTIES.has(word))) return isOurs || words.length <= 4
	return isOurs && words.some((word) => PLANS.has(word))
}

const subjectOf = (words: readonly string[]): Subject => {
	const last = words.at(-1) ?? ''
	if (words.includes('i') || words.includes('we')) return 'first'
	if (last === 'you') return 'reader'
	if (words.length === 0) return 'none'
	if (isOwnSide(words)) return 'own'
	const [head = ''] = words.filter((word) => !['and', 'but', 'so', 'then', 'or'].includes(word))
	if (PRONOUNS.has(head) && words.length <= 3) return 'pronoun'
	return words.some((word) => BODIES.has(word)) ? 'body' : 'other'
}

interface Verb {
	readonly verb: string
	readonly at: number
	readonly passive: boolean
}

const behindBe = (tokens: readonly Token[], from: number): Verb => {
	let at = from
	while (isAdverb(tokens[at]?.word ?? '')) at++
	const word = tokens[at]?.word ?? ''
	const passive = isParticiple(word)
	return { verb: passive ? word : 'be', at, passive }
}

const leadsOn = (word: string, next: string): boolean =>
	isAdverb(word) || (TRYING.has(word) && (next === 'to' || TRYING.has(next) || isAdverb(next)))

const VERB_REACH = 10

const verbAfter = (tokens: readonly Token[], from: number): Verb & { negated: boolean } => {
	const end = Math.min(tokens.length, from + VERB_REACH)
	let at = from
	while (at < end && leadsOn(tokens[at]?.word ?? '', tokens[at + 1]?.word ?? '')) at++
	const negated = tokens.slice(from, at).some(({ word }) => word === 'not' || word === 'never')
	const verb = at < end ? (tokens[at]?.word ?? '') : ''
	if (verb === 'be') return { ...behindBe(tokens, at + 1), negated }
	return { verb, at: at + 1, passive: false, negated }
}

const modalAt = (tokens: readonly Token[], at: number): { modal: Modal; length: number } | null => {
	const word = tokens[at]?.word ?? ''
	const next = tokens[at + 1]?.word ?? ''
	const modal = MODALS.get(word)
	if (modal !== undefined) return { modal, length: 1 }
	if (NEEDS.has(word) && next === 'to') return { modal: 'must', length: 2 }
	if (BE.has(word) && next === 'to' && tokens[at + 2]?.word === 'be')
		return { modal: 'must', length: 2 }
	return null
}

const JOINING = new Set(['and', 'but', 'or', 'then', 'so'])

/** After these words, "that" introduces a demand; elsewhere it describes a noun ("a skill that …"). */
const BEFORE_THAT = new Set(
	entriesOf(
		`believes, thinks, insists, demands, proposes, recommends, requires, urges, ensure, ensures, mean, means, resolved, agreed, convinced, clear, is, and, but, time, right, essential, vital, important, imperative, crucial, fair, necessary`,
	),
)

/**
 * True for subordinate clauses: "if we …", "a law that …". "So" is excluded, because it starts main clauses as often.
 */
const isSubordinate = (tokens: readonly Token[], start: number, at: number): boolean => {
	const head = tokens[start]?.word ?? ''
	const before = tokens[start - 1]?.word
	if (head === 'that' && before !== undefined) {
		return !(OPINIONS.has(before) || STANCES.has(before) || BEFORE_THAT.has(before))
	}
	const relative = at > start + 1 && tokens[at - 1]?.word === 'that'
	return at > start && (relative || (SUBORDINATE.has(head) && head !== 'so'))
}

/** Maximum distance to a subject that two verbs share, in words. */
const SHARED = 25

/** Words of the subject. If it is omitted ("we oppose this, and would end it"), an earlier first person is assumed. */
const subjectWords = (
	words: readonly string[],
	tokens: readonly Token[],
	start: number,
): string[] => {
	const own = words.filter(
		(word, index) => !isAdverb(word) && !(index === 0 && start > 0 && word === 'that'),
	)
	if (own.some((word) => !JOINING.has(word)) || own.length === 0) return own
	const before = tokens.slice(Math.max(0, start - SHARED), start).map(({ word }) => word)
	return before.filter((word) => word === 'i' || word === 'we')
}

export const readingsOf = ({ tokens, from }: Clauses): Reading[] => {
	const readings: Reading[] = []
	for (let at = 0; at < tokens.length; at++) {
		const helper = modalAt(tokens, at)
		if (!helper) continue
		const start = from[at] ?? 0
		const words = tokens.slice(start, at).map(({ word }) => word)
		readings.push({
			subject: subjectOf(subjectWords(words, tokens, start)),
			modal: helper.modal,
			subordinate: isSubordinate(tokens, start, at),
			...verbAfter(tokens, at + helper.length),
		})
	}
	return readings
}

/** True for an action verb in its base form. */
export const isDeed = (word: string): boolean => DEEDS.has(word)

/** True for an action verb in its -ing form: "raising", "cutting", "making". */
export const isDoing = (word: string): boolean => {
	if (!word.endsWith('ing')) return false
	const stem = word.slice(0, -3)
	return DEEDS.has(stem) || DEEDS.has(`${stem}e`) || DEEDS.has(stem.slice(0, -1))
}
