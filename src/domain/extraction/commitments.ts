import { countWords } from '../policies.ts'
import { type Topics, topicality, topicsOf } from './classify.ts'
import {
	type Clauses,
	clausesOf,
	isDeed,
	isDoing,
	isOwnSide,
	type Reading,
	readingsOf,
} from './clauses.ts'
import * as words from './commitment-words.ts'
import { findPhrases, occurs } from './phrases.ts'
import { type Sentence, type Token, tokensOf } from './text.ts'

/** A weighted sign for or against a commitment, with a description for users. */
export interface Reason {
	readonly text: string
	readonly weight: number
}

export type Looked = Pick<Sentence, 'text' | 'kind' | 'heading' | 'leadIn'>

export interface Look extends Looked {
	readonly tokens: readonly Token[]
	readonly clauses: Clauses
}

/** "Will not" followed by these is a warning: "we will not grow by cutting". */
const WARNING = new Set(['by', 'until', 'unless', 'simply', 'just'])

/** Matches "I will tell you", "we will win", "we must remember". */
const talks = ({ verb, at }: Reading, { tokens }: Look): boolean =>
	words.TALK.has(verb) ||
	words.CAMPAIGN_DEEDS.has(verb) ||
	occurs(words.TALK_PHRASES, tokens.slice(at - 1, at + 3))

/** Weighs "We will …", "the party must …". */
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

/** Matches states: "will be", "would remain". */
const isStill = ({ modal, verb, passive }: Reading): boolean =>
	words.STATES.has(verb) && !passive && !(modal === 'must' && verb === 'have')

/** Weighs "The state should …", "this must …". */
const demand = (reading: Reading): Reason | null => {
	if (reading.subject === 'reader') return null
	const weight = (reading.subject === 'pronoun' ? 1.8 : 2) - (isStill(reading) ? 0.3 : 0)
	return { text: 'says what has to be', weight }
}

/** Weighs "The council will …", "rents will be capped", "this will help". */
const forecast = ({ subject, passive, verb }: Reading): Reason => {
	if (words.HARMS.has(verb)) return { text: 'warns of an effect', weight: -1 }
	if (subject === 'pronoun' || subject === 'reader')
		return { text: 'foretells an effect', weight: -0.4 }
	if (passive) return { text: 'says what will be done', weight: 2.2 }
	if (subject === 'body') return { text: 'says what a body will do or get', weight: 1.7 }
	return { text: 'says what will be', weight: subject === 'none' ? 1.2 : 0.6 }
}

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

/** Weighs the verb after a speaker; `moved` if other words are between them. */
const stanceOf = (verb: string, isFirst: boolean, moved: boolean): Reason | null => {
	if (words.STANCES.has(verb)) return { text: 'takes a stance', weight: isFirst ? 2.5 : 1.9 }
	if (isFirst && !moved) return null
	if (isFirst && isDoing(verb)) return { text: 'says what is being done', weight: 1.9 }
	if (!words.STANCES_OTHER.has(verb)) return null
	return { text: 'takes a stance', weight: isFirst ? 2.4 : 1.9 }
}

/** True if a token is the speaker, but not in an indirect question ("what we want"). */
const isSpeaker = (tokens: readonly Token[], index: number): boolean => {
	const word = tokens[index]?.word ?? ''
	const before = tokens[index - 1]?.word ?? ''
	if (ASKING.test(before)) return false
	if (FIRST_PERSON.has(word) || words.PARTIES.has(word)) return true
	return words.PLANS.has(word) && isOwnSide([before, word])
}

/** Weighs a stance without a modal: "We support", "I am committed to", "Republicans oppose". */
const stance = ({ tokens }: Look): Reason | null => {
	for (const [index, { word }] of tokens.entries()) {
		if (!isSpeaker(tokens, index)) continue
		let at = index + 1
		while (BEFORE_STANCE.test(tokens[at]?.word ?? '')) at++
		const verb = tokens[at]?.word ?? ''
		const isOpen = verb === 'stand' && tokens.length < at + 3
		const found = isOpen ? null : stanceOf(verb, FIRST_PERSON.has(word), at > index + 1)
		if (found) return found
	}
	return null
}

