import { initialsOf } from './parties.ts'
import { literally } from './person-names.ts'
import { entriesOf } from './phrases.ts'

/** Words that stand for a named side in the text that the rules read. */
export const OWN = 'ownside'
export const RIVAL = 'rivalside'

const PARTY_WORD = /\b(?:party|parties|partido|parti|partei|union|coalition|alliance|movement)\b/iu
const TITLE = `(?:Mr|Mrs|Ms|Dr|Rep|Sen|Gov|Cllr|Hon|Senator|Representative|Governor|Congress(?:man|woman)|Councill?or|Mayor|President|Premier|Minister|Secretary|Speaker|Judge|Sheriff|Commissioner)\\.?`
const TITLES = new RegExp(`^(?:${TITLE}\\s+)+`, 'u')
const NICKNAME = /\s*["“”„'‘(][^"“”'’)]*["“”'’)]\s*/gu
/** Parts of names that are everyday words in a sentence. */
const EVERYDAY = new Set(
	entriesOf(
		'will, may, mark, grant, bill, rich, art, faith, hope, grace, long, young, west, north, park, new, de, van, der, la',
	),
)
/** The well-known parties; those that are not the candidate's are rivals. */
const KNOWN = entriesOf(
	`Tories, Tory, Conservatives, Labour, Republicans, Republican, Democrats, Democratic, GOP, Liberals, Liberal Democrats, Lib Dems, Greens, Green Party, SNP, UKIP, Reform UK, Plaid Cymru, Sinn Féin, DUP, Fine Gael, Fianna Fáil, NDP, Bloc Québécois, Libertarians, Nationals, Socialists`,
)
const AFTER_NAME = `(?=['’]s?\\b|-led| (?:\\p{Ll}+ly )?(?:will|would|shall|should|must|can|is|are|has|have|had|was|were|does|did|wants?|MPs?|MEPs?|councillors?|candidates?|government|manifesto|team|\\p{Ll}+(?:es|s|ed))\\b)`

const OURS = entriesOf(
	'the party, The party, this party, our party, our Party, the Party, The Party',
)

const either = (names: readonly string[]): string =>
	[...new Set(names)]
		.toSorted((a, b) => b.length - a.length)
		.map(literally)
		.join('|')

const personForms = (name: string): string[] => {
	const plain = name.replace(NICKNAME, ' ').replace(TITLES, '').trim()
	const parts = plain.split(/\s+/u)
	const nicknames = [...name.matchAll(NICKNAME)].map(([found]) => found.replace(/[^\p{L}]/gu, ''))
	const short = [parts[0] ?? '', parts.at(-1) ?? '', ...nicknames]
	return [plain, ...short.filter((part) => part.length > 2 && !EVERYDAY.has(part.toLowerCase()))]
}

/** Full name, its core without "Party", and its initials. Cores of one word need a verb behind them. */
const partyForms = (name: string): { readonly sure: string[]; readonly single: string[] } => {
	const plain = name.replace(/\([^)]*\)/gu, '').trim()
	const core = plain
		.replace(/^the /iu, '')
		.replace(/\s*\bParty\b.*$/u, '')
		.trim()
	const isSingle = !core.includes(' ')
	const initials = initialsOf(plain.split(/\s+/u).map((word) => word.toLowerCase()))
	const inside = [...name.matchAll(/\(([^)]{2,20})\)/gu)].map(([, short = '']) => short)
	// "The Alliance" for the Meridian Alliance.
	const [, kind = ''] = /\b(Alliance|Union|Coalition|Movement|Front|League)$/u.exec(plain) ?? []
	const members = /\p{Ll}{3}$/u.test(core) ? [`${core}s`, `${core.replace(/ic$/u, '')}s`] : []
	return {
		sure: [
			...(plain === core && isSingle ? [] : [plain]),
			...initials,
			...inside,
			...(kind === '' || isSingle ? [] : [`the ${kind}`, `The ${kind}`]),
			...(isSingle ? members : [core]),
		],
		single: isSingle && core.length > 2 ? [core] : [],
	}
}

