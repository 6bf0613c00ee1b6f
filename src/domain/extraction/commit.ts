import { type Clauses, isDeed, isDoing, isOwnSide, type Reading, readingsOf } from './clauses.ts'
import * as words from './detect-words.ts'
import { occurs } from './phrases.ts'
import type { Sentence } from './source.ts'
import type { Token } from './tokens.ts'

/** One reason for or against a sentence being a commitment, in words for people, with its weight. */
export interface Reason {
	readonly text: string
	readonly weight: number
}

/** What a sentence needs to be looked at alone. */
export type Looked = Pick<Sentence, 'text' | 'kind' | 'heading' | 'leadIn'>

/** A sentence with its words and clauses. */
export interface Look extends Looked {
	readonly tokens: readonly Token[]
	readonly clauses: Clauses
}

/** Behind these a "will not" warns: "we will not grow by cutting". */
const WARNING = new Set(['by', 'until', 'unless', 'simply', 'just'])

/** "I will tell you", "we will win", "we must remember". */
const talks = ({ verb, at }: Reading, { tokens }: Look): boolean =>
	words.TALK.has(verb) ||
	words.CAMPAIGN_DEEDS.has(verb) ||
	occurs(words.TALK_PHRASES, tokens.slice(at - 1, at + 3))

/** "We will …", "the party must …". */
const ownVerb = (reading: Reading, look: Look): Reason => {
	const { modal, passive, negated, subject } = reading
	if (subject === 'first' && !passive && talks(reading, look)) {
		const weight = modal === 'will' ? -1.5 : -0.3
		return { text: 'speaks to the reader, or of the campaign', weight }
	}
	if (negated && look.tokens.some(({ word }) => WARNING.has(word))) {
		return { text: 'warns rather than promises', weight: 0.5 }
	}
	const weight = modal === 'must' ? 2 : 3
	return { text: 'says what will be done', weight: isStill(reading) ? weight - 1.4 : weight }
}

/** "Will be", "would remain": no deed. */
const isStill = ({ modal, verb, passive }: Reading): boolean =>
	words.STATES.has(verb) && !passive && !(modal === 'must' && verb === 'have')

/** "The state should …", "this must …". */
const demand = (reading: Reading): Reason | null => {
	if (reading.subject === 'reader') return null
	const weight = (reading.subject === 'pronoun' ? 1.8 : 2) - (isStill(reading) ? 0.3 : 0)
	return { text: 'says what has to be', weight }
}

/** "The council will …", "rents will be capped", "this will help". */
const forecast = ({ subject, passive, verb }: Reading): Reason => {
	if (words.HARMS.has(verb)) return { text: 'warns of an effect', weight: -1 }
	if (subject === 'pronoun' || subject === 'reader')
		return { text: 'foretells an effect', weight: -0.4 }
	if (passive) return { text: 'says what will be done', weight: 2.2 }
	if (subject === 'body') return { text: 'says what a body will do or get', weight: 1.7 }
	return { text: 'says what will be', weight: subject === 'none' ? 1.2 : 0.6 }
}

/** What a verb with its helper says for a commitment. */
const weighReading = (reading: Reading, look: Look): Reason | null => {
	const { subject, modal, verb, passive, subordinate } = reading
	if (subordinate || verb === '') return null
	if (subject === 'first' || subject === 'own') return ownVerb(reading, look)
	if (modal === 'must') return demand(reading)
	if (modal === 'will') return forecast(reading)
	return passive && subject === 'body' ? { text: 'says what would be done', weight: 1 } : null
}

const strongest = (reasons: readonly (Reason | null)[]): Reason | null =>
	reasons.reduce<Reason | null>(
		(best, reason) =>
			reason && (!best || Math.abs(reason.weight) > Math.abs(best.weight)) ? reason : best,
		null,
	)

const FIRST_PERSON = new Set(['i', 'we'])
const ASKING = /^(?:what|who|where|why|how|which|if|when)$/
const BEFORE_STANCE = /ly$|^(?:also|therefore|have|has|am|are|is|always|do|still|then|not|been)$/

