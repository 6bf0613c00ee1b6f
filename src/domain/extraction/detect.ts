import { countWords } from '../policies.ts'
import { type Topics, topicality, topicsOf } from './classify.ts'
import { clausesOf } from './clauses.ts'
import { commitments, type Look, type Looked, type Reason } from './commit.ts'
import * as words from './detect-words.ts'
import { findPhrases, occurs } from './phrases.ts'
import { type Token, tokensOf } from './tokens.ts'

export interface Detection {
	/** 0 to 1; a sentence is proposed from {@link COMMITMENT} on. */
	readonly score: number
	readonly reasons: readonly Reason[]
}

/** From this score on a sentence counts as a commitment. */
export const COMMITMENT = 0.5
/** A sentence without any sign is none: signs have to outweigh this. */
const BASE = -1.8
/** A sentence longer than this is no sentence: a file of data, or text that lost its stops. */
const MAX_CHARACTERS = 3000

/** What a text of one clear word of a topic weighs at least. */
const CLEAR_TOPIC = 2.5

const FINITE =
	/\b(?:is|are|was|were|has|have|had|does|did|do|will|would|must|should|can|could|may|might)\b/iu

/** What a bullet says by being one, and by what announces it. */
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

/** Whether a heading is one of those under which nothing is promised: it says so and hardly more. */
const isOther = (heading: readonly Token[], topics: Topics): boolean => {
	const found = findPhrases(words.HEADINGS_OTHER, heading)
	const others = heading.length - found.reduce((sum, { length }) => sum + length, 0)
	const begins = found[0]?.at === 0 && found[0].length > 1
	if (found.length === 0) return false
	// "Donations", but not "Organ donation", which has a topic.
	return others === 0 || ((others <= 2 || begins) && topicality(topics) < CLEAR_TOPIC)
}

/** A commitment of at least this weight is made in so many words: "We will …", "Ban …". */
const PLAIN_COMMITMENT = 2.4
/** What a site says to its visitors about itself. */
const SITE =
	/\b(?:(?:to|with|contact|email|send|ask|tell) you|your (?:personal )?(?:data|details|information|name|address|email|e-mail|phone|browser|device|computer|visit|consent|questions?|messages?|comments?|donations?|gift|account|preferences|ip)|cookies?|receipts?|personal details|third parties|newsletters?|subscrib\p{L}+|unsubscribe|visitors?|browsers?|e-?mails?|inbox|enquir\p{L}+|inquir\p{L}+|respond|reply|replies|webmaster|(?:this|our|the) (?:site|website|web site|page|form|office|team|campaign|servers?|mailing list)|(?:personal )?(?:data|information) (?:that |which )?we\b|we (?:collect|store|use|process|share)\b)/iu

/** Whether a heading of the site counts against a sentence: not by itself against a plain commitment. */
const countsAgainst = (look: Look, committed: number): boolean => {
	const { text, heading } = look
	if (heading === null || !isOther(tokensOf(heading), topicsOf(heading))) return false
	return committed < PLAIN_COMMITMENT || SITE.test(text)
}

/** What speaks against a sentence, whatever else it says. */
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

/** What the topic and the length say. */
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

/** A score for a sum of reasons: 0.5 where they are in balance. */
const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum))

/** How much a sentence reads like a commitment: a promise, a demand, a stance. Each sign has a weight, and a name for people. */
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
