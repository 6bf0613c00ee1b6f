import { topicWords } from './classify.ts'
import { entriesOf } from './phrases.ts'
import { foldName, STOPWORDS, TITLES } from './text.ts'
import { isDeed } from './verbs.ts'

/** Last names that are also common words in statements. */
const WORDS = new Set(
	entriesOf(`
	abbey, alder, archer, ash, baker, ball, banks, barber, barn, barnes, bass, bay, beach, bean, bear, beck, bell, berry, best, bible, bird, birch, bishop, black, blood, bloom, blossom, blue, blunt, bond, bone, book, booth,
	bowl, bowler, bowman, box, brand, bread, bridge, bridges, bright, brook, brooks, brown, buck, bull, burn, burns, bush, butcher, butler, cage, camp, cane, cannon, carpenter, carter, case, cash, castle, chance, chandler, chase,
	child, church, clay, clerk, coal, coates, cole, cook, cooper, corn, cotton, counts, court, cox, craft, crane, cross, crow, crown, curry, dale, dance, dean, dear, dial, drake, driver, drummond, duke, dyer, early, east, english, faith,
	falls, farmer, farrow, favor, field, fielder, fields, finch, fish, fisher, flint, flood, flower, flowers, floyd, foot, ford, foreman, forest, forester, foster, fountain, fowler, fox, frank, free, freeman, friend, frost, fuller, gamble,
	gardener, gardiner, garland, gates, gay, glass, glover, gold, golden, good, goodman, goose, grace, grain, grant, gray, green, greene, grey, grove, groves, guy, hale, hall, ham, hammer, hand, hands, hardy, harvest, haven, hawk, hay, hayes, head,
	healer, heath, hedges, hill, hills, holder, hood, hook, hope, horn, horne, house, houses, hunt, hunter, hurt, hyde, ice, joiner, joy, judge, just, keen, kent, key, keys, king, kitchen, knight, ladd, lake, lakes, lamb, land, lane, large, law, laws,
	leach, leader, leaf, light, lilly, lily, little, lock, long, love, low, lowe, major, mane, manner, mark, marks, marsh, marshall, martin, mason, masters, mead, meadow, meadows, mercer, miles, mill, miller, mills, miner, mint, moon, moore, moss,
	mayor, nail, neighbors, neighbours, newman, night, noble, north, oak, oaks, page, paine, painter, palmer, paper, park, parker, parks, parson, parsons, party, patch, peace, peacock, pearl, penny, pepper, perch, peters, piper, pitt, place, plant, plum, pole, pool,
	poole, poor, pope, porter, post, potter, potts, pound, power, powers, pratt, presley, price, priest, prince, prior, proper, purse, quick, rain, rains, ranger, ray, read, reader, reed, reeves, rice, rich, richer, ridge, ring, rings, river, rivers,
	roach, road, roads, robin, rock, rood, rose, ross, rush, rust, ruth, saddler, safe, sage, salmon, salt, sand, sands, sawyer, school, sea, seal, seals, self, senior, service, sexton, shade, sharp, shaw, shepherd, shield, shields, ship, shore,
	short, silk, silver, singer, slater, small, smart, snow, snyder, soldier, sparks, speed, spence, spring, squire, stamp, star, steel, steele, stern, steward, stock, stocks, stone, storey, storm, story, stout, street, strong, summer, summers,
	swan, sweet, swift, tailor, tanner, teller, temple, thorn, thorne, tiller, town, townsend, trainer, tree, trees, trip, turner, tyler, vale, valley, vance, vine, violet, wade, waggoner, wagner, walker, wall, walls, ward, warden, warner, warren,
	water, waters, watts, way, weaver, webb, weeks, weir, wells, west, wheat, wheeler, whistler, white, whole, wild, wilder, will, wills, winner, winter, winters, wise, wolf, wolfe, wood, woodman, woods, woodward, woolf, work, workman, worth, wright,
	yard, young`),
)
/** Last names that are also other proper nouns and therefore always capitalized. */
const NAMES = new Set(
	entriesOf(
		`january, february, march, april, may, june, july, august, september, october, november, december, monday, friday, saturday, sunday, easter, christmas, christian, african, american, asian, british, dutch, english, french, german, greek, indian, irish, roman,
		scottish, spanish, welsh, africa, america, australia, austin, bath, berkeley, berlin, boston, brazil, britain, california, carolina, chad, chester, cleveland, columbia, cuba, dakota, dallas, denver, derby, detroit, durham, england, europe, florida, france,
		geneva, georgia, holland, houston, hudson, india, ireland, israel, jackson, jefferson, jersey, jordan, kansas, kent, kenya, lancaster, lebanon, lincoln, london, madison, melbourne, memphis, mexico, milan, milton, montana, nevada, newton, oxford, paris, phoenix,
		poland, preston, richmond, rome, scotland, somerset, stafford, sydney, texas, victoria, virginia, wales, warwick, washington, wellington, wembley, york`,
	),
)

