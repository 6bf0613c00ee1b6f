import { topicsOf } from './classify.ts'
import type { Span } from './person-names.ts'
import { entriesOf } from './phrases.ts'
import type { Token } from './text.ts'
import { baseOf, isDeed } from './verbs.ts'

const HELPERS = new Set(['should', 'must', 'will', 'shall'])
/** After these, an action verb is a noun: "work and support for families". */
const NOT_VERBS = new Set(['for', 'of', 'in', 'on', 'and', 'or', 'to', 'by', 'from'])
/** Action verbs that are often adjectives: "air and clean water". */
const ADJECTIVES = new Set(['free', 'clean', 'direct', 'level', 'double'])
const PREPOSITIONS: ReadonlyMap<string, string> = new Map([
	['invest', 'in'],
	['spend', 'on'],
	['pay', 'for'],
])
const ENDS = new Set(
	entriesOf(
		`for, in, on, at, by, from, to, with, without, through, under, against, over, within, until, as, per, than, into, onto, across, among, between, during, before, after, about, around, near, via, towards, toward, so, that, which, who, whose, where, when, while, if, unless, because, but, or, is, are, be, not, should, must, will, shall, can, may, they, it, we`,
	),
)
const ADVERBS = new Set(
	entriesOf(
		'also, always, fully, further, gradually, immediately, quickly, significantly, sharply, steadily, at, once, no, longer',
	),
)
const DETERMINERS = new Set(
	entriesOf(
		`the, a, an, all, every, each, its, their, more, fewer, less, better, higher, lower, new, free, cheaper, stronger, another, any, some`,
	),
)
/** Determiners that do not make the second object separate: "mines and all other works". */
const WEAK = new Set(entriesOf('all, every, each, another, any, some'))
/** Verbs after which each object is a separate decision. */
const DECIDES = new Set(
	entriesOf(
		`cut, raise, lower, reduce, increase, decrease, double, triple, treble, halve, freeze, cap, abolish, ban, end, scrap, repeal, eliminate, legalise, legalize, decriminalise, decriminalize, nationalise, nationalize, privatise, privatize, tax, outlaw, prohibit, defund, introduce, slash, close, lift, remove, trim, suspend, reinstate`,
	),
)
const PAIRS = new Set(
	entriesOf(
		`health safety, health wellbeing, health welfare, law order, research development, science technology, research innovation, arts culture, art culture, arts sport, arts sports, sport leisure, parks recreation, food drink, food water, water sanitation, water sewage, water sewer, air water, land water, land sea, rivers lakes, lakes rivers, rivers streams, plants animals, fish wildlife,
		flora fauna, fish game, oil gas, coal gas, coal oil, gas oil, gas electricity, gas power, light heat, heat power, wind solar, solar wind, roads bridges, bridges roads, roads rail, roads railways, road rail, bus rail, buses trains, trains buses, trams buses, buses trams, walking cycling, cycling walking, pavements cycleways, streets squares, terms conditions, pay conditions,
		wages conditions, hours conditions, wages salaries, wage salary, profit loss, rules regulations, laws regulations, fees charges, taxes fees, taxes duties, rights freedoms, rights liberties, rights responsibilities, freedom democracy, peace security, safety security, security defence, security defense, checks balances, search rescue, supply demand, costs benefits, knowledge skills,
		skills training, education training, training apprenticeships, reading writing, reading math, reading maths, maths science, math science, schools colleges, colleges universities, universities colleges, schools universities, nurseries schools, towns cities, cities towns, towns villages, cities counties, streets roads, house home, homes flats, houses flats, houses apartments, bed breakfast, alcohol tobacco,
		tobacco alcohol, drugs alcohol, alcohol drugs, guns ammunition, arms ammunition, time money, import export, imports exports, exports imports, repair maintenance, maintenance repair, care support, advice support, help advice, housing homelessness, drink drugs, equality diversity, diversity inclusion, transparency accountability, openness accountability, honesty integrity, hopes dreams, plans policies,
		breakfast lunch, breakfasts lunches, day night, trees hedges, trees shrubs, nuts bolts, bits pieces, salt sugar, sugar salt, hunger thirst, births deaths, marriage divorce, sex gender, race religion, police fire, fire rescue, fire police, fire ambulance, police ambulance, mail parcels, letters parcels, library museum, cars trucks, bags straws, bags bottles, trade investment, sugar tobacco, breaks subsidies, air water, breaks loopholes, libraries museums, museums galleries, museums libraries, theatres museums, equipment supplies, goods services, products services`,
	),
)
/** Undisputed harms: ending two of them is one demand. */
const HARMS = new Set(
	entriesOf(
		`tape, crime, violence, poverty, hunger, homelessness, pollution, noise, waste, fraud, corruption, abuse, neglect, racism, sexism, homophobia, antisemitism, discrimination, prejudice, bias, disease, illness, deaths, death, injuries, injury, accidents, litter, dust, smoke, smog, traffic, congestion, emissions, inequality, inequalities, unemployment, delays, suicide, addiction, overdoses, harassment, bullying,
		stalking, exploitation, trafficking, slavery, disorder, vandalism, theft, burglary, burglaries, loneliness, isolation, stress, obesity, malnutrition, debt, deprivation, segregation, hate, extremism, terrorism, misinformation, disinformation, error, errors, mistakes, risk, risks, danger, dangers, bureaucracy, duplication, cruelty, torture, oppression, deforestation, erosion, flooding, floods, droughts, fires`,
	),
)
/** Last words of complete compound nouns: "income tax and …". */
const HEADS = new Set(
	entriesOf(
		`tax, wage, age, rate, limit, fee, pay, price, cost, benefit, budget, debt, spending, aid, law, act, ban, subsidy, cap, credit, pension, allowance, fund, levy, duty, penalty, tape, income, deficit, immigration, drilling, fracking, mining, logging, fishing, hunting, testing`,
	),
)
const PEOPLE = new Set(
	entriesOf(
		`men, women, girls, boys, children, kids, families, parents, mothers, fathers, students, pupils, patients, residents, tenants, immigrants, migrants, refugees, veterans, pensioners, seniors, elderly, old, young, victims, survivors, citizens, people, homeless, disabled, sick, poor, unemployed, vulnerable, nurses, police, doctors, staff, apprentices, graduates, couples, singles, neighbours, neighbors, businesses,
		companies, firms, banks, farms, communities, households, individuals, adults, teenagers, youth, infants, babies, cyclists, pedestrians, artists, scientists, therapists, pharmacists, dentists, adolescents, minorities, charities, shops, employees, civilians, judges, officials, clerks, guards, midwives, guests, passengers, motorists, households`,
	),
)
const NOT_PEOPLE = new Set(
	entriesOf(
		`powers, numbers, papers, computers, rivers, borders, waters, offers, orders, dangers, centers, shelters, members, barriers, fibers, towers, sewers, meters, boilers, trailers, chargers, transfers, covers, corners, quarters, headquarters, fires, acres, wires, tires, theaters, chambers, ladders, dollars, others, flowers, bunkers, routers, pipers`,
	),
)