const NOT_ORDERED = /^(?:is|are|was|were|has|had|have|will|would|began|can|could|means|matters)$/
const BEFORE_ORDER = /^(?:and|also|then|finally|first|secondly|therefore)$/

/** Weighs imperatives: "Raise …", "Urgently raise …", "Ending …". */
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

/** Factor of further signs, so that long sentences do not count as commitments by length. */
const SECOND = 0.25

const commitments = (look: Look): Reason[] =>
	[
		strongest(readingsOf(look.clauses).map((reading) => weighReading(reading, look))),
		stance(look),
		opening(look),
	]
		.filter((reason) => reason !== null)
		.toSorted((a, b) => b.weight - a.weight)
		.map(({ text, weight }, index) => ({ text, weight: index === 0 ? weight : weight * SECOND }))

export interface Detection {
	/** 0 to 1; sentences are proposed from {@link COMMITMENT} up. */
	readonly score: number
	readonly reasons: readonly Reason[]
}

export const COMMITMENT = 0.5
const BASE = -1.8
/** Longer sentences are data or text without punctuation. */
const MAX_CHARACTERS = 3000

const CLEAR_TOPIC = 2.5

const FINITE =
	/\b(?:is|are|was|were|has|have|had|does|did|do|will|would|must|should|can|could|may|might)\b/iu

const listed = ({ kind, text, leadIn, tokens }: Look): Reason[] => {
	if (kind !== 'bullet') return []
	const reasons: Reason[] = [{ text: 'is an item of a list', weight: 0.9 }]
	const lead = leadIn === null ? null : tokensOf(leadIn)
	if (lead && occurs(words.ANNOUNCES_OTHER, lead))
		reasons.push({ text: 'its list announces something else', weight: -1.6 })
	else if (lead && occurs(words.ANNOUNCES, lead))
		reasons.push({ text: 'its list announces commitments', weight: 1.8 })
	const bare = words.FRAGMENTS.has(tokens[0]?.word ?? '') && !FINITE.test(text)
	if (bare) reasons.push({ text: 'names a measure', weight: 0.7 })
	return reasons
}

