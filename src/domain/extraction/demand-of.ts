import { countWords } from '../policies.ts'
import { isAdverb, type Reading, readingsOf } from './grammar.ts'
import { type Token, tokensOf } from './text.ts'
import { BODIES, baseOf, isDeed, STATES } from './verbs.ts'

/** Longest subject that is moved behind its verb: "Cap bus fares". */
const SUBJECT_WORDS = 8

/** Stances whose object follows at once: "We favor lower taxes" is "Support lower taxes". */
const FOR =
	/^(?:support|favou?r|back|endorse|propose|want|need|demand|advocate|recommend|champion|believe|prioriti[sz]e)$/u
const AGAINST = /^(?:oppose|opposed|against|reject|say|object|refuse)$/u
const ASKS =
	/^(?:call|calling|urge|urging|ask|asking|challenge|encourage|appeal|direct|want|push|pushing|plead)$/u

interface Clause {
	readonly text: string
	readonly tokens: readonly Token[]
}

const wordAt = ({ tokens }: Clause, at: number): string => tokens[at]?.word ?? ''
/** The text after a word, with the punctuation between. */
const restFrom = ({ text, tokens }: Clause, at: number): string =>
	text.slice(tokens[at - 1]?.end ?? 0).replace(/^[ -]+/u, '')
const between = ({ text, tokens }: Clause, from: number, to: number): string =>
	text.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0)

/** The subject without a capital that only begins its sentence; null if that is not sure. */
const lowered = (subject: string, from: number): string | null => {
	if (from > 0 || /^\P{Lu}/u.test(subject)) return subject
	const isCommon =
		/^(?:The|A|An|All|Every|Each|Any|More|Those|Half)\b|^\p{Lu}\p{Ll}+(?:[^su\W]s)?(?: \p{Ll}|$)/u.test(
			subject,
		)
	return isCommon ? subject.charAt(0).toLowerCase() + subject.slice(1) : null
}

const FINITE =
	/\b(?:is|are|was|were|has|have|had|does|did|do|will|would|must|should|shall|can|could|may|might)\b/iu
const OPENS =
	/^(?:to|by|in|from|within|over|at|on|for|with|where|when|if|as|under|while|because|since|unless|until|after|before|that|and|but|so)$/u

/** Index of the first word of a subject, also before a relative clause or a list within it. */
const subjectFrom = ({ tokens }: Clause, { from }: Reading): number => {
	const before = tokens.slice(0, from)
	const isWhole =
		before.length > 0 &&
		!OPENS.test(tokens[0]?.word ?? '') &&
		!before.some(({ word }) =>
			/^(?:is|are|was|were|has|have|will|would|must|should|shall|can|could|ownside|i|we|believes?|says?|said|that)$/u.test(
				word,
			),
		)
	if (isWhole) return 0
	return /^(?:that|and|but|then)$/u.test(tokens[from]?.word ?? '') ? from + 1 : from
}

const denial = ({ tokens }: Clause, { helper, at, negated }: Reading): string => {
	const never = tokens.slice(helper, at).some(({ word }) => word === 'never')
	return never ? 'never ' : negated ? 'do not ' : ''
}

/** A vote or a fight for a measure is support of it: "vote to ban", "vote against a ban". */
const TO_VOTE = /^(?:vote|fight) to (?=\p{Ll})/iu
const VOTES = /^(?:vote|fight) (for|against) /iu

/** The verb of a promise in its base form with what follows. Hedges stay: "seek to lower rents". */
const done = (clause: Clause, reading: Reading): string => {
	const { verb, at, helper } = reading
	const no = denial(clause, reading)
	let from = helper + 1
	while (
		from < at - 1 &&
		(isAdverb(wordAt(clause, from)) || /^(?:to|be|going)$/u.test(wordAt(clause, from)))
	)
		from++
	const isForm = from === at - 1 && wordAt(clause, from) !== verb
	const act = isForm ? `${verb} ${restFrom(clause, at)}` : restFrom(clause, from)
	return `${no}${act.replace(TO_VOTE, '')}`.replace(VOTES, (_, side: string) =>
		/against/iu.test(side) ? 'oppose ' : 'support ',
	)
}

const COMPLEX =
	/[,:;]|\b(?:who|which|that|no|not|never|nobody|none|both|neither|it|they|he|she|this|these|those|few|hardly|only|barely|scarcely)\b/iu

