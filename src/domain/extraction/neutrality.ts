import { LOADED } from './classify.ts'
import { secondDemands } from './demands.ts'
import { namedParties } from './parties.ts'
import { lastName, literally, namedOthers, nameParts, type Span } from './person-names.ts'
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
	const patterns = [
		...full.map((name) => pattern(name, 'giu')),
		HONORIFICS,
		...last.map((name) => pattern(name, 'gu')),
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

// Patterns that remove the speaker from a sentence. Each is anchored or bounded, so matching takes linear time.

/** The speaker: first person, the campaign, and the candidate and party by name. */
const SPEAKERS = `I|we|my (?:administration|government|campaign|party|team|plan)|our (?:administration|government|campaign|party|team|plan|manifesto|platform)|this (?:campaign|party|manifesto|platform|plan)|the party`
const SPEAKER_PARTIES = `democrats|republicans|labour|conservatives|(?:the )?greens|the green party|liberal democrats|the lib dems|libertarians`

/** Words to remove before the action. Hedges stay: "seek to", "hope to". */
const PROMISES = `will|shall|would|also|always|then|immediately|therefore|further|(?:am |are )?(?:commit|committed|going|proud|pledged|determined) to|(?:need|have|plan|intend|pledge|promise|propose|want|vow|like|wish) to|must|should`
const ADVERBS = `(?:\\p{L}+ly |also |therefore |still |always )*`

const OPENINGS: readonly (readonly [from: string, to: string])[] = [
	[
		`(?:promise|pledge|vow|guarantee|believe) (?:that )?(?:I|we) (?:will|would|shall|must|should) (?!not\\b|never\\b)`,
		'',
	],
	[`(?:will|shall|would|must|should) (?:never|not ever) `, 'Never '],
	[
		`(?:will not|won't|shall not|would not|wouldn't|must not|should not|shouldn't|do not|don't) `,
		'Do not ',
	],
	[`(?:will|shall|would) be (?=\\p{L}+ing\\b)`, ''],
	// Not before "ending": "committed to ending" is kept as written.
	[`(?:(?:${PROMISES}) )+(?!(?!bring\\b)\\p{L}{3,}ing\\b|not\\b)(?=\\p{L})`, ''],
	[`believe in |(?:need|want) (?=(?:an?|the|more|fewer|less|better|new)\\b)`, ''],
	[`${ADVERBS}(?:believe|think|feel|hold|agree|argue|insist|demand|recommend|propose) that `, ''],
	[`(?:am|are) ${ADVERBS}opposed to `, 'Oppose '],
	[`(?:am|are) ${ADVERBS}in favou?r of `, 'Support '],
	[`(?:am|are) ${ADVERBS}calling for `, 'Call for '],
	[`(?:am|are) ${ADVERBS}committed to `, 'Commit to '],
	[
		`${ADVERBS}(?=(?:support|oppose|favou?r|back|reject|call for|demand|propose|endorse|urge|seek|want|pledge|commit|condemn|promise|advocate|recommend|welcome|stand)\\b)`,
		'',
	],
]

const written = (rest: string): string =>
	rest
		.replace(/^['’]ll /u, 'will ')
		.replace(/^['’]d /u, 'would ')
		.replace(/^['’]re /u, 'are ')
		.replace(/^['’]m /u, 'am ')
		.replace(/^(\p{L}+)n’t /u, "$1n't ")

const THIRD =
	/^(supports|opposes|favou?rs|backs|rejects|demands|proposes|pledges|commits|promises|wants|calls|seeks|urges) /u

const LEADS: readonly RegExp[] = [
	/^(?:and|but|so|also|then|therefore|however|moreover|furthermore|instead|finally|additionally|in addition|likewise|similarly|tonight|today|that's why|that’s why|that is why|this is why|for this reason|as such|first|firstly|second|secondly|third|thirdly|lastly|to this end|to that end|in short|indeed)\b,?\s+/iu,
	/^(?:if|when|once|as soon as) (?:I am |I'm |we are |I’m )?(?:re-?)?elected(?: (?:as|to|mayor|governor|president)[^,]{0,60})?, /iu,
	/^as (?:your|the|a|an|our) (?:next )?(?:representative|mayor|governor|president|senator|councillor|council ?member|member|mp|congress\p{L}*|candidate|prime minister|government|party)[^,]{0,60}, /iu,
	/^(?:in|with) (?:my|our) (?:first term|view|opinion|administration|government|leadership), /iu,
	/^under (?:my|our) (?:administration|government|leadership|plan|plans|proposals|policy|policies), /iu,
	/^let (?:us|’s|'s) /iu,
	/^let['’]s /iu,
	/^it(?:'s|’s| is) time (?:to|for (?:us|the country|congress|parliament) to) /iu,
]

const speakersOf = (names: readonly string[]): string => {
	const given = names.flatMap(nameParts)
	return [SPEAKERS, SPEAKER_PARTIES, ...given.map((name) => `(?:the )?${literally(name)}`)].join(
		'|',
	)
}

const withoutLead = (text: string): string => {
	let rest = text
	for (let turn = 0; turn < 4; turn++) {
		const pattern = LEADS.find((lead) => lead.test(rest))
		if (!pattern) return rest
		rest = rest.replace(pattern, '')
	}
	return rest
}

const clauseWithout = (clause: string, speakers: string): string => {
	const subject = new RegExp(`^(?:${speakers})(?= |'|’|, )`, 'iu').exec(clause)
	if (!subject) return clause
	const rest = written(
		clause
			.slice(subject[0].length)
			.replace(/^, [^,]{1,60},/u, '')
			.trimStart(),
	).replace(/^(?:also |therefore |now |already |both |all )+/u, '')
	const third = THIRD.exec(rest)
	if (third) return rest.replace(/s /u, ' ')
	for (const [from, to] of OPENINGS) {
		const opening = new RegExp(`^${from}`, 'iu')
		if (opening.test(rest)) return to + rest.replace(opening, '')
	}
	return clause
}

/** Removes the speaker: "And if elected, I will raise wages" becomes "raise wages". */
export const withoutSpeaker = (text: string, names: readonly string[]): string => {
	const speakers = speakersOf(names)
	const start = withoutLead(text)
	const whole = clauseWithout(start, speakers)
	if (whole !== start) return whole
	// "To protect the poor, we will …": try the clause after the first comma.
	const comma = start.search(/, (?=\p{L})/u)
	if (comma < 0) return start
	const later = clauseWithout(start.slice(comma + 2), speakers)
	return later === start.slice(comma + 2)
		? start
		: `${start.slice(0, comma + 2)}${later.charAt(0).toLowerCase()}${later.slice(1)}`
}

/** Replaces "our" and "my": "our schools" become "the schools". */
export const withoutPossessives = (text: string): string =>
	text
		.replace(/\b(?:our|my) own\b/giu, 'the')
		.replace(/\b(?:our|my)\b(?= \p{L})/giu, (word) => (/^\p{Lu}/u.test(word) ? 'The' : 'the'))
