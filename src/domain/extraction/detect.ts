import { topicality, topicsOf } from './classify.ts'
import { type Carried, type Reading, readingsOf } from './grammar.ts'
import { entriesOf, findPhrases, occurs, phraseSet, standsAt } from './phrases.ts'
import { RIVAL } from './sides.ts'
import { type Sentence, type Token, tokensOf } from './text.ts'
import { baseOf, isDeed, isPast, STATES, TALKS } from './verbs.ts'

/** A weighted sign for or against a commitment, with a description for users. */
export interface Reason {
	readonly text: string
	readonly weight: number
}

export interface Looked extends Pick<Sentence, 'text' | 'kind' | 'heading' | 'leadIn'> {
	/** Number of its list within the source. */
	readonly list?: number | null
	/** First sentence of its block, apart from a label of few words. */
	readonly first?: boolean
	/** The side that "it", "they", "he" or "she" stand for, by the sentences before. */
	readonly carried?: Carried
	/** Words of somebody else: quoted, or in a comment. */
	readonly quoted?: boolean
}

/** Grammar of a sentence. */
export interface Look extends Looked {
	readonly tokens: readonly Token[]
	/** Main clauses only. */
	readonly readings: readonly Reading[]
	readonly topic: number
	/** Index of the verb that an imperative begins with; -1 without one. */
	readonly order: number
	/** True with a finite verb outside of subordinate clauses. */
	readonly finite: boolean
	readonly past: boolean
}

interface Around extends Look {
	/** Share of the other items of its list that have a form of commitment. */
	readonly company: number
}

const PAGE = phraseSet(
	`sign up, signup, click here, click on, read more, read the full, learn more, find out more, more information, contact us, contact me, get in touch, donate, make a donation, chip in, follow us, follow me, join us, join me, join our, subscribe, newsletter, your email, email address, your phone, your name, postcode, privacy policy, terms of use, terms of service, use cookies, cookie policy, set cookies, our use of cookies, all rights reserved, photo by, my website, our website, this website, this page, this form, this site, volunteer for, volunteer with, opt out of, unsubscribe, reply to, your message, your details, your data, your personal data, your information, contact you, email you, by email, your visit, your browser, your consent, third parties, personal details, on this device, receipt*, the form, get back to you, to reply, yard sign, mailing list, comments are, postal vote, my vote, your vote, polling, election day, office hours, respond within, vote for me`,
)
const ANNOUNCES_OTHER = phraseSet(
	`such as, example*, because, reason*, benefits of, facts, fact, did you know, endorse*, supporters, supported by, contact*, experience, qualification*, biography, about, member of, memberships, career, record, achievements, achieved, events, event, news, links, donate, volunteer*, sources, references, further reading, see also, team, menu, voted, awards, documents, contents, related, previously, already, have done, has done, delivered, report, opponent*, what that would mean, most read, comment*, join us, get involved, sign up, volunteer, message`,
)
const VALUES = phraseSet(
	`future, prosper*, hope, dream*, values, greatness, opportunity, opportunities, dignity, respect, freedom, pride, together, voice*, tomorrow, better, stronger, fair*, lives, generation*, challenge*, progress, heart, love, spirit, trust, thrive, potential, vision, principle*`,
)
/** Stances that say what is wished instead of what will be done. */
const WISHES = new Set(
	entriesOf(
		`want, need, ask, challenge, stand, fight, believe, aim, seek, push, wish, say, campaign, encourage, like, appeal, prepared, ready, proud, dedicated, determined, fighting, insist, for`,
	),
)
const MEASURE =
	/\d|[%£$€]|\b(?:bill|law|tax(?:es)?|funds?|rates?|act|amendment|ban|grants?|licen[cs]es?|subsid\w+|pensions?|wages?|schools?|hospitals?|homes|fees?|cap|budget|billion|million|percent)\b/iu
