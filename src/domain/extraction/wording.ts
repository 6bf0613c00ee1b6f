import type { Rewording } from '../limits.ts'
import { countWords, type PolicyLength, policyLength } from '../policies.ts'
import { DROPPABLE } from './classify.ts'
import { secondDemands } from './demands.ts'
import { labelOf } from './detect.ts'
import { isAdverb, type Reading, readingsOf } from './grammar.ts'
import { type Named, namedIn } from './neutrality.ts'
import { findPhrases } from './phrases.ts'
import { OWN, RIVAL, type Sides, sidesOf } from './sides.ts'
import { oneLine, STOPWORDS, type Token, tokensOf } from './text.ts'
import { BODIES, baseOf, isDeed, PLANS, STATES } from './verbs.ts'

export interface Statement {
	readonly text: string
	readonly length: PolicyLength
	/** Why the text is the quote, for rewording. Empty if a clean statement could be made. */
	readonly rewording: readonly Rewording[]
}

/** Longest statement that is ready for voters, in words. */
const MOST_WORDS = 25
/** Longest subject that is moved behind its verb: "Cap bus fares". */
const SUBJECT_WORDS = 8

const LEADS: readonly RegExp[] = [
	/^(?:and|but|so|also|then|therefore|however|moreover|furthermore|instead|finally|additionally|in addition|likewise|similarly|meanwhile|tonight|today|(?:that|this)(?: is|['’]s) why|for this reason|first|firstly|second|secondly|third|thirdly|lastly|to (?:this|that) end|in short|indeed|yes)\b,?\s+/iu,
	/^(?:if|when|once|as soon as) (?:(?:I am|I['’]m|we are|we['’]re|the people) )?(?:re-?)?(?:elected|give)[^,]{0,60}, /iu,
	/^as (?:(?:your|the|a|an|our) |long as (?:ownside|we|I)\b)[^,]{1,60}, /iu,
	/^(?:in|with|under|through) (?:my|our|this|the|a|an) [^,]{0,60}(?:term|view|opinion|administration|government|leadership|plans?|proposals?|polic(?:y|ies)|office|ownside|days), /iu,
	/^(?:in|with|under|through) ownside[^,]{0,60}, /iu,
	/^let (?:us|’s|'s) |^let['’]s |^(?:it is|it['’]s|now is the|high) time (?:to|for (?:us|the country) to) /iu,
]
/** Reasons, asides and attributions at the end, which are no part of the demand. */
const ASIDES =
	/(?:,| [–—-]|;)? (?:because|since we|as we)\b.*$|[;,–—] (?:that['’]s how|I promise|and I mean|let there be|once and for all).*$|\s[–—-]+ (?:and won|done)\b.*$|,["”]? (?:\p{L}+ ){0,5}(?:said|says|announced|told|explained|confirmed)\b[^,]*$/iu
/** What may be left out of a long sentence without changing the demand: purposes, effects and explanations. */
const TAILS =
	/(?: \([^()]{0,300}\))|(?:,| [–—])? so that\b.*$|(?:,| [–—])? so (?=\p{L}+ (?:can|could|will|would)\b).*$|(?:,| ?[–—]) ?(?:which|while|whose|where|in order to|(?!includ|exclud|start|beginn|exempt)\p{L}{3,}ing)\b.*$/iu

/** What is left out must not restrict the demand, or make another one. */
const RESTRICTS =
	/\b(?:except|unless|but|not|only|if|until|and (?:\p{L}+ly )?(?:will|would|shall|should|must|to|by|for)|and (\p{L}+))\b/giu
const restricts = (part: string): boolean =>
	[...part.matchAll(RESTRICTS)].some(([, word]) => word === undefined || isDeed(word.toLowerCase()))
const cut = (text: string, pattern: RegExp): string =>
	text.replace(pattern, (part) => (restricts(part) ? part : ''))

const MARKS = /\*\*|__|[*_#`]|^\s*(?:[•▪◦‣✓✔✗✘■>-]|\[[ x]?\])\s+|\[\d+\]|[¹²³⁴⁵⁶⁷⁸⁹⁰]+/gu

const QUOTES: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»' }

const unquoted = (text: string): string => {
	const close = QUOTES[text.charAt(0)]
	const inner = text.slice(1, -1)
	if (close && text.endsWith(close) && !inner.includes(text.charAt(0)) && !inner.includes(close))
		return inner
	const marks = text.match(/["“”«»]/gu)?.length ?? 0
	return marks === 1 ? text.replace(/["“”«»]/u, '') : text
}

const withoutLoaded = (text: string): string => {
	const tokens = tokensOf(text)
	let kept = text
	for (const { at, length } of findPhrases(DROPPABLE, tokens).toReversed()) {
		const start = tokens[at]?.start ?? 0
		const end = tokens[at + length - 1]?.end ?? start
		// Remove attributes only: a predicate ("the cuts are cruel") cannot be left out.
		if (!/^,? \p{L}/u.test(text.slice(end, end + 3))) continue
		kept = kept.slice(0, start) + kept.slice(end).replace(/^,? /u, '')
	}
	return kept
}

const PLACES = `country|nation|city|town|village|state|county|district|region|province|ward|borough|island|economy|constitution|democracy|environment|climate|police|military|army|border|coast|countryside|government|council|parliament|congress|health service|NHS|tax system|school system|health care system`

/** Leaves "our" and "my" out where the meaning stays: "our schools" are "schools", "our city" is "the city". */
const withoutPossessives = (text: string): string =>
	text
		.replace(new RegExp(`\\b(?:our|my) (?:own )?(?=(?:\\p{Ll}+ )?(?:${PLACES})\\b)`, 'giu'), 'the ')
		.replace(/\b(?:our|my) (?:own )?(?=(?:\p{L}+ )?(\p{L}{2,}[^su\W]s)\b)/giu, (own, ...[noun]) =>
			PLANS.has(String(noun).toLowerCase()) ? own : '',
		)

const finished = (text: string): string => {
	const bare = text.trim().replace(/^[\s,;:–—-]+|(?<![\s,;:–—-])[\s,;:–—-]+$/gu, '')
	const whole = bare.charAt(0).toUpperCase() + bare.slice(1)
	if (/[.?!…]["'”’)\]]*$/u.test(whole)) return whole.replace(/!(["'”’)\]]*)$/u, '.$1')
	return whole === '' ? '' : `${whole}.`
}

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
	return `${subject} ${modal} ${restFrom(clause, verbAt)}`
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

/** What follows a stance and its preposition. */
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
	if (isDeed(first) || isNegated) return clause.text.replace(TO_VOTE, '')
	const doing = baseOf(first, 'doing')
	if (doing !== null) return `${doing} ${restFrom(clause, 1)}`
	const isThing = /^(?:an?|one) \p{Ll}/iu.test(clause.text)
	return isThing && !FINITE.test(clause.text)
		? `support ${clause.text.charAt(0).toLowerCase()}${clause.text.slice(1)}`
		: null
}

/** The statement in the words of a sentence, or null if its grammar has none. */
const stated = (clause: Clause): string | null => {
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

const FIRST_PERSON =
	/\b(?:I|we|us|our|ours|my|(?:is|are|of|than|like) mine|me|ourselves|myself|let['’]s)\b/iu
const POINTS =
	/\b(?:these|those|such)\b(?! (?:as|who|which|that|whose|with|without|in|of|on|at|from|over|under|aged|for|earning|living|working)\b)|\bthis (?!year|decade|century|parliament|term|country|state|city|town)\p{L}|^(?:(?:do not |never )?\p{L}+ )?(?:it|its|they|them|this(?! (?:year|decade|century))|that|these|those|such|there|he|she|him|her|his|so)\b/iu
const ADDRESSES = /^(?:who|which|what|whose)\b|\byour?s?\b/iu
const SAID = /\b(?:said|wrote|asked|says|told|announced|added|according to)\b/iu

const BEGINS =
	/^(?:(?:to|by|in|from|within|over|at|on|for|with|where|when|if)\b[^,]*, )?(?:do not |never )?(\p{Ll}+)\b/iu

const SECOND =
	/(?:[,;]|\b) (?:and|but|then|so|nor) (?:[^,;]{1,60} )?(?:will|shall|should|must|ought|are to|is to|would|wants?|supports?|opposes?|believes?)\b|[,;] and (?:of|for|to|by) | and for (?:the|an?) |(?<!\b\p{L}{1,2})[.;:] \p{Lu}|; /u
const DENIES =
	/\b(?:not|never|no|none|nobody|neither|nor|without|against|oppos\p{L}+|reject\p{L}*|refus\p{L}+|cannot)\b|n['’]t\b/iu

const LIMITS = /\b(?:only|except|unless|until|hardly|barely|scarcely|few)\b/iu

const startsWell = (text: string): boolean => {
	const first = BEGINS.exec(text)?.[1]?.toLowerCase() ?? ''
	const [, second = ''] = tokensOf(text).map(({ word }) => word)
	const isVerb = isDeed(first) || /^(?:support|oppose|favou?r)$/u.test(first)
	const isNoun =
		/^(?:for|of|is|are|was|were|has|had|on)$/u.test(second) &&
		!/^(?:call|fight|pay|invest|spend|care|campaign)$/u.test(first)
	return (isVerb && !isNoun) || /\b(?:should|must)\b/u.test(text)
}

/** In title case, so the line is a heading: "Tax Credits to Build More Housing". */
const isTitled = (text: string): boolean => {
	const long = tokensOf(text)
		.slice(1)
		.filter(({ word, capital }) => /^\p{L}{3}/u.test(word) && (capital || !STOPWORDS.has(word)))
	const isName = /^\p{L}+ (?:the|an?) /iu.test(text)
	const isSmall = ({ word, capital }: Token): boolean =>
		capital && (isDeed(word) || STOPWORDS.has(word))
	return (
		long.filter(isSmall).length > 1 ||
		(long.length > 2 && !isName && long.every(({ capital }) => capital))
	)
}

/** Verbs with which everybody agrees unless more is said. */
const SOFT =
	/^(?:support(?! an? | one )|empower|strengthen|protect|promote|improve|encourage|ensure|make sure|help|work|foster|boost|respect|prioriti[sz]e|put|defend|celebrate|champion|deliver|stand|value|back|welcome|honou?r|advance|tackle|address|commit|serve|unite|renew) /iu
/** Words of a measure that can be disagreed with: figures, names, and restrictions. */
const HARD =
	/\d|(?<!^)\p{Lu}|[$£€%]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|half|double|free|higher|lower|fewer|less|cheaper|end|no|not|only|ban|tax\p{L}*|private|mandatory|compulsory)\b/u
/** Most words of a statement that is general without a sign of a measure. */
const GENERAL_WORDS = 10

const isGeneral = (text: string): boolean => {
	if (HARD.test(text) || countWords(text) > GENERAL_WORDS) return false
	return (
		SOFT.test(text) ||
		/\b(?:should|must) (?:be(?! \p{L}+(?:ed|en|t)\b)|have|mean|thrive|get)\b/u.test(text)
	)
}

/** Reasons why a statement is not ready for voters: the quality part of what is shown first. */
const faultsOf = (text: string, sides: Sides, named: Named): Rewording[] => {
	const faults: (readonly [boolean, Rewording])[] = [
		[FIRST_PERSON.test(text), 'first-person'],
		[POINTS.test(text) || ADDRESSES.test(text), 'dangling'],
		[!startsWell(text) || isTitled(text), 'no-verb'],
		[isGeneral(text), 'general'],
		[SECOND.test(text) || secondDemands(text, tokensOf(text)).length > 0, 'compound'],
		[countWords(text) > MOST_WORDS, 'too-long'],
		[sides.isNamed(text) || namedIn(text, named).length > 0, 'names-someone'],
		[SAID.test(text), 'is-reported'],
	]
	return faults.filter(([is]) => is).map(([, reason]) => reason)
}

const BASES = ['participle', 'doing', 'third'] as const
/** Words that a statement may add: function words, and stances in their base form. */
const ADDED = /^(?:the|do|not|never|should|support|oppose)$/u

/** True if every content word of a statement occurs in its quote, in this or another form. */
export const holdsNothingNew = (statement: string, quote: string): boolean => {
	const quoted = tokensOf(quote).map(({ word }) => word)
	const words = new Set([
		...quoted,
		...quoted.flatMap((word) => BASES.map((form) => baseOf(word, form))),
	])
	const denies = quoted.some((word) =>
		/^(?:not|never|no|neither|nor|without|none|oppos|against|reject|refus|object)/u.test(word),
	)
	return tokensOf(statement).every(
		({ word }) =>
			words.has(word) || (ADDED.test(word) && (denies || !/^(?:not|never|oppose)$/u.test(word))),
	)
}

const NOBODY: Named = { names: [], others: [], parties: [] }

const withoutLead = (text: string): string => {
	let rest = text
	for (let turn = 0; turn < 4; turn++) {
		const pattern = LEADS.find((lead) => lead.test(rest))
		if (!pattern) return rest
		rest = rest.replace(pattern, '')
	}
	return rest
}

const shortened = (text: string): string =>
	countWords(text) > MOST_WORDS ? oneLine(cut(text, TAILS)) : text

/**
 * Makes a neutral statement from a quote: in the base form of its verb, without speaker, label, names and loaded words.
 * If that fails, proposes the quote for rewording and says why. @param sides who is named, see {@link sidesOf}. @param
 * named the same people for the check that no name is left.
 */
export const propose = (
	quote: string,
	sides: Sides = sidesOf([]),
	named: Named = NOBODY,
): Statement => {
	const plain = unquoted(oneLine(oneLine(quote).replace(MARKS, '')))
	const bare = withoutLead(
		sides
			.mark(plain.slice(labelOf(plain).length))
			.replace(/, (?:however|therefore|of course|on the contrary|moreover|in turn),/u, '')
			.trim(),
	)
	const demand = cut(bare, ASIDES)
	const said = stated({ text: demand, tokens: tokensOf(demand) })
	const isKept =
		said === null ||
		((!DENIES.test(bare) || DENIES.test(said)) && (!LIMITS.test(bare) || LIMITS.test(said)))
	const text = finished(
		shortened(
			withoutPossessives(withoutLoaded(oneLine((said ?? bare).replace(/ (?=[.,;:!?])/gu, '')))),
		),
	)
	const isNamed = text.includes(OWN) || text.includes(RIVAL)
	const faults: Rewording[] = [
		...new Set<Rewording>([
			...(isNamed ? (['names-someone'] as const) : []),
			...faultsOf(text, sides, named),
			...(holdsNothingNew(text.replace(/ownside|rivalside/gu, ''), quote) && said !== null && isKept
				? []
				: (['no-verb'] as const)),
		]),
	]
	if (faults.length === 0) return { text, length: policyLength(text), rewording: [] }
	const own = finished(plain)
	return { text: own, length: policyLength(own), rewording: faults }
}

export interface Stated {
	/** Place of the words in the quote that make this statement. */
	readonly start: number
	readonly end: number
	readonly statement: Statement
}

/** Longest quote that is split, in words. */
const SPLIT_WORDS = 60
const LEAST_WORDS = 4
const JOINS = /[,;]\s+(?:(?:and|but)\s+)?|\s+and\s+/giu
/** Words whose reach over both parts is uncertain. */
const SHARED =
	/\b(?:if|unless|until|when|provided|only|except|as long as|instead|rather|either|neither|both|respectively)\b/iu
const POINTS_BACK =
	/\b(?:it|its|them|they|their|he|she|her|his|these|those|this|same|so|also|then)\b/iu
/** A clause with its own subject, or a verb with its object. */
const OWN_CLAUSE = /^(?:[^,;]{1,80} )?(?:will|shall|must|should|would|ought|(?:is|are) to)\b/iu
const OWN_OBJECT =
	/^(?!to )\p{Ll}+ (?:the|an?|all|every|each|any|more|new|another|in|\p{N}|[£$€]|\p{Lu})/u

/** True if what follows a join is a demand of its own, which needs nothing of what stands before it. */
const standsAlone = (before: Statement, left: string, right: string): boolean => {
	if (POINTS_BACK.test(right)) return false
	if (OWN_CLAUSE.test(right)) return true
	return (
		OWN_OBJECT.test(right) &&
		isDeed(tokensOf(right)[0]?.word ?? '') &&
		!DENIES.test(left) &&
		!/\b(?:that|which|who|where|so|should|must)\b|\bto (?!be\b)\p{Ll}/iu.test(before.text)
	)
}

const parted = (quote: string, sides: Sides, named: Named): Stated[] => {
	if (countWords(quote) > SPLIT_WORDS || SHARED.test(quote)) return []
	for (const { 0: join, index } of quote.matchAll(JOINS)) {
		const [left, from] = [quote.slice(0, index), index + join.length]
		const right = quote.slice(from)
		if (Math.min(countWords(left), countWords(right)) < LEAST_WORDS) continue
		const statement = propose(left, sides, named)
		if (statement.rewording.length > 0 || !standsAlone(statement, oneLine(left), oneLine(right)))
			continue
		const rest = statementsOf(right, sides, named)
		if (rest.some((each) => each.statement.rewording.length > 0)) continue
		const moved = rest.map((each) => ({ ...each, start: from + each.start, end: from + each.end }))
		return [{ start: 0, end: index, statement }, ...moved]
	}
	return []
}

/** Makes the statements of a quote: one each for demands that can stand alone, else one. */
export const statementsOf = (quote: string, sides: Sides, named: Named = NOBODY): Stated[] => {
	const statement = propose(quote, sides, named)
	const parts = statement.rewording.includes('compound') ? parted(quote, sides, named) : []
	return parts.length > 0 ? parts : [{ start: 0, end: quote.length, statement }]
}