const LINK = /\S@\S|https?:|www\.|\.(?:com|org|net|co\.uk|gov)\b|(?:\(?\+?\d[\d\s().-]{8,}\d)/iu

const IMPRINT =
	/^(?:paid for|promoted|printed|published|photo|image|powered|designed)(?: and \p{L}+)? by\b/iu

/** True for headings of sections without commitments, if the heading has hardly any other words. */
const isOther = (heading: readonly Token[], topics: Topics): boolean => {
	const found = findPhrases(words.HEADINGS_OTHER, heading)
	const others = heading.length - found.reduce((sum, { length }) => sum + length, 0)
	const begins = found[0]?.at === 0 && found[0].length > 1
	if (found.length === 0) return false
	// "Donations", but not "Organ donation", which has a topic.
	return others === 0 || ((others <= 2 || begins) && topicality(topics) < CLEAR_TOPIC)
}

/** Minimum weight of an explicit commitment: "We will …", "Ban …". */
const PLAIN_COMMITMENT = 2.4
const SITE =
	/\b(?:(?:to|with|contact|email|send|ask|tell) you|your (?:personal )?(?:data|details|information|name|address|email|e-mail|phone|browser|device|computer|visit|consent|questions?|messages?|comments?|donations?|gift|account|preferences|ip)|cookies?|receipts?|personal details|third parties|newsletters?|subscrib\p{L}+|unsubscribe|visitors?|browsers?|e-?mails?|inbox|enquir\p{L}+|inquir\p{L}+|respond|reply|replies|webmaster|(?:this|our|the) (?:site|website|web site|page|form|office|team|campaign|servers?|mailing list)|(?:personal )?(?:data|information) (?:that |which )?we\b|we (?:collect|store|use|process|share)\b)/iu

/** True if a heading without commitments counts against a sentence. Explicit commitments need more evidence. */
const countsAgainst = (look: Look, committed: number): boolean => {
	const { text, heading } = look
	if (heading === null || !isOther(tokensOf(heading), topicsOf(heading))) return false
	return committed < PLAIN_COMMITMENT || SITE.test(text)
}

const against = (look: Look, committed: number): Reason[] => {
	const { text, kind, heading, tokens } = look
	const reasons: Reason[] = []
	const note = (is: boolean, because: string, weight: number): void => {
		if (is) reasons.push({ text: because, weight })
	}
	note(/\?["'”’)]*$/u.test(text), 'is a question', -4)
	note(LINK.test(text), 'holds an address or a number to call', -3)
	note(occurs(words.CONTACT, tokens), 'speaks of the page, the campaign or its readers', -2.5)
	note(IMPRINT.test(text), 'is an imprint', -3)
	note(occurs(words.BIOGRAPHY, tokens), 'tells of a person', -1.5)
	note(occurs(words.REPORTED, tokens), 'reports', -1.5)
	const rivals = findPhrases(words.RIVALS, tokens)
	note(rivals.length > 0, 'speaks of others', rivals.some(({ at }) => at < 6) ? -2.2 : -1)
	note(occurs(words.EXAMPLE, tokens.slice(0, 4)), 'gives an example', -1.2)
	note(occurs(words.EXPLAINING, tokens.slice(0, 4)), 'explains', -1)
	note(
		/[:…]$/u.test(text) && kind !== 'bullet' && tokens.length < 16,
		'announces what follows',
		-2.2,
	)
	note(/!["'”’)]*$/u.test(text), 'exclaims', -0.6)
	note(kind === 'heading', 'is a heading', -2)
	note(kind === 'other', 'is no running text', -6)
	note(
		/\b(?:since|from) (?:19|20)\d\d\b|\b(?:19|20)\d\d\s*[-–]\s*(?:present|(?:19|20)\d\d)/iu.test(
			text,
		) && !FINITE.test(text),
		'is a date of a life',
		-1.5,
	)
	const under = heading === null ? null : tokensOf(heading)
	note(countsAgainst(look, committed), 'stands under a heading of something else', -1.5)
	note(
		kind !== 'heading' && under !== null && occurs(words.HEADINGS_POLICY, under),
		'stands under a heading of policies',
		0.4,
	)
	return reasons
}

const substance = ({ text, heading }: Look): Reason[] => {
	const topic = topicality(topicsOf(text))
	const count = countWords(text)
	const reasons: Reason[] = []
	if (topic >= 5) reasons.push({ text: 'has a clear topic', weight: 0.7 })
	else if (topic >= CLEAR_TOPIC) reasons.push({ text: 'has a topic', weight: 0.4 })
	else if (topic < 1) {
		const isUnder = heading !== null && topicality(topicsOf(heading)) >= CLEAR_TOPIC
		reasons.push({ text: 'has no topic of politics', weight: isUnder ? -0.3 : -0.9 })
	}
	if (/\d/.test(text)) reasons.push({ text: 'names a figure', weight: 0.2 })
	if (count < 3) reasons.push({ text: 'is too short to say anything', weight: -2 })
	if (count > 80) reasons.push({ text: 'is very long', weight: -0.5 })
	return reasons
}

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum))

/** Scores how likely a sentence is a commitment: a promise, a demand or a stance. */
export const detect = (sentence: Looked): Detection => {
	const { text } = sentence
	if (text.length > MAX_CHARACTERS) {
		return { score: 0, reasons: [{ text: 'is too long for a sentence', weight: -10 }] }
	}
	const tokens = tokensOf(text)
	const look: Look = { ...sentence, tokens, clauses: clausesOf(text, tokens) }
	const committing = commitments(look)
	const committed = Math.max(0, ...committing.map(({ weight }) => weight))
	const reasons = [...committing, ...listed(look), ...substance(look), ...against(look, committed)]
	const sum = reasons.reduce((all, { weight }) => all + weight, BASE)
	return { score: Math.round(100 * logistic(sum)) / 100, reasons }
}
