import { LOADED } from './classify.ts'
import { secondDemands } from './demands.ts'
import { namedParties } from './parties.ts'
import { lastName, literally, namedOthers, type Span } from './person-names.ts'
import { findPhrases, phraseSet } from './phrases.ts'
import { type Token, tokensOf } from './text.ts'

type Concern = 'loaded' | 'double-barrelled' | 'negated' | 'name' | 'first-person'

/** Concerns of an explanation. It may negate and combine: voters only read it. */
export const BACKGROUND_CONCERNS: readonly Concern[] = ['loaded', 'name', 'first-person']

export interface Finding {
	readonly concern: Concern
	readonly words: string
	readonly start: number
	readonly end: number
}

const NEGATIONS = phraseSet(
	`not, never, nor, neither, no longer, cannot, none, nobody, no one, oppose, opposes, opposing, opposed to, reject, rejects, refuse, refuses, do nothing`,
)
const FIRST_PERSON = phraseSet(`i, we, me, us, my, our, ours, mine, myself, ourselves`)
const PARTIES = phraseSet(
	`democrats, republicans, gop, labour party, labor party, conservative party, conservatives, tories, tory, dems, liberal democrat*, lib dem*, green party, greens, snp, ukip, reform uk, plaid cymru, sinn fein, dup, libertarian party, fine gael, fianna fail, bloc quebecois, ndp, afd, cdu, csu, spd`,
)
const HONORIFICS =
	/\b(?:Mr|Mrs|Ms|Dr|Senator|Sen|Governor|Gov|Congressman|Congresswoman|Councillor|Cllr|Mayor|Secretary)\.?\s+\p{Lu}\p{L}+/gu

const found = (concern: Concern, text: string, start: number, end: number): Finding => ({
	concern,
	words: text.slice(start, end),
	start,
	end,
})

const spanOf = (text: string, tokens: readonly Token[], at: number, length: number): Span => ({
	start: tokens[at]?.start ?? 0,
	end: tokens[at + length - 1]?.end ?? text.length,
})

const pattern = (name: string, flags: string): RegExp =>
	new RegExp(`(?<![\\p{L}\\p{N}])${literally(name)}(?![\\p{L}\\p{N}])`, flags)

export interface Named {
	/** The candidate, plus the party if it is not listed separately. */
	readonly names: readonly string[]
	readonly others: readonly string[]
	readonly parties: readonly string[]
}

/**
 * Finds names: full names in any case, last names only if capitalized. Other candidates need stricter matching, because
 * there are many.
 */
const namesIn = (
	text: string,
	tokens: readonly Token[],
	{ names, others, parties }: Named,
): Finding[] => {
	const full = names.map((name) => name.trim()).filter((name) => name.length > 2)
	const last = full.map(lastName).filter((name) => name !== null)
	const isShouted = !/\p{Ll}/u.test(text)
	const patterns = [
		...full.map((name) => pattern(name, 'giu')),
		HONORIFICS,
		...last.map((name) => pattern(name, 'gu')),
		...(isShouted ? [] : last.map((name) => pattern(name.toUpperCase(), 'gu'))),
	]
	const spans = patterns
		.flatMap((each) => [...text.matchAll(each)])
		.map(({ 0: match, index }) => ({ start: index, end: index + match.length }))
	const known = findPhrases(PARTIES, tokens).map(({ at, length }) =>
		spanOf(text, tokens, at, length),
	)
	const covered: Finding[] = []
	const all = [...spans, ...namedParties(text, parties), ...namedOthers(text, others), ...known]
	for (const { start, end } of all) {
		if (!covered.some((other) => start < other.end && end > other.start)) {
			covered.push(found('name', text, start, end))
		}
	}
	return covered
}

/** Finds names of candidates and parties in a statement, in order. */
export const namedIn = (statement: string, named: Named): Finding[] =>
	namesIn(statement, tokensOf(statement), named).toSorted((a, b) => a.start - b.start)

/**
 * Finds all concerns in a statement, in order: loaded words, double-barreled demands, negations (hard to disagree
 * with), names, and the first person. @param names names of the candidate. @param others names of the other candidates
 * in the same elections. @param parties parties of all candidates.
 */
export const neutrality = (
	statement: string,
	names: readonly string[] = [],
	others: readonly string[] = [],
	parties: readonly string[] = [],
): Finding[] => {
	const tokens = tokensOf(statement)
	const spansOf = (set: typeof LOADED): Span[] =>
		findPhrases(set, tokens).map(({ at, length }) => spanOf(statement, tokens, at, length))
	const of = (concern: Concern, spans: readonly Span[]): Finding[] =>
		spans.map(({ start, end }) => found(concern, statement, start, end))
	const findings = [
		...of('loaded', spansOf(LOADED)),
		...of('double-barrelled', secondDemands(statement, tokens)),
		...of('negated', spansOf(NEGATIONS)),
		...namesIn(statement, tokens, { names, others, parties }),
		...of('first-person', spansOf(FIRST_PERSON)).filter(({ words }) => !/^mines$/iu.test(words)),
	]
	const once = new Map(findings.map((finding) => [`${finding.concern} ${finding.start}`, finding]))
	return [...once.values()].toSorted((a, b) => a.start - b.start)
}