export interface Sides {
	/** The text with names of the own side and of rivals replaced by {@link OWN} and {@link RIVAL}. */
	readonly mark: (text: string) => string
	/** True for a text that still names the own side or a rival. */
	readonly isNamed: (text: string) => boolean
}

const BOUND = '(?<![\\p{L}\\p{N}])'
/** A plan by name: "The Great Housing Plan". */
const NAMED_PLAN = `\\b[Tt]h(?:e|is) (?:\\p{Lu}\\p{L}+ )*(?:Plan|Budget|Manifesto|Platform|Agenda|Programme)\\b`
const END = '(?![\\p{L}\\p{N}])'

const patternOf = (sure: readonly string[], single: readonly string[]): string | null => {
	const parts = [
		...(sure.length > 0 ? [`(?:${either(sure)})${END}`] : []),
		...(single.length > 0 ? [`(?:${either(single)})${END}${AFTER_NAME}`] : []),
	]
	return parts.length > 0 ? `${BOUND}(?:[Tt]he )?(?:${TITLE} )*(?:${parts.join('|')})` : null
}

/** Last names of people with a title in a text: "Rep. Buck Tannehill" makes every "Tannehill" a rival. */
const titledIn = (text: string): string[] =>
	[
		...text.matchAll(
			new RegExp(`${BOUND}${TITLE} (?:\\p{Lu}\\p{L}+ )?(\\p{Lu}\\p{Ll}{2,})${END}`, 'gu'),
		),
	].map(([, last = '']) => last)

/** "President Biden" makes "the President" the candidate. */
const officesIn = (text: string, people: readonly string[]): string[] => {
	if (people.length === 0) return []
	const titled = new RegExp(
		`${BOUND}(${TITLE}) (?:\\p{Lu}\\p{L}+ )?(?:${either(people)})${END}`,
		'gu',
	)
	return [...new Set([...text.matchAll(titled)].map(([, title = '']) => title))]
		.filter((title) => title.length > 4)
		.flatMap((title) => [`the ${title}`, `The ${title}`])
}

/** Prepares the marking of names. @param names candidate, then party. @param text the whole source, to learn rivals from. */
export const sidesOf = (names: readonly string[], text = ''): Sides => {
	const isParty = (name: string, index: number): boolean => index > 0 || PARTY_WORD.test(name)
	const given = names.map((name) => name.trim()).filter((name) => name.length > 2)
	const parties = given.filter(isParty).map(partyForms)
	const people = given.filter((name, index) => !isParty(name, index)).flatMap(personForms)
	const sure = [
		...people,
		...(given.length > 0 ? OURS : []),
		...parties.flatMap((party) => party.sure),
	]
	const single = parties.flatMap((party) => party.single)
	const own = patternOf([...sure, ...officesIn(text, people)], single)
	const ownNames = [...sure, ...single].join(' ')
	const isOthers = (name: string): boolean => !ownNames.includes(name.replace(/(?:ic|s)$/u, ''))
	const known = [...KNOWN, ...titledIn(text)].filter(isOthers)
	const others = `${BOUND}(?:[Tt]he )?(?:${TITLE} (?:\\p{Lu}\\p{L}+ )?\\p{Lu}\\p{Ll}+|(?:\\p{Lu}\\p{L}+(?:['’]s)? ){1,4}Party|(?:${either(known)}))${END}|\\b(?:[Mm]y|[Oo]ur|[Hh]er|[Hh]is|[Tt]heir) (?:opponents?|rivals?)\\b|\\bthe (?:other|ruling|opposition|governing) part(?:y|ies)\\b|\\b[Tt]he (?:Premier|Chief Minister|Prime Minister|incumbent|opposition|Opposition)\\b`
	const ownPattern = own === null ? null : new RegExp(own, 'gu')
	const rivalPattern = new RegExp(others, 'gu')
	const planPattern = new RegExp(NAMED_PLAN, 'gu')
	return {
		mark: (raw) =>
			(ownPattern === null ? raw : raw.replace(ownPattern, OWN))
				.replace(rivalPattern, RIVAL)
				.replace(planPattern, OWN),
		isNamed: (raw) => raw.search(ownPattern ?? /$^/u) >= 0 || raw.search(rivalPattern) >= 0,
	}
}