/** "Bus fares will be capped at £2" is "Cap bus fares at £2"; null if the subject cannot be moved. */
const activeOf = (
	clause: Clause,
	reading: Reading,
	subject: string,
	from: number,
): string | null => {
	const base = reading.passive ? baseOf(reading.verb, 'participle') : null
	const rest = restFrom(clause, reading.at)
	if (base === null || COMPLEX.test(subject) || /^by\b/u.test(rest)) return null
	const moved = countWords(subject) <= SUBJECT_WORDS ? lowered(subject, from) : null
	if (moved === null) return null
	return `${denial(clause, reading)}${base} ${moved} ${rest}`
}

/** "The minimum wage will fall" foretells and demands nothing; "Directors will be liable" demands. */
const foretells = (clause: Clause, { mode, passive, verb, at }: Reading, subject: string) => {
	if (mode !== 'will' && mode !== 'would') return false
	const isDone =
		passive ||
		(/^(?:be|become|remain|get|receive|pay|have)$/u.test(verb) && wordAt(clause, at) !== 'been')
	return !isDone && !(isDeed(verb) && BODIES.has(tokensOf(subject).at(-1)?.word ?? ''))
}

/** States what somebody else should do: in the active voice if the subject is short, else with "should" or "must". */
const demanded = (clause: Clause, reading: Reading): string | null => {
	const { helper } = reading
	const from = subjectFrom(clause, reading)
	const subject = between(clause, from, helper).trim()
	if (subject === '' || /\byou$/iu.test(subject)) return null
	const active = activeOf(clause, reading, subject, from)
	if (active !== null) return active
	if (foretells(clause, reading, subject)) return null
	let verbAt = helper + 1
	if (/^(?:needs?|has|have|got|is|are|ought)$/u.test(wordAt(clause, helper)))
		while (/^(?:to|going)$/u.test(wordAt(clause, verbAt))) verbAt++
	const modal = wordAt(clause, helper) === 'must' ? 'must' : 'should'
	return `${subject} ${modal} ${restFrom(clause, verbAt).replace(/^have to /iu, '')}`
}

/** "We call on Congress to act" is "Congress should act"; null if nobody is asked. */
const asked = (clause: Clause, verb: string, at: number, link: string): string | null => {
	const to = clause.tokens.findIndex(
		({ word }, index) => index >= at && index < at + 14 && word === 'to',
	)
	const isAsked = verb.startsWith('call')
		? /^(?:on|upon)$/u.test(link)
		: !/^(?:for|to)$/u.test(link)
	const isNegated = /^(?:not|never)$/u.test(wordAt(clause, to - 1))
	if (!ASKS.test(verb) || to < 0 || !isAsked || isNegated) return null
	return `${between(clause, at, to)} should ${restFrom(clause, to + 1)}`
}

/** "We favor lower taxes" is "Support lower taxes"; null if the stance takes a clause. */
const supported = (clause: Clause, verb: string, at: number, link: string): string | null => {
	const isClause =
		verb === 'want' &&
		clause.tokens.slice(at + 1).some(({ word }) => baseOf(word, 'participle') !== null)
	const takes = FOR.test(verb) || link === 'for' || (link === 'to' && verb === 'committed')
	return takes && link !== 'that' && !isClause && !isDeed(link)
		? `support ${restFrom(clause, at)}`
		: null
}

/** "We demand that fees be cut" is "Cut fees"; "that each bank double its share" is "Each bank should double its share". */
const wished = (clause: Clause, from: number): string | null => {
	const { tokens } = clause
	const near = tokens.slice(0, from + SUBJECT_WORDS + 1)
	const at = near.findIndex(
		({ word }, index) => index > from + Number(isDeed(word)) && (isDeed(word) || STATES.has(word)),
	)
	const subject = between(clause, from, at)
	const base = baseOf(wordAt(clause, at + 1), 'participle')
	if (at < 0 || COMPLEX.test(subject) || FINITE.test(subject)) return null
	if (wordAt(clause, at) !== 'be' || base === null)
		return `${subject} should ${restFrom(clause, at)}`
	return `${base} ${subject} ${restFrom(clause, at + 2)}`
}

/** "We want the charge frozen until 2030" is "Freeze the charge until 2030". */
const wantedDone = (clause: Clause, from: number): string | null => {
	const at = clause.tokens.findIndex(
		({ word }, index) => index > from + 1 && !isDeed(word) && baseOf(word, 'participle') !== null,
	)
	const object = between(clause, from, at)
	if (at < 0 || !/^(?:the|a|an|all|every|each)\b/iu.test(object) || COMPLEX.test(object))
		return null
	if (countWords(object) > SUBJECT_WORDS || / (?:of|for|that|by|with)$/u.test(object)) return null
	return `${baseOf(wordAt(clause, at), 'participle')} ${object} ${restFrom(clause, at + 1)}`
}