const LINK =
	/\S@\S|https?:|www\.|\.(?:com|org|net|gov)\b|(?:\(?\+?\d[\d\s().-]{8,}\d)|^(?:paid for|promoted|printed|published|photo|image|powered|designed|responsible publisher)\b/iu
const FINITE =
	/^(?:is|are|was|were|has|have|had|does|did|do|will|would|must|should|can|could|may|might|am)$/u
const SUBJECTS = /^(?:i|we|he|she|it|they|you)$/u
const SAYS = new Set(
	entriesOf(
		'say, says, said, write, writes, wrote, argue, argues, argued, claim, claims, claimed, insist, insists, told, announced',
	),
)
const PRONOUN = /^(?:it|they|he|she|its|their|his|her)$/u
const INDIRECT =
	/^(?:who|which|that|if|because|until|when|where|while|what|how|whether|unless|whose)$/u

type Words = Pick<Look, 'text' | 'tokens' | 'kind'>
const word = ({ tokens }: Pick<Look, 'tokens'>, at: number): string => tokens[at]?.word ?? ''

/** True if a finite verb stands outside of relative and other subordinate clauses. */
const hasFinite = ({ tokens }: Words): boolean => {
	let open = 0
	for (const { word: each } of tokens) {
		if (INDIRECT.test(each)) open++
		else if (FINITE.test(each) && open-- <= 0) return true
	}
	return false
}

/** Words before a participle that is no finite past form: "has built", "the homes built". */
const BEFORE_PARTICIPLE = new Set(
	entriesOf(
		`is, are, was, were, be, been, being, am, get, gets, got, has, have, had, the, a, an, of, to, for, and, or, by, with, in, on, at, from, as, their, our, your, its, his, her, my, more, most, not, no, so, all, any, every, each, these, those, such, than, who, which, that`,
	),
)
/** True if the sentence begins with a past form or has a finite one. */
const hasPast = (look: Words): boolean =>
	(baseOf(word(look, 0), 'participle') !== null && !isDeed(word(look, 0))) ||
	look.tokens.some(
		({ word: each, start }, at) =>
			at > 0 &&
			isPast(each) &&
			!look.text.slice(look.tokens[at - 1]?.end, start).includes(',') &&
			!BEFORE_PARTICIPLE.has(word(look, at - 1)) &&
			!word(look, at - 1).endsWith('ly') &&
			!(each.endsWith('ed') && word(look, at + 1) === 'by'),
	)

const NOUN_AFTER =
	/^(?:is|are|was|were|has|had|will|would|began|can|could|means|matters|of|on|by)$/u
const WITH_FOR = /^(?:call|fight|pay|campaign|push|press|vote|provide|care|allow|lobby)$/u
/** Verbs before a clause of their own: "Ensure nobody is left out". */
const WITH_CLAUSE = /^(?:ensure|guarantee|require|mandate)$/u
const BEFORE_ORDER =
	/^(?:and|also|then|finally|first|firstly|secondly|therefore|not|never|do|please)$/u

/** Index of the verb that an imperative begins with: "Raise …", "Urgently raise …", "Let us raise …"; -1 without one. */
const orderAt = (look: Words): number => {
	let at = 0
	if (word(look, 0) === 'let' && word(look, 1) === 'us') at = 2
	if (word(look, 0) === 'to' && look.kind === 'bullet') at = 1
	while (BEFORE_ORDER.test(word(look, at)) || (word(look, at).endsWith('ly') && at < 3)) at++
	if (!isDeed(word(look, at)) || look.tokens.length < at + 2) return -1
	const isNoun = word(look, at + 1) === 'for' && !WITH_FOR.test(word(look, at))
	if (isNoun || NOUN_AFTER.test(word(look, at + 1))) return -1
	if (hasFinite(look) && !WITH_CLAUSE.test(word(look, at))) return -1
	return at
}

const talks = ({ tokens }: Look, { at, verb, passive }: Reading): boolean =>
	!passive &&
	!(verb === 'call' && /^(?:on|for|upon)$/u.test(tokens[at]?.word ?? '')) &&
	(standsAt(TALKS, tokens, at - 1) ||
		(verb === 'be' && baseOf(tokens[at]?.word ?? '', 'participle') === null))

const isOwn = ({ side }: Reading): boolean => side === 'own'
const isOthers = ({ side }: Reading): boolean =>
	side === 'other' || side === 'none' || side === 'person'
const isWill = ({ mode }: Reading): boolean => mode === 'will' || mode === 'would'
const acts = ({ passive, verb }: Reading): boolean => passive || (isDeed(verb) && !STATES.has(verb))
/** False for "would" with a verb of no policy: "I would daydream". */
const isMeant = (each: Reading): boolean =>
	each.mode === 'will' || acts(each) || STATES.has(each.verb)
const isNearRival = ({ carried, heading, leadIn }: Look): boolean =>
	carried?.near === 'rival' || `${heading} ${leadIn}`.includes(RIVAL)

/**
 * A feature of structure or grammar with its weight. The weights are fitted by logistic regression to the documents to
 * tune with and `hand_120`, so that the logistic function of their sum is a probability. `tests/bench/fit-detection.ts`
 * fits them again.
 */
interface Rule {
	readonly name: string
	/** Description for users. */
	readonly says: string
	readonly weight: number
	readonly holds: (look: Around) => boolean | number
}

const rule = (name: string, weight: number, says: string, holds: Rule['holds']): Rule => ({
	name,
	weight,
	says,
	holds,
})
const some = (holds: (reading: Reading, look: Look) => boolean) => (look: Look) =>
	look.readings.some((reading) => holds(reading, look))
const stance = (holds: (reading: Reading, look: Look) => boolean) =>
	some(
		(each, look) =>
			isOwn(each) &&
			each.mode === 'stance' &&
			holds(each, look) &&
			!(word(look, each.at) === 'to' && standsAt(TALKS, look.tokens, each.at + 1)),
	)
const isThird = (look: Look, { helper }: Reading): boolean => word(look, helper).endsWith('s')
const isCalled = (look: Look, { helper }: Reading): boolean =>
	word(look, helper).endsWith('ed') && !/^(?:is|are|am)$/u.test(word(look, helper - 1))

/** True for an item of a list without a verb: "Free school meals". */
const isBare = ({ kind, first, tokens, readings, finite, past, order }: Look): boolean =>
	kind === 'bullet' &&
	first !== false &&
	tokens.length > 1 &&
	readings.length === 0 &&
	order < 0 &&
	!finite &&
	!past &&
	!tokens.some(({ word: each }) => SUBJECTS.test(each))

/** Grammatical forms of a commitment. */
const FORMS: readonly Rule[] = [
	rule(
		'own-will',
		2.7,
		'says what will be done',
		some((each, look) => isOwn(each) && isWill(each) && isMeant(each) && !talks(look, each)),
	),
	rule(
		'own-stance',
		3.4,
		'takes a stance',
		stance((each, look) => !WISHES.has(each.verb) && !isCalled(look, each)),
	),
	rule(
		'own-called',
		1.5,
		'took a stance',
		stance((each, look) => isCalled(look, each)),
	),
	rule(
		'own-wish',
		2.7,
		'says what is wanted',
		stance((each, look) => WISHES.has(each.verb) && !isCalled(look, each)),
	),
	rule('order', 2.7, 'begins with what is to be done', ({ order }) => order >= 0),
	rule(
		'is-to',
		2.4,
		'says what is to be done',
		some(
			(each) =>
				each.mode === 'to-be' && each.side !== 'rival' && (acts(each) || STATES.has(each.verb)),
		),
	),
	rule(
		'own-must',
		1.6,
		'says what has to be done',
		some((each, look) => each.mode === 'must' && isOwn(each) && !talks(look, each)),
	),
	rule(
		'must',
		2.3,
		'says what has to be done',
		some((each) => each.mode === 'must' && isOthers(each) && acts(each)),
	),
	rule(
		'must-be',
		1.7,
		'says what has to be',
		some((each) => each.mode === 'must' && (isOthers(each) || each.side === 'this') && !acts(each)),
	),
	rule(
		'will-be-done',
		3.2,
		'says what will be done',
		some((each) => isWill(each) && each.passive && isOthers(each)),
	),
	rule(
		'will-have',
		0.9,
		'says what will be',
		some((each) => isWill(each) && !each.passive && isOthers(each)),
	),
	rule(
		'own-can',
		1.3,
		'says what can be done',
		some((each) => isOwn(each) && each.mode === 'can'),
	),
	rule(
		'own-does',
		2.6,
		'says what a plan does',
		some((each, look) => isOwn(each) && each.mode === 'doing' && isThird(look, each)),
	),
	rule('call', 3, 'calls for something', ({ text }) => CALL.test(text) || PLAN.test(text)),
	rule('item', 1.4, 'names a measure in a list', (look) => isBare(look)),
	rule('item-company', 0.9, 'is in a list of commitments', (look) =>
		isBare(look) ? look.company : 0,
	),
]

/** Further features of the sentence and its surroundings. */
const FEATURES: readonly Rule[] = [
	rule('measure', 0.5, 'names a measure', ({ text }) => MEASURE.test(text)),
	rule('values', -0.7, 'speaks of values', ({ tokens }) =>
		Math.min(2, findPhrases(VALUES, tokens).length),
	),
	rule('quoted', -0.7, 'quotes somebody else', ({ quoted }) => quoted === true),
	rule(
		'rival',
		-2.2,
		'speaks of others',
		(look) =>
			look.readings.some(({ side }) => side === 'rival') ||
			word(look, 0) === RIVAL ||
			(look.carried?.near === 'rival' && PRONOUN.test(word(look, 0))),
	),
	rule(
		'rival-effect',
		-1.2,
		'foretells what others would do',
		(look) =>
			isNearRival(look) &&
			!look.readings.some(isOwn) &&
			look.readings.some((each) => isWill(each) || each.mode === 'can'),
	),
	// Set by hand: a position of others is worse than a missed policy.
	rule('reported', -3, 'reports what others say', ({ tokens, readings }) => {
		const at = tokens.findIndex(({ word: each }) => SAYS.has(each))
		return at > 0 && !readings.some((each) => isOwn(each) || each.from + 1 < at)
	}),
	rule(
		'talk',
		-1,
		'speaks to the reader, or of the campaign',
		some((each, look) => isOwn(each) && each.mode !== 'stance' && talks(look, each)),
	),
	rule('question', -1.6, 'is a question', ({ text }) => /\?["'”’)]*$/u.test(text)),
	rule(
		'page',
		-2.6,
		'speaks of the page, the campaign or its readers',
		({ text, tokens }) => LINK.test(text) || occurs(PAGE, tokens),
	),
	rule('past', -1.5, 'tells of the past', ({ tokens }) =>
		tokens.some(({ word: each }) => /^(?:was|were|had|did)$/u.test(each)),
	),
	rule(
		'happened',
		-1.9,
		'tells of what was done',
		({ readings, past, order }) => readings.length === 0 && order < 0 && past,
	),
	rule(
		'describes',
		-1.5,
		'describes',
		({ tokens, readings, order }) =>
			readings.length === 0 &&
			order < 0 &&
			tokens.some(({ word: each }) => /^(?:is|are|am)$/u.test(each)),
	),
	rule(
		'announces',
		-1.7,
		'announces what follows',
		({ text, kind }) => kind !== 'bullet' && /[:…]$/u.test(text),
	),
	rule('heading', -3.2, 'is a heading', ({ kind }) => kind === 'heading'),
	rule(
		'announced-other',
		-2.2,
		'its list announces something else',
		({ leadIn }) => leadIn !== null && occurs(ANNOUNCES_OTHER, tokensOf(leadIn)),
	),
	rule('topic', 0.9, 'has a topic', ({ topic }) => Math.min(6, topic) / 3),
	rule('company', 1.6, 'is in a list of commitments', ({ company }) => company),
]

export const RULES: readonly Rule[] = [...FORMS, ...FEATURES]

export interface Detection {
	/** 0 to 1: probability of a commitment. Sentences are proposed from {@link COMMITMENT} up. */
	readonly score: number
	readonly reasons: readonly Reason[]
}

export const COMMITMENT = 0.4
/** Proposals below are shown after the others. Chosen on judged proposals of the documents to tune with. */
export const SURE = 0.8
/** Forms that are sure whatever their topic, unless something speaks against them. */
const PLAIN = new Set(['own-will', 'own-stance'])
export const BASE = -3.0
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

export const lookAt = (sentence: Looked): Look => {
	if (sentence.text.length > MAX_CHARACTERS || sentence.kind === 'other')
		return {
			...sentence,
			tokens: [],
			readings: [],
			topic: 0,
			order: -1,
			finite: false,
			past: false,
		}
	const text = sentence.text.slice(labelOf(sentence.text).length).replace(REASON, '')
	const tokens = tokensOf(text)
	const words = { text, tokens, kind: sentence.kind }
	const readings = readingsOf(text, tokens, sentence.carried ?? { near: null, topic: null })
	return {
		...sentence,
		text,
		tokens,
		readings: readings.filter(({ subordinate, verb }) => !subordinate && verb !== ''),
		topic: topicality(topicsOf(text)),
		order: orderAt(words),
		finite: hasFinite(words),
		past: hasPast(words),
	}
}

const isItem = ({ list, first }: Look): boolean => typeof list === 'number' && first !== false

/** Adds what a look needs to know of the others in its source. */
const among = (looks: readonly Look[]): Around[] => {
	const formed = looks.map((look) => {
		const alone = { ...look, company: 0 }
		const isFormed = FORMS.some(
			({ name, holds }) => !name.startsWith('item') && holds(alone) === true,
		)
		return look.kind !== 'heading' && isFormed ? 1 : 0
	})
	const lists = new Map<number | null | undefined, { all: number; formed: number }>()
	for (const [at, look] of looks.entries()) {
		if (!isItem(look)) continue
		const { all, formed: before } = lists.get(look.list) ?? { all: 0, formed: 0 }
		lists.set(look.list, { all: all + 1, formed: before + (formed[at] ?? 0) })
	}
	return looks.map((look, at) => {
		const list = isItem(look) ? lists.get(look.list) : undefined
		const company = list ? (list.formed - (formed[at] ?? 0)) / Math.max(1, list.all - 1) : 0
		return { ...look, company }
	})
}

/** Values of all rules for the sentences of a source, to fit the weights to. */
export const featuresOf = (looks: readonly Look[]): number[][] =>
	among(looks).map((look) => RULES.map(({ holds }) => Number(holds(look))))

/** Scores how likely each sentence of a source is a commitment: a promise, a demand or a stance. @param without names of rules not to use. */
export const detectAll = (looks: readonly Look[], without?: ReadonlySet<string>): Detection[] =>
	featuresOf(looks).map((values, at) => {
		if (looks[at]?.tokens.length === 0) return { score: 0, reasons: [] }
		const held = RULES.map(({ name, says, weight }, index) => ({
			...{ name, text: says },
			weight: without?.has(name) ? 0 : weight * (values[index] ?? 0),
		})).filter(({ weight }) => weight !== 0)
		const sum = held.reduce((all, { weight }) => all + weight, BASE)
		const isPlain =
			held.some(({ name }) => PLAIN.has(name)) && held.every(({ weight }) => weight > 0)
		const score = Math.round(100 / (1 + Math.exp(-sum))) / 100
		return {
			score: isPlain ? Math.max(score, SURE) : score,
			reasons: held.map(({ text, weight }) => ({ text, weight })),
		}
	})

/** Scores a sentence that stands alone. */
export const detect = (sentence: Looked): Detection =>
	detectAll([lookAt(sentence)])[0] ?? { score: 0, reasons: [] }