/** What a verb says behind a speaker; `moved` where words stand between. */
const stanceOf = (verb: string, isFirst: boolean, moved: boolean): Reason | null => {
	if (words.STANCES.has(verb)) return { text: 'takes a stance', weight: isFirst ? 2.5 : 1.9 }
	if (isFirst && !moved) return null
	if (isFirst && isDoing(verb)) return { text: 'says what is being done', weight: 1.9 }
	if (!words.STANCES_OTHER.has(verb)) return null
	return { text: 'takes a stance', weight: isFirst ? 2.4 : 1.9 }
}

/** Whether a word is who speaks, and not in a question ("what we want"). */
const isSpeaker = (tokens: readonly Token[], index: number): boolean => {
	const word = tokens[index]?.word ?? ''
	const before = tokens[index - 1]?.word ?? ''
	if (ASKING.test(before)) return false
	if (FIRST_PERSON.has(word) || words.PARTIES.has(word)) return true
	return words.PLANS.has(word) && isOwnSide([before, word])
}

/** "We support", "I am committed to", "Republicans oppose": a stance without a helper. */
const stance = ({ tokens }: Look): Reason | null => {
	for (const [index, { word }] of tokens.entries()) {
		if (!isSpeaker(tokens, index)) continue
		let at = index + 1
		while (BEFORE_STANCE.test(tokens[at]?.word ?? '')) at++
		const verb = tokens[at]?.word ?? ''
		// "What I stand for" takes none: a stance says for or against what.
		const isOpen = verb === 'stand' && tokens.length < at + 3
		const found = isOpen ? null : stanceOf(verb, FIRST_PERSON.has(word), at > index + 1)
		if (found) return found
	}
	return null
}

const NOT_ORDERED = /^(?:is|are|was|were|has|had|have|will|would|began|can|could|means|matters)$/
const BEFORE_ORDER = /^(?:and|also|then|finally|first|secondly|therefore)$/

/** "Raise …", "Urgently raise …", "Ending …". */
const order = ({ text, kind, tokens }: Look): Reason | null => {
	const skip = BEFORE_ORDER.test(tokens[0]?.word ?? '') ? 1 : 0
	const first = tokens[skip]?.word ?? ''
	const second = tokens[skip + 1]?.word ?? ''
	const because = 'begins with what is to be done'
	if (first.endsWith('ly') && isDeed(second)) return { text: because, weight: 2.4 }
	if (second === '' || NOT_ORDERED.test(second)) return null
	if (isDeed(first))
		return { text: because, weight: second === 'for' || second === 'of' ? 1.6 : 2.6 }
	if (!isDoing(first)) return null
	if (kind === 'bullet') return { text: because, weight: 2 }
	return { text: because, weight: /\b(?:would|will|must|should)\b/iu.test(text) ? 1.2 : 0.5 }
}

/** What a sentence says by how it begins, or by a turn of phrase. */
const TURNS: readonly (readonly [RegExp, Reason])[] = [
	[/^let(?:['’]s| us)\b/iu, { text: 'calls to do something', weight: 1.6 }],
	[
		/^(?:it is|it['’]s|now is the) time (?:to|for|we|that)\b/iu,
		{ text: 'calls to do something', weight: 2 },
	],
	[
		/^(?:our|my|the) (?:plan|policy|proposal|goal|aim|priority|pledge|promise|solution)\b[^:.]{0,60}(?::| is to\b)/iu,
		{ text: 'names a plan', weight: 1.9 },
	],
	[/\bno more \p{L}+ing\b|\bno longer be\b/iu, { text: 'says what is to end', weight: 1.5 }],
	[
		/\b(?:best|better|right|fair|sensible) [^.,;]{0,60}\bwould be\b/iu,
		{ text: 'says what would be best', weight: 1.6 },
	],
]

const opening = (look: Look): Reason | null =>
	order(look) ?? TURNS.find(([pattern]) => pattern.test(look.text))?.[1] ?? null

/** A second way of committing counts so much of its weight: a long sentence is no commitment by its length. */
const SECOND = 0.25

/** How a sentence commits its speaker: the strongest way in full, others a little. */
export const commitments = (look: Look): Reason[] =>
	[
		strongest(readingsOf(look.clauses).map((reading) => weighReading(reading, look))),
		stance(look),
		opening(look),
	]
		.filter((reason) => reason !== null)
		.toSorted((a, b) => b.weight - a.weight)
		.map(({ text, weight }, index) => ({ text, weight: index === 0 ? weight : weight * SECOND }))