const opposes = (verb: string, link: string): boolean =>
	verb === 'say' ? link === 'no' : AGAINST.test(verb) || link === 'against'

/** What a stance takes: "We are committed to ending fees" is "End fees". */
const stood = (clause: Clause, { verb, at, negated }: Reading): string | null => {
	if (verb === 'refuse') return null
	if (negated) return FOR.test(verb) ? `do not ${verb} ${restFrom(clause, at)}` : null
	let to = at
	while (isAdverb(wordAt(clause, to)) && !/^(?:in|at)$/u.test(wordAt(clause, to))) to++
	const link = wordAt(clause, to)
	if (/^(?:to|for|in|on|against|of|no|upon|by)$/u.test(link)) to++
	if (link === 'no' && wordAt(clause, to) === 'to') to++
	if (opposes(verb, link)) return `oppose ${restFrom(clause, to)}`
	if (link === 'that') return wished(clause, to + 1)
	return taken(clause, verb, to, link)
}

/** The words after a stance and its preposition. */
const taken = (clause: Clause, verb: string, to: number, link: string): string | null => {
	const doing = baseOf(wordAt(clause, to), 'doing')
	if (doing !== null) return `${doing} ${restFrom(clause, to + 1)}`
	if (link === 'to' && isDeed(wordAt(clause, to))) return restFrom(clause, to)
	const done = verb === 'want' ? wantedDone(clause, to) : asked(clause, verb, to, link)
	return done ?? supported(clause, verb, to, link)
}

const PURPOSE = /^(?:to|by|in|from|within|over|at|on|for|with|where|when|if)\b[^,]*, $/iu

/** What the speaker will do, behind its purpose: "To cut emissions, ban coal mines". */
const promised = (clause: Clause, reading: Reading): string | null => {
	if (reading.passive || reading.verb === 'be') return null
	const lead = reading.from > 0 ? clause.text.slice(0, clause.tokens[reading.from]?.start ?? 0) : ''
	return PURPOSE.test(lead) ? `${lead}${done(clause, reading)}` : done(clause, reading)
}

/** The statement of an imperative or a gerund; null for other sentences. */
const ordered = (clause: Clause): string | null => {
	const first = wordAt(clause, 0)
	const isNegated =
		/^(?:do|never|not)$/u.test(first) && clause.tokens.some(({ word }) => isDeed(word))
	if (first === 'commit' && baseOf(wordAt(clause, 2), 'doing') !== null)
		return `${baseOf(wordAt(clause, 2), 'doing')} ${restFrom(clause, 3)}`
	if (isDeed(first) || isNegated) return clause.text.replace(TO_VOTE, '')
	const doing = baseOf(first, 'doing')
	if (doing !== null) return `${doing} ${restFrom(clause, 1)}`
	const isThing = /^(?:an?|one) \p{Ll}/iu.test(clause.text)
	return isThing && !FINITE.test(clause.text)
		? `support ${clause.text.charAt(0).toLowerCase()}${clause.text.slice(1)}`
		: null
}

/** Finds the demand of a sentence, in its words and with the verb's base form; null without one. */
export const demandOf = (text: string): string | null => {
	const clause = { text, tokens: tokensOf(text) }
	const readings = readingsOf(clause.text, clause.tokens, { near: 'own', topic: 'own' })
	const main = readings.filter(({ subordinate, verb }) => !subordinate && verb !== '')
	const order = main.every(({ from }) => from > 0) ? ordered(clause) : null
	if (order !== null) return order
	const reading = main.find(
		({ side, mode }) => side !== 'rival' && side !== 'this' && (mode !== 'can' || side === 'own'),
	)
	if (reading === undefined) return null
	if (reading.mode === 'doing') return `${reading.verb} ${restFrom(clause, reading.at)}`
	if (reading.mode !== 'stance')
		return reading.side === 'own' ? promised(clause, reading) : demanded(clause, reading)
	// A stance may only introduce the demand: "We believe that rents should be capped".
	const demand = main.find((each) => each.helper > reading.helper && each.mode !== 'stance')
	return stood(clause, reading) ?? (demand ? demanded(clause, demand) : null)
}
