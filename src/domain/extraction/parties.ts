import type { Span } from './person-names.ts'
import { entriesOf } from './phrases.ts'
import { foldName } from './text.ts'

interface Word extends Span {
	/** Lowercase, without accents. */
	readonly folded: string
	readonly capital: boolean
	readonly possessive: boolean
	/** Starts a sentence, line or quotation, so its capital is not significant. */
	readonly first: boolean
}

interface Party {
	/** All words of the name: "scottish national party". */
	readonly full: readonly string[]
	/** Short forms without the word "party": "scottish national", "snp". */
	readonly cores: readonly (readonly string[])[]
	/** Plurals for members: "democrats", "greens". */
	readonly members: ReadonlySet<string>
	readonly initials: readonly string[]
	/** Built in rather than listed for the election; fewer forms count as its name. */
	readonly wellKnown: boolean
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’](?![sS](?!\p{L}))\p{L}+)*/gu
const BEGINNING = /(?:^|[.!?:;…•*#"“„«‘]|\n)[\s'’-]*$/u
const PARTY_WORDS = new Set(entriesOf('party, parties, partido, parti, partei, partito'))
const SMALL = new Set(entriesOf('the, of, for, and, a, an, in, de, del, la, el, y, du, des, und'))
const NONE = new Set(
	entriesOf(
		`independent, independents, nonpartisan, non, partisan, none, no, preference, unaffiliated, unenrolled, undeclared, write, in, other, others, unknown, n, na, affiliation, stated, decline, to, state, independiente`,
	),
)
const FAMILIES = [
	['democratic', 'democrat', 'democrats', 'dem', 'dems'],
	['republican', 'republicans', 'gop'],
	['conservative', 'conservatives', 'tory', 'tories'],
	['labour', 'labor'],
].map((family) => new Set(family))
/** Party initials with a more common other meaning. */
const COMMON = new Set(
	entriesOf(
		`AC, AI, AD, AM, BC, CA, CD, CEO, CFO, CO, CPI, CT, DC, DIY, DNA, DP, EMS, EPA, ER, EU, EV, FM, FDA, GDP, GED, GI, GP, GPS, HIV, HR, IC, ICE, ICU, ID, IP, IT, IVF, LA, LED, MP, NASA, NATO, NHS, OK, OR, PA, PC, PE, PM, PR, PTA, RV, TV, UK, UN, UP, US, USA, VA, VAT, WHO, WHO`,
	),
)
/** Nouns that party adjectives describe: "Democratic senators", "the Green council". */
const POLITICAL = new Set(
	entriesOf(
		`administration, agenda, assembly, board, bloc, cabinet, campaign, candidate, candidates, caucus, chair, chairman, coalition, congress, congressman, congresswoman, council, councillor, councillors, councilor, councilors, delegate, delegates, delegation, donors, governor, governors, government, leader, leaders,
		leadership, lawmaker, lawmakers, legislator, legislators, legislature, majority, manifesto, mayor, mayors, member, members, minister, ministers, minority, nominee, nominees, opponents, opposition, platform, politician, politicians, policy, policies, president, presidents, primary, primaries, proposal, proposals,
		representative, representatives, senate, senator, senators, supporter, supporters, ticket, voter, voters, house, bill, plan, plans, budget, mp, mps`,
	),
)
const LED = new Set(
	entriesOf(
		'led, run, controlled, backed, held, dominated, sponsored, leaning, majority, inspired',
	),
)
/** If capitalized, these mean something else too: the Constitution. */
const CAPITALIZED = new Set(
	entriesOf('constitution, union, congress, america, american, national, state'),
)
/** Endings of words for people with a conviction; their plural means people even at the start of a sentence. */
const CONVICTION = /(?:crat|ic|an|ist|ive|al)s?$/u
const WELL_KNOWN = [
	'Democratic Party',
	'Republican Party',
	'Libertarian Party',
	'Labour Party',
	'Conservative Party',
	'Grand Old Party',
	'Social Democratic Party',
]

const wordsOf = (text: string): Word[] =>
	[...text.matchAll(WORD)].map(({ 0: raw, index }) => ({
		start: index,
		end: index + raw.length,
		folded: foldName(raw),
		capital: /^\p{Lu}/u.test(raw) || /\p{Lu}{2}/u.test(raw),
		possessive: /^['’]s?(?!\p{L})/iu.test(text.slice(index + raw.length)),
		first: BEGINNING.test(text.slice(Math.max(0, index - 8), index)),
	}))

const pluralOf = (word: string): string => {
	if (word.endsWith('s')) return word
	return /[^aeou]y$/u.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

const isMeaning = (word: string): boolean => !SMALL.has(word) && !PARTY_WORDS.has(word)

/** Strips the word "party" and a place: "Green Party of Ohio", "Party of Greens". */
const coreOf = (words: readonly string[]): readonly string[] => {
	const at = words.findIndex((word) => PARTY_WORDS.has(word))
	const own = at > 0 ? words.slice(0, at) : words.slice(at + 1)
	const from = own.findIndex(isMeaning)
	const to = own.findLastIndex(isMeaning)
	return from < 0 ? own : own.slice(from, to + 1)
}

export const initialsOf = (words: readonly string[]): string[] => {
	const letters = (chosen: readonly string[]): string =>
		chosen.map((word) => word[0]?.toUpperCase() ?? '').join('')
	const core = words.filter(isMeaning)
	const named = words.filter((word) => !SMALL.has(word))
	// "Alliance for Change" is AC, AFC or AfC.
	const mixed = words.map((word) => (SMALL.has(word) ? word[0] : letters([word]))).join('')
	const found = [letters(named), ...(core.length > 2 ? [letters(core)] : []), letters(words), mixed]
	return [...new Set(found)].filter((each) => each.length > 1 && !COMMON.has(each))
}

const partyOf = (name: string, wellKnown: boolean): Party | null => {
	const words = wordsOf(name).map(({ folded }) => folded)
	const core = coreOf(words)
	if (core.length === 0 || core.every((word) => NONE.has(word))) return null
	const last = core.at(-1) ?? ''
	// Local party names also have a short form: "Springfield Democratic Party" is "Democratic".
	const heads = FAMILIES.some((family) => family.has(last)) || /(?:crats?|cans?|ists?)$/u.test(last)
	const short = core.length > 1 && heads ? [[last]] : []
	const joined = core.includes('and') && core[0] !== undefined ? [[core[0]]] : []
	const cores = [core, ...short, ...(/^\p{L}+(?:ive|al|ist)$/u.test(core[0] ?? '') ? joined : [])]
	const single = cores.filter((each) => each.length === 1).map(([word]) => word ?? '')
	const family = single.flatMap((word) => [...(FAMILIES.find((all) => all.has(word)) ?? [])])
	const all = [...cores, ...family.filter((word) => !single.includes(word)).map((word) => [word])]
	return {
		full: words,
		cores: [...new Map(all.map((each) => [each.join(' '), each])).values()],
		members: new Set([
			...single.map(pluralOf),
			...family.filter((word) => word.endsWith('s') || word === 'gop'),
		]),
		initials: wellKnown ? [] : initialsOf(words),
		wellKnown,
	}
}

/** Splits joint names ("Democratic/Working Families") and short forms in parentheses ("Grand Old Party (GOP)"). */
const namesIn = (name: string): string[] =>
	[name.replace(/\([^)]*\)/gu, ' '), ...[...name.matchAll(/\(([^)]*)\)/gu)].map(([, in_]) => in_)]
		.flatMap((part) => (part ?? '').split(/[/;|]|\s[–—-]\s/u))
		.map((part) => part.trim())
		.filter((part) => part.length > 0)

const KNOWN = WELL_KNOWN.map((name) => partyOf(name, true)).filter((party) => party !== null)

const read = new WeakMap<readonly string[], readonly Party[]>()

const partiesOf = (names: readonly string[]): readonly Party[] => {
	const known = read.get(names)
	if (known) return known
	const own = [...new Set(names.flatMap(namesIn))].filter(
		(name) => name.length > 1 || /\p{Lu}/u.test(name),
	)
	const parties = own.map((name) => partyOf(name, false)).filter((party) => party !== null)
	read.set(names, [...parties, ...KNOWN])
	return [...parties, ...KNOWN]
}

interface Reading {
	readonly text: string
	readonly words: readonly Word[]
	/** In capitals or title case, so capitals are not significant. */
	readonly shouted: boolean
	readonly titled: boolean
}

const readingOf = (text: string): Reading => {
	const words = wordsOf(text)
	const long = words.filter(({ folded }) => folded.length > 3)
	const capitals = long.filter(({ capital }) => capital).length
	return {
		text,
		words,
		shouted: !/\p{Ll}/u.test(text),
		titled: long.length > 3 && capitals > 0.7 * long.length,
	}
}

const beside = ({ text, words }: Reading, at: number, by: 1 | -1, gap = /^\s+$/u): Word | null => {
	const [here, next] = [words[at], words[at + by]]
	if (!here || !next) return null
	const between = by === 1 ? text.slice(here.end, next.start) : text.slice(next.end, here.start)
	return gap.test(between) ? next : null
}

const standsAt = (words: readonly Word[], at: number, form: readonly string[]): boolean =>
	form.every((word, index) => words[at + index]?.folded === word)

/** True if a shared "parties" follows: "the Harbour and Valley parties". */
const sharedParties = (reading: Reading, to: number): boolean => {
	const { text, words } = reading
	for (let at = to + 1; at < Math.min(words.length, to + 8); at++) {
		const word = words[at]
		if (!word || !/^[\s,&/]+$/u.test(text.slice(words[at - 1]?.end, word.start))) return false
		if (word.folded === 'parties') return at > to + 1
		if (!word.capital && !['and', 'or', 'the'].includes(word.folded)) return false
	}
	return false
}

/** True if the words are part of another name: "Green New Deal", "Department of Labor". */
const isPartOfName = (reading: Reading, from: number, to: number): boolean => {
	const next = beside(reading, to, 1)
	const here = reading.words[to]
	if (next?.capital && !here?.possessive) return true
	const before = beside(reading, from, -1)
	if (before?.folded === 'of' && beside(reading, from - 1, -1)?.capital) return true
	return before?.capital === true && !before.first
}

interface Occurrence {
	readonly reading: Reading
	readonly party: Party
	readonly from: number
	readonly to: number
	readonly head: Word
	readonly last: Word
	readonly single: boolean
	readonly letter: boolean
	readonly capital: boolean
	/** Can only mean people or parties: "Democrats", "tory". */
	readonly family: boolean
	readonly convinced: boolean
}

const saysParty = (
	{ head, convinced, family, letter, capital }: Occurrence,
	next: Word,
): boolean => {
	const bare = head.first && !next.capital && !convinced && !family
	return !bare && (capital || !letter)
}

const isPolitical = ({ reading, to, head, convinced }: Occurrence, next: Word | null): boolean => {
	if (beside(reading, to, 1, /^-$/u) && LED.has(reading.words[to + 1]?.folded ?? '')) return true
	return next !== null && POLITICAL.has(next.folded) && (!head.first || convinced)
}

const isMembers = ({ reading, party, from, to, head, last, single, convinced }: Occurrence) => {
	if (!single || !party.members.has(last.folded) || (head.first && !convinced)) return false
	return last.folded !== 'greens' || !isPartOfName(reading, from, to)
}

const meansParty = ({ reading, party, from, to, head, last, single, letter }: Occurrence) => {
	if (party.wellKnown || reading.titled || letter) return false
	if (!single || last.folded === 'republican') return true
	if (CAPITALIZED.has(last.folded)) return false
	if (/\p{L}\P{Ll}/u.test(reading.text.slice(last.start, last.end))) return true
	return (!head.first || last.possessive) && !isPartOfName(reading, from, to)
}

const endOf = (found: Occurrence): number | null => {
	const { reading, to, capital, family } = found
	const next = beside(reading, to, 1)
	if (next && PARTY_WORDS.has(next.folded)) return saysParty(found, next) ? to + 1 : null
	if ((capital || family) && sharedParties(reading, to)) return to
	if (!capital || reading.shouted) return null
	return isPolitical(found, next) || isMembers(found) || meansParty(found) ? to : null
}

const occurrenceOf = (
	reading: Reading,
	from: number,
	form: readonly string[],
	party: Party,
): Occurrence | null => {
	const to = from + form.length - 1
	const words = reading.words.slice(from, to + 1)
	const [head, last] = [words[0], words.at(-1)]
	if (!head || !last || !standsAt(reading.words, from, form)) return null
	return {
		...{ reading, party, from, to, head, last },
		single: form.length === 1,
		letter: form.length === 1 && form[0]?.length === 1,
		capital: words.every((word) => word.capital || SMALL.has(word.folded)),
		family: FAMILIES.some((family) => family.has(head.folded)),
		convinced: CONVICTION.test(last.folded),
	}
}

const formsOf = ({ full, cores, members }: Party): readonly (readonly string[])[] => [
	full,
	...cores,
	...[...members].map((member) => [member]),
]

const namedAt = (reading: Reading, at: number, party: Party): Span[] =>
	formsOf(party).flatMap((form) => {
		const found = occurrenceOf(reading, at, form, party)
		if (found === null) return []
		// "Reform party rules" is about rules.
		const isVerb = found.head.first && !found.last.capital
		const isWhole = !found.single && form.some((word) => PARTY_WORDS.has(word)) && !isVerb
		const to = isWhole ? found.to : endOf(found)
		const end = to === null ? undefined : reading.words[to]?.end
		return end === undefined ? [] : [{ start: found.head.start, end }]
	})

const initialsIn = ({ text, shouted }: Reading, parties: readonly Party[]): Span[] => {
	const forms = new Set(parties.flatMap(({ initials }) => initials))
	if (shouted || forms.size === 0) return []
	return [...text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}\.?(?:\p{L}\.?)+(?![\p{L}\p{N}])/gu)]
		.filter(({ 0: raw }) => {
			const letters = raw.replaceAll('.', '')
			return forms.has(letters) || forms.has(letters.replace(/s$/u, ''))
		})
		.map(({ 0: raw, index }) => ({ start: index, end: index + raw.length }))
}

/**
 * Finds the parties of a list, and well-known ones, in a text: full names, short forms ("the Greens"), initials, or
 * several names with a shared "parties". A short form that is an everyday word needs a significant capital:
 * "democratic schools" and "Green New Deal" are no parties.
 */
export const namedParties = (text: string, names: readonly string[]): readonly Span[] => {
	const parties = partiesOf(names)
	const reading = readingOf(text)
	const found = reading.words.flatMap((_, at) =>
		parties.flatMap((party) => namedAt(reading, at, party)),
	)
	const sorted = [...found, ...initialsIn(reading, parties)].toSorted(
		(a, b) => a.start - b.start || b.end - a.end,
	)
	const spans: Span[] = []
	for (const span of sorted) if (span.start >= (spans.at(-1)?.end ?? 0)) spans.push(span)
	return spans
}