export type Mistakable = 'word' | 'name' | null

const mistakable = (last: string): Mistakable => {
	if (NAMES.has(last)) return 'name'
	const isWord =
		last.length < 3 ||
		WORDS.has(last) ||
		STOPWORDS.has(last) ||
		isDeed(last) ||
		topicWords(last).length > 0
	return isWord ? 'word' : null
}

export interface Span {
	readonly start: number
	readonly end: number
}

/** A word with its hyphens, without a possessive ending. */
interface Word extends Span {
	readonly folded: string
	readonly capital: boolean
	readonly shouted: boolean
	readonly possessive: boolean
	readonly first: boolean
}

interface Person {
	/** Null for people with one name. */
	readonly first: string | null
	readonly last: string
	readonly mistakable: Mistakable
}

const WORD = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu
const BEGINNING = /(?:^|[.!?:;…•–—"“„«‘*#]|\n|(?:^|\s)['-])\s*$/u
const SUFFIXES = new Set(entriesOf('jr, sr, ii, iii, iv, md, phd, esq, kc, qc, mp, obe, mbe, cbe'))
const CALLED = new Set([
	...TITLES,
	...entriesOf(
		`president, senator, governor, mayor, congressman, congresswoman, representative, councillor, councilor, councilman, councilwoman, councilmember, alderman, minister, secretary, chancellor, speaker, commissioner, sheriff, judge, justice, candidate, delegate, supervisor,
		treasurer, doctor, professor, general, colonel, captain, sir, dame, lord, lady, madam, sister, brother, father, reverend, bishop`,
	),
])
const MIDDLE_MAX = 3

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

/** Parses a name: "Dr. Huey P. Long Jr.", "Long, Huey" and "Huey “Kingfish” Long" are all Huey Long. */
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

type People = ReadonlyMap<string, readonly Person[]>

const peopleOf = (names: readonly string[]): People => {
	const people = new Map<string, Person[]>()
	for (const name of names) {
		const person = personOf(name)
		if (person) people.set(person.last, [...(people.get(person.last) ?? []), person])
	}
	return people
}

// Cache: the same list of hundreds of names is used for each statement.
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

/** True for the initial of a first name. "A" needs a period: "A Green New Deal" begins with an article. */
const isInitialOf = (first: string, { folded, capital }: Word, behind: string): boolean =>
	folded === first[0] && capital && (folded !== 'a' || behind.startsWith('.'))

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

const titleOf = (place: Place): number | null => {
	const before = place.words[place.at - 1]
	if (before === undefined || !/^\.?\s+$/u.test(gap(place, place.at - 1))) return null
	return before.capital && CALLED.has(before.folded) ? before.start : null
}

/** True for a word next to other capitalized words: "Green New Deal", "White House". */
const isPartOfName = (place: Place): boolean => {
	const { words, at } = place
	const [before, here, next] = [words[at - 1], words[at], words[at + 1]]
	const joined = (index: number): boolean => /^\s+$/u.test(gap(place, index))
	if (next?.capital && !here?.possessive && joined(at)) return true
	return before?.capital === true && !before.first && joined(at - 1)
}

const meansPerson = (place: Place, { mistakable: unsure }: Person): boolean => {
	const word = place.words[place.at]
	if (unsure === null) return true
	if (unsure === 'name' || word === undefined || word.shouted || isPartOfName(place)) return false
	return !word.first || word.possessive
}

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

/** People with this last name; for "Okonkwo-led", only people with unambiguous names. */
const peopleAt = (people: People, folded: string): readonly Person[] => {
	const whole = people.get(folded)
	if (whole || !folded.includes('-')) return whole ?? []
	return folded
		.split('-')
		.flatMap((part) => people.get(part) ?? [])
		.filter((person) => person.mistakable === null)
}

/**
 * Finds the people of a list in a text. A last name counts if capitalized. One that is also a common word ("Long") needs
 * a first name, initial or title, or a significant capital: not at a sentence start (unless possessive), not beside other
 * capitals, not in all capitals. One that is always capitalized ("May") needs a first name, initial or title.
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

/** Escapes a text for use in a regular expression. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Last part of a full name, if it is long enough to identify a person. */
export const lastName = (name: string): string | null => {
	const last = name.trim().split(/\s+/u).at(-1) ?? ''
	return last.length > 2 && last !== name.trim() ? last : null
}
