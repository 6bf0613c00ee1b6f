import { TITLES } from './abbreviations.ts'
import { type Mistakable, mistakable } from './name-words.ts'
import { entriesOf } from './phrases.ts'

/** From where to where in a text. */
export interface Span {
	readonly start: number
	readonly end: number
}

/** A word as it is written: with its hyphens, and without a possessive's ending. */
interface Word extends Span {
	/** In lower case and without accents. */
	readonly folded: string
	readonly capital: boolean
	/** Whether it is written in capitals throughout. */
	readonly shouted: boolean
	readonly possessive: boolean
	/** Whether a sentence, a line or a quotation begins with it: its capital says nothing. */
	readonly first: boolean
}

interface Person {
	/** Null of somebody with one name. */
	readonly first: string | null
	readonly last: string
	readonly mistakable: Mistakable
}

const WORD = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu
const BEGINNING = /(?:^|[.!?:;…•–—"“„«‘*#]|\n|(?:^|\s)['-])\s*$/u
const SUFFIXES = new Set(entriesOf('jr, sr, ii, iii, iv, md, phd, esq, kc, qc, mp, obe, mbe, cbe'))
/** What somebody is called by in front of a name. */
const CALLED = new Set([
	...TITLES,
	...entriesOf(
		`president, senator, governor, mayor, congressman, congresswoman, representative, councillor, councilor, councilman, councilwoman, councilmember, alderman, minister, secretary, chancellor, speaker, commissioner, sheriff, judge, justice, candidate, delegate, supervisor,
		treasurer, doctor, professor, general, colonel, captain, sir, dame, lord, lady, madam, sister, brother, father, reverend, bishop`,
	),
])
/** Between a first and a last name there are no more words than these. */
const MIDDLE_MAX = 3

const foldName = (text: string): string =>
	text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()

const wordsOf = (text: string): Word[] =>
	[...text.matchAll(WORD)].map(({ 0: raw, index }) => {
		const bare = raw.replace(/['’]s$/iu, '')
		return {
			start: index,
			end: index + bare.length,
			folded: foldName(bare),
			capital: /(?:^|-)\P{Ll}/u.test(bare),
			shouted: bare.length > 1 && bare === bare.toUpperCase() && bare !== bare.toLowerCase(),
			possessive: bare !== raw,
			first: BEGINNING.test(text.slice(Math.max(0, index - 8), index)),
		}
	})

/** "Dr. Huey P. Long Jr.", "Long, Huey" and "Huey “Kingfish” Long" are all Huey Long. */
const personOf = (name: string): Person | null => {
	const plain = foldName(name).replace(/["“”„(].*?["”“)]/gu, ' ')
	const [before = '', ...behind] = plain.split(',')
	const given = behind.join(' ')
	const parts = (given + (given ? ' ' : '') + before)
		.split(/[\s.]+/u)
		.filter((part) => /\p{L}/u.test(part) && !SUFFIXES.has(part))
	const [start] = parts
	const named =
		start !== undefined && parts.length > 2 && CALLED.has(start) ? parts.slice(1) : parts
	const last = named.at(-1)
	if (last === undefined || last.length < 2) return null
	return { first: named.length > 1 ? (named[0] ?? null) : null, last, mistakable: mistakable(last) }
}

/** Whom a list of names means, by their last names. */
type People = ReadonlyMap<string, readonly Person[]>

const peopleOf = (names: readonly string[]): People => {
	const people = new Map<string, Person[]>()
	for (const name of names) {
		const person = personOf(name)
		if (person) people.set(person.last, [...(people.get(person.last) ?? []), person])
	}
	return people
}

/** A list of hundreds is asked for each statement: it is read once. */
const known = new WeakMap<readonly string[], People>()

const knownPeople = (names: readonly string[]): People => {
	const people = known.get(names) ?? peopleOf(names)
	known.set(names, people)
	return people
}

interface Place {
	readonly text: string
	readonly words: readonly Word[]
	readonly at: number
}

const gap = ({ text, words }: Place, before: number): string =>
	text.slice(words[before]?.end ?? 0, words[before + 1]?.start ?? text.length)

/** Whether a word is the initial of a first name: "A Green New Deal" begins with an article, and "A. Green" with one. */
const isInitialOf = (first: string, { folded, capital }: Word, behind: string): boolean =>
	folded === first[0] && capital && (folded !== 'a' || behind.startsWith('.'))

/** Where the first name stands, or its initial, that belongs to a last name; null where none does. */
const firstOf = (place: Place, { first, mistakable: unsure }: Person): number | null => {
	const { words, at } = place
	if (first === null) return null
	for (let before = at - 1; before >= 0 && before >= at - 1 - MIDDLE_MAX; before--) {
		const word = words[before]
		if (word === undefined || word.possessive || !/^\.?\s+$/u.test(gap(place, before))) return null
		const initial = isInitialOf(first, word, gap(place, before))
		if ((word.folded === first && (word.capital || unsure === null)) || initial) return word.start
		if (!word.capital) return null
	}
	return null
}

/** The start of a title in front of a name; null where there is none. */
const titleOf = (place: Place): number | null => {
	const before = place.words[place.at - 1]
	if (before === undefined || !/^\.?\s+$/u.test(gap(place, place.at - 1))) return null
	return before.capital && CALLED.has(before.folded) ? before.start : null
}

/** Whether a word stands beside others with a capital, as in "Green New Deal" and "White House". */
const isPartOfName = (place: Place): boolean => {
	const { words, at } = place
	const [before, here, next] = [words[at - 1], words[at], words[at + 1]]
	const joined = (index: number): boolean => /^\s+$/u.test(gap(place, index))
	if (next?.capital && !here?.possessive && joined(at)) return true
	return before?.capital === true && !before.first && joined(at - 1)
}

/** Whether a last name that stands alone means the person. */
const meansPerson = (place: Place, { mistakable: unsure }: Person): boolean => {
	const word = place.words[place.at]
	if (unsure === null) return true
	if (unsure === 'name' || word === undefined || word.shouted || isPartOfName(place)) return false
	return !word.first || word.possessive
}

/** Where a person is named at a place that holds their last name; null where something else is meant. */
const spanOf = (place: Place, person: Person): Span | null => {
	const word = place.words[place.at]
	if (word === undefined) return null
	const first = firstOf(place, person)
	const lower = !word.capital && (person.mistakable !== null || first === null)
	if (lower) return null
	const start = first ?? titleOf(place)
	if (start !== null) return { start, end: word.end }
	return meansPerson(place, person) ? { start: word.start, end: word.end } : null
}

/** Those whose last name a word is; of "Okonkwo-led" those for whom nothing else can be meant. */
const peopleAt = (people: People, folded: string): readonly Person[] => {
	const whole = people.get(folded)
	if (whole || !folded.includes('-')) return whole ?? []
	return folded
		.split('-')
		.flatMap((part) => people.get(part) ?? [])
		.filter((person) => person.mistakable === null)
}

/**
 * Where a text names one of the people of a list. A last name alone is marked where it has its capital. One that is an
 * everyday word too ("Long", "Green") is marked with the first name, its initial or a title in front of it, and alone only
 * where its capital says something: not at the beginning of a sentence (but with a possessive's ending there), not beside
 * other words with a capital ("Green New Deal"), not in capitals throughout. One that has its capital whatever is meant
 * ("Washington", "May") is marked with a first name, an initial or a title only.
 */
export const namedOthers = (text: string, names: readonly string[]): readonly Span[] => {
	const people = knownPeople(names)
	if (people.size === 0) return []
	const words = wordsOf(text)
	return words.flatMap(({ folded }, at) => {
		const spans = peopleAt(people, folded).map((person) => spanOf({ text, words, at }, person))
		const found = spans.filter((span) => span !== null).toSorted((a, b) => a.start - b.start)
		return found.slice(0, 1)
	})
}
