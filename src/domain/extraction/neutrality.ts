import { isDeed } from './clauses.ts'
import { lastName, literally } from './names.ts'
import { namedOthers } from './others.ts'
import { findPhrases, phraseSet } from './phrases.ts'
import { LOADED } from './stance-words.ts'
import { type Token, tokensOf } from './tokens.ts'

/** What keeps a statement from being put to voters as it is. */
type Concern = 'loaded' | 'double-barrelled' | 'negated' | 'name' | 'first-person'

export interface Finding {
	readonly concern: Concern
	/** The words, and where they stand in the statement. */
	readonly words: string
	readonly start: number
	readonly end: number
}

const NEGATIONS = phraseSet(
	`not, never, nor, neither, no longer, cannot, none, nobody, no one, oppose, opposes, opposing, opposed to, reject, rejects, refuse, refuses, do nothing`,
)
const FIRST_PERSON = phraseSet(`i, we, me, us, my, our, ours, mine, myself, ourselves`)
/** Parties by the words that they are called by, where no names are given. */
const PARTIES = phraseSet(
	`democrats, republicans, gop, labour party, labor party, conservative party, conservatives, tories, tory, liberal democrat*, lib dem*, green party, greens, snp, ukip, reform uk, plaid cymru, sinn fein, dup, libertarian party, fine gael, fianna fail, bloc quebecois, ndp, afd, cdu, csu, spd`,
)
const HONORIFICS =
	/\b(?:Mr|Mrs|Ms|Dr|Senator|Sen|Governor|Gov|Congressman|Congresswoman|Councillor|Cllr|Mayor|Secretary)\.?\s+\p{Lu}\p{L}+/gu
const NOT_VERBS = new Set(['for', 'of', 'in', 'on', 'and', 'or', 'to', 'by', 'from'])

const found = (concern: Concern, text: string, start: number, end: number): Finding => ({
	concern,
	words: text.slice(start, end),
	start,
	end,
})

const named = (
	concern: Concern,
	text: string,
	tokens: readonly Token[],
	at: number,
	length: number,
) => found(concern, text, tokens[at]?.start ?? 0, tokens[at + length - 1]?.end ?? text.length)

/** "Raise wages and cut taxes": a second thing to agree with; "health and social care" is one. */
const secondDemands = (text: string, tokens: readonly Token[]): Finding[] => {
	const demands = tokens.findIndex(
		({ word }) => isDeed(word) || word === 'should' || word === 'must',
	)
	if (demands < 0) return []
	return tokens.flatMap(({ word }, at) => {
		const next = tokens[at + 1]
		const behind = tokens[at + 2]
		if (word !== 'and' && word !== 'or' && word !== 'while') return []
		if (at <= demands + 1 || !next || !behind || NOT_VERBS.has(behind.word)) return []
		const helped = /^(?:should|must|will)$/.test(next.word)
		return helped || isDeed(next.word) ? [named('double-barrelled', text, tokens, at, 2)] : []
	})
}

const pattern = (name: string, flags: string): RegExp =>
	new RegExp(`(?<![\\p{L}\\p{N}])${literally(name)}(?![\\p{L}\\p{N}])`, flags)

/**
 * Full names however they are written, last names with their capital only: "Green" is a name, "green" is none. Those of
 * others are looked for with more care: an election has many, and a statement is none of theirs.
 */
const namesIn = (text: string, names: readonly string[], others: readonly string[]): Finding[] => {
	const full = names.map((name) => name.trim()).filter((name) => name.length > 2)
	const last = full.map(lastName).filter((name) => name !== null)
	const patterns = [
		...full.map((name) => pattern(name, 'giu')),
		HONORIFICS,
		...last.map((name) => pattern(name, 'gu')),
	]
	const spans = patterns
		.flatMap((each) => [...text.matchAll(each)])
		.map(({ 0: match, index }) => ({ start: index, end: index + match.length }))
	const covered: Finding[] = []
	for (const { start, end } of [...spans, ...namedOthers(text, others)]) {
		if (!covered.some((other) => start < other.end && end > other.start)) {
			covered.push(found('name', text, start, end))
		}
	}
	return covered
}

/**
 * What in a statement is not neutral: loaded words, two demands in one, a negation (to disagree with it takes thought),
 * the name of a candidate or a party, the first person. In the order in which they stand.
 * @param names of the candidate and the party.
 * @param others the names of those who stand in the same elections.
 */
export const neutrality = (
	statement: string,
	names: readonly string[] = [],
	others: readonly string[] = [],
): Finding[] => {
	const tokens = tokensOf(statement)
	const of = (concern: Concern, set: typeof LOADED): Finding[] =>
		findPhrases(set, tokens).map(({ at, length }) => named(concern, statement, tokens, at, length))
	const findings = [
		...of('loaded', LOADED),
		...secondDemands(statement, tokens),
		...of('negated', NEGATIONS),
		...of('name', PARTIES),
		...namesIn(statement, names, others),
		...of('first-person', FIRST_PERSON),
	]
	const once = new Map(findings.map((finding) => [`${finding.concern} ${finding.start}`, finding]))
	return [...once.values()].toSorted((a, b) => a.start - b.start)
}
