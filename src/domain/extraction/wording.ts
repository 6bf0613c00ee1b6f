import type { Rewording } from '../limits.ts'
import { countWords, type PolicyLength, policyLength } from '../policies.ts'
import { DROPPABLE } from './classify.ts'
import { demandOf } from './demand-of.ts'
import { labelOf } from './detect.ts'
import { DENIES, faultsOf, LIMITS, MOST_WORDS } from './faults.ts'
import type { Named } from './neutrality.ts'
import { findPhrases } from './phrases.ts'
import { OWN, RIVAL, type Sides, sidesOf } from './sides.ts'
import { oneLine, tokensOf } from './text.ts'
import { baseOf, isDeed, PLANS } from './verbs.ts'

export interface Statement {
	readonly text: string
	readonly length: PolicyLength
	/** Why the text is the quote, for rewording. Empty if a clean statement could be made. */
	readonly rewording: readonly Rewording[]
}

const LEADS: readonly RegExp[] = [
	/^(?:and|but|so|also|then|therefore|however|moreover|furthermore|instead|finally|additionally|in addition|likewise|similarly|meanwhile|tonight|today|(?:that|this)(?: is|['’]s) why|for this reason|first|firstly|second|secondly|third|thirdly|lastly|to (?:this|that) end|in short|indeed|yes)\b,?\s+/iu,
	/^(?:if|when|once|as soon as) (?:(?:I am|I['’]m|we are|we['’]re|the people) )?(?:re-?)?(?:elected|give)[^,]{0,60}, /iu,
	/^as (?:(?:your|the|a|an|our) |long as (?:ownside|we|I)\b)[^,]{1,60}, /iu,
	/^(?:in|with|under|through) (?:my|our|this|the|a|an) [^,]{0,60}(?:term|view|opinion|administration|government|leadership|plans?|proposals?|polic(?:y|ies)|office|ownside|days), /iu,
	/^(?:in|with|under|through) ownside[^,]{0,60}, /iu,
	/^let (?:us|’s|'s) |^let['’]s |^(?:it is|it['’]s|now is the|high) time (?:to|for (?:us|the country) to) /iu,
]
/** Reasons and asides at the end, which are no part of the demand. */
const ASIDES =
	/(?:,| [–—-]|;)? (?:because|since we|as we)\b.*$|[;,–—] (?:that['’]s how|I promise|and I mean|let there be|once and for all).*$|\s[–—-]+ (?:and won|done)\b.*$/iu
/** An attribution at the end. It stays if it may be to somebody else than the candidate. */
const ATTRIBUTION =
	/,["”]? (?:\p{L}+ ){0,5}(?:said|says|announced|told|explained|confirmed)\b[^,]*$/iu
const SPEAKERS = /\b(?:ownside|I|we|he|she)\b/iu
/** Parts of a long sentence that can be left out without changing the demand: purposes, effects and explanations. */
const TAILS =
	/(?: \([^()]{0,300}\))|(?:,| [–—])? so that\b.*$|(?:,| [–—])? so (?=\p{L}+ (?:can|could|will|would)\b).*$|(?:,| ?[–—]) ?(?:which|while(?= \p{L}+ing\b)|whose|where|in order to|(?:ensur|allow|enabl|help|mak|giv|sav|free|eas|bring|improv|boost|protect|restor|prevent|benefitt?|sweep)ing(?! (?:and|or)\b))\b.*$/iu

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
	const demand = cut(SPEAKERS.test(bare) ? cut(bare, ATTRIBUTION) : bare, ASIDES)
	const said = demandOf(demand)
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

interface Stated {
	/** Place of the words in the quote that make this statement. */
	readonly start: number
	readonly end: number
	readonly statement: Statement
}

/** Longest quote that is split, in words. */
const SPLIT_WORDS = 60
const JOINS = /[,;]\s+(?:(?:and|but)\s+)?|\s+and\s+/giu
/** Words whose reach over both parts is uncertain. */
const SHARED =
	/\b(?:if|unless|until|when|provided|only|except|as long as|instead|rather|either|neither|both|respectively)\b/iu
const POINTS_BACK =
	/\b(?:it|its|them|they|their|he|she|her|his|these|those|this|ones?|same|so|also|then)\b/iu
/** A clause with its own subject, or a verb with its object. */
const OWN_CLAUSE = /^(?:[^,;]{1,80} )?(?:will|shall|must|should|would|ought|(?:is|are) to)\b/iu
const OWN_OBJECT =
	/^(?!to )\p{Ll}+ (?:the|an?|all|every|each|any|more|new|another|in|\p{N}|[£$€]|\p{Lu})/u

/** True if the words after a join are a complete demand without the words before it. */
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

const isReady = ({ rewording, length }: Statement): boolean =>
	rewording.length === 0 && length === 'fits'

const parted = (quote: string, sides: Sides, named: Named): Stated[] => {
	if (countWords(quote) > SPLIT_WORDS || SHARED.test(quote)) return []
	for (const { 0: join, index } of quote.matchAll(JOINS)) {
		const [left, from] = [quote.slice(0, index), index + join.length]
		const right = quote.slice(from)
		const statement = propose(left, sides, named)
		if (!isReady(statement) || !standsAlone(statement, oneLine(left), oneLine(right))) continue
		const rest = statementsOf(right, sides, named)
		if (rest.some((each) => !isReady(each.statement))) continue
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