interface Part {
	readonly words: readonly string[]
	readonly determined: boolean
	readonly start: number
	readonly end: number
}

const isPeople = (word: string): boolean =>
	PEOPLE.has(word) || (/[^aeiou]?(?:ers|ors)$/u.test(word) && !NOT_PEOPLE.has(word))

const headOf = ({ words }: Part): string => {
	const of = words.indexOf('of')
	return (of > 0 ? words[of - 1] : words.at(-1)) ?? ''
}

const isPlural = (word: string): boolean => /[^su]s$/u.test(word) || /(?:ing)$/u.test(word)

/**
 * True if the left conjunct is complete and does not share the head of the right one, as in "oil and gas subsidies".
 */
const isWhole = (left: Part, right: Part): boolean => {
	const head = headOf(left)
	if (isPlural(head) || right.words.length === 1 || left.words.includes('of')) return true
	if (right.determined && left.determined) return true
	return left.words.length > 1 && HEADS.has(head)
}

const topicOf = (part: Part): string | null => {
	const [first, second] = Object.entries(topicsOf(part.words.join(' '))).toSorted(
		([, a], [, b]) => b - a,
	)
	return first && first[1] >= 1.5 && first[1] > (second?.[1] ?? 0) ? first[0] : null
}

const isPair = (one: string, other: string): boolean =>
	PAIRS.has(`${one} ${other}`) || PAIRS.has(`${other} ${one}`)

const areOne = (left: Part, right: Part): boolean => {
	const [one, other] = [headOf(left), headOf(right)]
	if (one === '' || other === '' || (one === other && left.words.length === 1)) return true
	const sharesPair = right.words.length > 1 && isPair(left.words.at(-1) ?? '', right.words[0] ?? '')
	return (
		!isWhole(left, right) ||
		isPair(one, other) ||
		sharesPair ||
		(isPeople(one) && isPeople(other)) ||
		(HARMS.has(one) && HARMS.has(other))
	)
}

const areTwo = (left: Part, right: Part, verb: string, both: boolean): boolean => {
	if (areOne(left, right)) return false
	if (
		both ||
		right.determined ||
		DECIDES.has(verb) ||
		DECIDES.has(baseOf(verb, 'participle') ?? '')
	)
		return true
	const [topic, second] = [topicOf(left), topicOf(right)]
	return topic !== null && second !== null && topic !== second
}

const partOf = (tokens: readonly Token[]): Part | null => {
	const from = tokens.findIndex(({ word }) => !DETERMINERS.has(word))
	const [first, last] = [tokens[0], tokens.at(-1)]
	if (from < 0 || !first || !last) return null
	const words = tokens.slice(from).map(({ word }) => word)
	const determined = from > 0 && !WEAK.has(first.word)
	return { words, determined, start: first.start, end: last.end }
}

