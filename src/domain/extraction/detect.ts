import { countWords } from '../policies.ts'
import { topicality, topicsOf } from './classify.ts'
import { type Carried, type Reading, readingsOf } from './grammar.ts'
import { occurs, phraseSet, standsAt } from './phrases.ts'
import { RIVAL } from './sides.ts'
import { type Sentence, type Token, tokensOf } from './text.ts'
import { baseOf, isDeed, STATES, TALKS } from './verbs.ts'

/** A weighted sign for or against a commitment, with a description for users. */
export interface Reason {
	readonly text: string
	readonly weight: number
}

export interface Looked extends Pick<Sentence, 'text' | 'kind' | 'heading' | 'leadIn'> {
	/** First sentence of its block, apart from a label of few words. */
	readonly first?: boolean
	/** Item of a list of past deeds. */
	readonly record?: boolean
	/** Repeats a heading, or has a page number behind it. */
	readonly contents?: boolean
	/** The side that "it", "they", "he" or "she" stand for, by the sentences before. */
	readonly carried?: Carried
	/** Words of somebody else: quoted, or in a comment. */
	readonly quoted?: boolean
	/** Item of a list of which most others have a form of commitment. */
	readonly company?: boolean
	/** Follows a commitment within its block. */
	readonly follows?: boolean
}

interface Look extends Looked {
	readonly tokens: readonly Token[]
	/** Main clauses only. */
	readonly readings: readonly Reading[]
	readonly topic: number
	readonly count: number
}