const JOINED = [['as', 'well', 'as'], ['along', 'with'], ['together', 'with'], ['and'], ['plus']]

const joinAt = (tokens: readonly Token[], at: number): number =>
	JOINED.find((words) => words.every((word, index) => tokens[at + index]?.word === word))?.length ??
	0

const partsOf = (text: string, tokens: readonly Token[]): Part[] => {
	const parts: Part[] = []
	let own: Token[] = []
	const close = (): void => {
		const part = partOf(own)
		if (part) parts.push(part)
		own = []
	}
	for (let at = 0; at < tokens.length; at++) {
		const token = tokens[at]
		if (!token) break
		const joined = joinAt(tokens, at)
		const gap = text.slice(tokens[at - 1]?.end ?? token.start, token.start)
		if (/[.;:!?()–—]/u.test(gap)) break
		if (joined > 0) {
			close()
			at += joined - 1
			continue
		}
		if (ENDS.has(token.word)) break
		// A comma separates list items if an "and" follows before the object ends.
		if (gap.includes(',')) close()
		own.push(token)
	}
	close()
	return parts
}

/** True for "the rights of workers and the elderly": the right part shares the "of", unless it has its own. */
const sharesOf = (left: Part, right: Part): boolean =>
	left.words.includes('of') && !(right.determined && right.words.includes('of'))

const secondObjects = (text: string, tokens: readonly Token[], verb: string): Span[] => {
	const both = tokens[0]?.word === 'both'
	const parts = partsOf(text, both ? tokens.slice(1) : tokens)
	return parts.flatMap((right, index) => {
		const left = parts[index - 1]
		if (!left || left.words.length > 6 || right.words.length > 6) return []
		if (isDeed(right.words[0] ?? '') && right.words.length > 1) return []
		// For example "nurses’ and teachers’ pay".
		if (/['’]s?$/u.test(text.slice(left.start, left.end + 1).trimEnd())) return []
		if (sharesOf(left, right) || !areTwo(left, right, verb, both)) return []
		return [{ start: left.start, end: right.end }]
	})
}

/** Finds second subjects of a passive: "Taxes and spending should be cut". */
const secondSubjects = (text: string, tokens: readonly Token[]): Span[] => {
	const at = tokens.findIndex(({ word }) => HELPERS.has(word))
	if (at < 3 || tokens[at + 1]?.word !== 'be') return []
	const done = tokens.slice(at + 2).find(({ word }) => !ADVERBS.has(word))?.word ?? ''
	const before = tokens.slice(0, at)
	if (before.some(({ word }) => ENDS.has(word))) return []
	return secondObjects(text, before, done)
}

const beginsWithDeed = (text: string, tokens: readonly Token[], at: number, first: number) => {
	const [here, next] = [tokens[at], tokens[at + 1]]
	if (!here || !next || at <= first + 1) return false
	const gap = text.slice(tokens[at - 1]?.end, here.start)
	const begins = /[.;!]\s/u.test(gap) || (gap.includes(',') && first === 0)
	return begins && isDeed(here.word) && !NOT_VERBS.has(next.word)
}

const joinsDeed = (tokens: readonly Token[], at: number, first: number): boolean => {
	const [here, next, behind] = [tokens[at], tokens[at + 1], tokens[at + 2]]
	if (!here || !next || !behind || at <= first + 1 || NOT_VERBS.has(behind.word)) return false
	if (!['and', 'or', 'while'].includes(here.word)) return false
	if (isPair(tokens[at - 1]?.word ?? '', next.word) || ADJECTIVES.has(next.word)) return false
	return HELPERS.has(next.word) || isDeed(next.word)
}

const secondVerbs = (text: string, tokens: readonly Token[], first: number): Span[] =>
	tokens.flatMap(({ start }, at) => {
		const isSecond = beginsWithDeed(text, tokens, at, first) || joinsDeed(tokens, at, first)
		return isSecond ? [{ start, end: tokens[at + 1]?.end ?? text.length }] : []
	})

/**
 * Finds further demands in a statement, on which a voter may disagree: a second verb, or a second object of its verb.
 * Ordinary pairs ("health and safety"), people, and nouns with a shared head ("oil and gas subsidies") count as one.
 */
export const secondDemands = (text: string, tokens: readonly Token[]): Span[] => {
	const first = tokens.findIndex(({ word }) => isDeed(word) || word === 'should' || word === 'must')
	if (first < 0) return []
	const helped = HELPERS.has(tokens[first]?.word ?? '')
	const skipped = helped
		? tokens.slice(first + 1).findIndex(({ word }) => !ADVERBS.has(word)) + first + 1
		: first
	const verb = tokens[skipped]?.word ?? ''
	const led = tokens[skipped + 1]?.word === PREPOSITIONS.get(verb) ? 2 : 1
	const objects = isDeed(verb) ? secondObjects(text, tokens.slice(skipped + led), verb) : []
	return [...secondVerbs(text, tokens, first), ...objects, ...secondSubjects(text, tokens)]
}