const PAGE = phraseSet(
	`sign up, signup, click here, click on, read more, read the full, learn more, find out more, more information, contact us, contact me, get in touch, donate, make a donation, chip in, follow us, follow me, join us, join me, join our, subscribe, newsletter, your email, email address, your phone, your name, postcode, privacy policy, terms of use, terms of service, use cookies, cookie policy, set cookies, our use of cookies, all rights reserved, photo by, my website, our website, this website, this page, this form, this site, volunteer for, volunteer with, opt out of, unsubscribe, reply to, your message, your details, your data, your personal data, your information, contact you, email you, by email, your visit, your browser, your consent, third parties, personal details, on this device, receipt*, the form, get back to you, to reply, yard sign, mailing list, comments are, postal vote, my vote, your vote, polling, election day, office hours, respond within, vote for me`,
)
const REPORTED = phraseSet(
	`said, says, told, added, announced, reported, commented, according to, explained, claimed, stated, declared, tweeted, revealed, wrote, in an interview, reporters`,
)
const EXPLAINS = phraseSet(
	`for example, for instance, imagine, suppose, in other words, in practice, this means, as a result, the result, which means, we know, we have seen, we have already, the fact is, the truth is, there is, there are, there was, there were, there has, it has been, it is clear, estimated, studies show, research shows, evidence shows, under current law`,
)
const ANNOUNCES = phraseSet(
	`will, would, must, should, pledge*, commit*, promise*, policy, policies, priorit*, plan, plans, propos*, support, oppose, fight, call for, calls for, calling for, called on, demand*, want*, ensure, aim*, goal*, objective*, agenda, platform, manifesto, solution*, stand for, vision, need to, measure*, reform*, steps, believe, believes, elected, seek*, urge*, recommend*, ask*, in office, first 100 days, where i stand, position*`,
)
const ANNOUNCES_OTHER = phraseSet(
	`such as, because, reason*, benefits of, facts, fact, did you know, endorse*, supporters, supported by, contact*, experience, qualification*, biography, about, member of, memberships, career, record, achievements, achieved, events, event, news, links, donate, volunteer*, sources, references, further reading, see also, team, menu, voted, awards, documents, contents, related, previously, already, have done, has done, delivered, report, opponent*, what that would mean, most read, comment*, join us, get involved, sign up, volunteer, message`,
)
const LINK =
	/\S@\S|https?:|www\.|\.(?:com|org|net|gov)\b|(?:\(?\+?\d[\d\s().-]{8,}\d)|^(?:paid for|promoted|printed|published|photo|image|powered|designed|responsible publisher)\b/iu
const FINITE =
	/^(?:is|are|was|were|has|have|had|does|did|do|will|would|must|should|can|could|may|might|am)$/u
const PAST = /^(?:was|were|had|did)$/u
const SUBJECTS = /^(?:i|we|he|she|it|they|you)$/u
const INDIRECT =
	/^(?:who|which|that|if|because|until|when|where|while|what|how|whether|unless|whose)$/u

const word = (look: Look, at: number): string => look.tokens[at]?.word ?? ''

/** A past form with its object: "received the largest credit". */
const HAPPENED =
	/\b(?:\p{L}{2,}ed (?:the|an?|this|their|its|more|from|to|largest|\d)|led to|fell|saw|rose|grew|became|went|took|got|benefited|cut by)\b/iu

/** True if a finite verb stands outside of relative and other subordinate clauses. */
const hasFinite = ({ tokens }: Look): boolean => {
	let open = 0
	for (const { word: each } of tokens) {
		if (INDIRECT.test(each)) open++
		else if (FINITE.test(each) && open-- <= 0) return true
	}
	return false
}

const NOUN_AFTER =
	/^(?:is|are|was|were|has|had|will|would|began|can|could|means|matters|of|on|by)$/u
const WITH_FOR = /^(?:call|fight|pay|campaign|push|press|vote|provide|care|allow|lobby)$/u
const BEFORE_ORDER =
	/^(?:and|also|then|finally|first|firstly|secondly|therefore|not|never|do|please)$/u

/** Index of the verb that an imperative begins with: "Raise …", "Urgently raise …", "Let us raise …"; -1 without one. */
const orderAt = (look: Look): number => {
	let at = 0
	if (word(look, 0) === 'let' && word(look, 1) === 'us') at = 2
	if (word(look, 0) === 'to' && look.kind === 'bullet') at = 1
	while (BEFORE_ORDER.test(word(look, at)) || (word(look, at).endsWith('ly') && at < 3)) at++
	if (!isDeed(word(look, at)) || look.tokens.length < at + 2) return -1
	const isNoun = word(look, at + 1) === 'for' && !WITH_FOR.test(word(look, at))
	if (isNoun || NOUN_AFTER.test(word(look, at + 1)) || hasFinite(look)) return -1
	return at
}

const talks = ({ tokens }: Look, { at, verb, passive }: Reading): boolean =>
	!passive &&
	(standsAt(TALKS, tokens, at - 1) ||
		(verb === 'be' && baseOf(tokens[at]?.word ?? '', 'participle') === null))

const isOwn = ({ side }: Reading): boolean => side === 'own'
const isOthers = ({ side }: Reading): boolean =>
	side === 'other' || side === 'none' || side === 'person'
const isWill = ({ mode }: Reading): boolean => mode === 'will' || mode === 'would'
const isBullet = ({ kind }: Look): boolean => kind === 'bullet'

interface Rule {
	readonly name: string
	/** Description for users. */
	readonly says: string
	readonly weight: number
	readonly holds: (look: Look) => boolean
}

const rule = (name: string, weight: number, says: string, holds: Rule['holds']): Rule => ({
	name,
	weight,
	says,
	holds,
})
const some = (holds: (reading: Reading, look: Look) => boolean) => (look: Look) =>
	look.readings.some((reading) => holds(reading, look))

/** Grammatical forms of a commitment. Of those that hold, the first counts. */
const FORMS: readonly Rule[] = [
	rule(
		'own-will',
		4,
		'says what will be done',
		some((each, look) => isOwn(each) && isWill(each) && !talks(look, each)),
	),
	rule(
		'own-stance',
		4,
		'takes a stance',
		some(
			(each, look) =>
				isOwn(each) &&
				each.mode === 'stance' &&
				!(word(look, each.at) === 'to' && standsAt(TALKS, look.tokens, each.at + 1)),
		),
	),
	rule('order', 3.5, 'begins with what is to be done', (look) => orderAt(look) >= 0),
	rule(
		'is-to',
		4,
		'says what is to be done',
		some(
			(each) =>
				each.mode === 'to-be' &&
				each.side !== 'rival' &&
				(each.passive || isDeed(each.verb) || STATES.has(each.verb)),
		),
	),
	rule(
		'must',
		3.5,
		'says what has to be',
		some(
			(each, look) =>
				each.mode === 'must' &&
				each.side !== 'rival' &&
				each.side !== 'reader' &&
				!(each.side === 'this' && each.verb === 'be') &&
				!(isOwn(each) && talks(look, each)),
		),
	),
	rule(
		'will-be-done',
		4,
		'says what will be done',
		some((each) => isWill(each) && each.passive && isOthers(each)),
	),
	rule(
		'own-doing',
		2.5,
		'says what is being done',
		some((each) => isOwn(each) && each.mode === 'doing'),
	),
	rule(
		'to-be-done',
		3,
		'says what is to be done',
		(look) =>
			!hasFinite(look) &&
			look.tokens.some(
				({ word: each }, at) =>
					at > 0 &&
					each === 'to' &&
					word(look, at + 1) === 'be' &&
					baseOf(word(look, at + 2), 'participle') !== null,
			),
	),
	rule('call', 3, 'calls for something', ({ text }) => CALL.test(text) || PLAN.test(text)),
	rule(
		'will-have',
		2.4,
		'says what will be',
		some((each) => isWill(each) && (each.side === 'other' || each.side === 'none')),
	),
	rule(
		'doing',
		2.5,
		'names an action',
		(look) => isBullet(look) && baseOf(word(look, 0), 'doing') !== null && !hasFinite(look),
	),
	rule(
		'fragment',
		1.2,
		'names a measure',
		(look) =>
			look.count > 2 &&
			!hasFinite(look) &&
			!HAPPENED.test(look.text) &&
			!look.tokens.some(({ word: each }) => SUBJECTS.test(each)) &&
			(isBullet(look) || look.follows === true),
	),
]

/** Further features. All that hold are added. */
const FEATURES: readonly Rule[] = [
	rule(
		'company',
		1.5,
		'is in a list of commitments',
		({ company, first }) => company === true && first !== false,
	),
	rule('quoted', -4, 'quotes somebody else', ({ quoted }) => quoted === true),
	rule(
		'rival',
		-4,
		'speaks of others',
		(look) => look.readings.some(({ side }) => side === 'rival') || word(look, 0) === RIVAL,
	),
	rule(
		'effect',
		-1.5,
		'foretells an effect',
		({ readings: [first] }) => first !== undefined && first.side === 'this' && isWill(first),
	),
	rule(
		'talk',
		-1.5,
		'speaks to the reader, or of the campaign',
		some((each, look) => isOwn(each) && each.mode !== 'stance' && talks(look, each)),
	),
	rule('question', -4, 'is a question', ({ text }) => /\?["'”’)]*$/u.test(text)),
	rule(
		'page',
		-3.5,
		'speaks of the page, the campaign or its readers',
		({ text, tokens }) => LINK.test(text) || occurs(PAGE, tokens),
	),
	rule(
		'reported',
		-1.5,
		'reports',
		({ tokens, readings }) => occurs(REPORTED, tokens) && !readings.some(isOwn),
	),
	rule('explains', -1, 'explains', ({ tokens }) => occurs(EXPLAINS, tokens.slice(0, 5))),
	rule(
		'past',
		-1.2,
		'tells of the past',
		(look) =>
			look.tokens.some(({ word: each }) => PAST.test(each)) ||
			baseOf(word(look, 0), 'participle') !== null,
	),
	rule('perfect', -1.3, 'tells of what has been done', ({ tokens }) =>
		tokens.some(
			({ word: each }, at) =>
				/^ha(?:s|ve)$/u.test(each) && baseOf(tokens[at + 1]?.word ?? '', 'participle') !== null,
		),
	),
	rule('record', -3, 'is in a list of past deeds', ({ record }) => record === true),
	rule('contents', -4, 'is a line of a table of contents', ({ contents }) => contents === true),
	rule(
		'announces',
		-2.5,
		'announces what follows',
		({ text, kind }) => kind !== 'bullet' && /[:…]$/u.test(text),
	),
	rule('heading', -3, 'is a heading', ({ kind }) => kind === 'heading'),
	rule('furniture', -8, 'is not a sentence of the text', ({ kind }) => kind === 'other'),
	rule('list', 0.5, 'is an item of a list', (look) => isBullet(look) && look.first !== false),
	rule(
		'announced',
		1,
		'its list announces commitments',
		({ kind, leadIn, heading }) =>
			kind === 'bullet' && occurs(ANNOUNCES, tokensOf(leadIn ?? heading ?? '')),
	),
	rule(
		'announced-other',
		-2.5,
		'its list announces something else',
		({ leadIn }) => leadIn !== null && occurs(ANNOUNCES_OTHER, tokensOf(leadIn)),
	),
	rule(
		'heading-other',
		-1.5,
		'is under a heading about something else',
		({ heading, readings }) => {
			if (readings.some((each) => isOwn(each) && isWill(each))) return false
			const tokens = tokensOf(heading ?? '')
			return tokens.length > 0 && tokens.length <= 4 && occurs(ANNOUNCES_OTHER, tokens)
		},
	),
	rule('topic', 0.5, 'has a topic', ({ topic }) => topic >= 2.5),
	rule('figure', 0.3, 'names a figure', ({ text }) => /\d/u.test(text)),
	rule('short', -1, 'is too short to say anything', ({ count }) => count < 3),
]

export const RULES: readonly Rule[] = [...FORMS, ...FEATURES]

export interface Detection {
	/** 0 to 1; sentences are proposed from {@link COMMITMENT} up. */
	readonly score: number
	readonly reasons: readonly Reason[]
}

export const COMMITMENT = 0.5
/** Proposals below are shown after the others. Chosen on judged proposals of the documents to tune with. */
export const SURE = 0.85
const BASE = -2.6
/** Longer sentences are data or text without punctuation. */
const MAX_CHARACTERS = 3000
const LABEL = /^["“]?[\p{Lu}\p{N}][^:.!?;]{0,60}: (?=\S)/u
const LABEL_WORDS = 7
const PLAN =
	/^["“]?(?:our|my|the) (?:plan|policy|proposal|goal|aim|priority|pledge|promise|solution|objective)\b[^:.]{0,60}(?::| is (?:to\b|\d))/iu

/** A label before what is said: "Safe Schools: We will …". Empty without one. */
export const labelOf = (text: string): string => {
	const label = LABEL.exec(text)?.[0] ?? ''
	const words = tokensOf(label)
	const isLabel =
		words.length <= LABEL_WORDS &&
		!PLAN.test(label) &&
		!words.some(({ word: each }) => /^(?:will|would|must|should|shall|said|says)$/u.test(each))
	return isLabel ? label : ''
}

const CALL =
	/^["“]?(?:(?:no|yes) to|no more|an? end to|(?:it is|it['’]s|now is the|high) time (?:to|for|that|we))\b/iu
const REASON = /^(?:that['’]s|that is|this is|and that is|which is) why /iu

const lookAt = (sentence: Looked): Look => {
	const text = sentence.text.slice(labelOf(sentence.text).length).replace(REASON, '')
	const tokens = tokensOf(text)
	const readings = readingsOf(text, tokens, sentence.carried ?? { near: null, topic: null })
	return {
		...sentence,
		text,
		tokens,
		readings: readings.filter(({ subordinate, verb }) => !subordinate && verb !== ''),
		topic: topicality(topicsOf(text)),
		count: countWords(text),
	}
}

/** True if the grammar of a sentence is one of a commitment, whatever its surroundings. */
export const hasForm = (sentence: Looked): boolean => {
	const look = lookAt(sentence)
	return FORMS.some(({ name, holds }) => name !== 'fragment' && holds(look))
}

/** Names of the rules that hold for a sentence. */
const rulesOf = (sentence: Looked, without: ReadonlySet<string> = new Set()): Rule[] => {
	const look = lookAt(sentence)
	const used = (rules: readonly Rule[]) => rules.filter(({ name }) => !without.has(name))
	const form = used(FORMS).find(({ holds }) => holds(look))
	return [...(form ? [form] : []), ...used(FEATURES).filter(({ holds }) => holds(look))]
}

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum))

/** Scores how likely a sentence is a commitment: a promise, a demand or a stance. @param without names of rules not to use. */
export const detect = (sentence: Looked, without?: ReadonlySet<string>): Detection => {
	if (sentence.text.length > MAX_CHARACTERS)
		return { score: 0, reasons: [{ text: 'is too long for a sentence', weight: -10 }] }
	const rules = rulesOf(sentence, without)
	const sum = rules.reduce((all, { weight }) => all + weight, BASE)
	return {
		score: Math.round(100 * logistic(sum)) / 100,
		reasons: rules.map(({ says, weight }) => ({ text: says, weight })),
	}
}
