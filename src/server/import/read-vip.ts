import { groupBy } from '../util.ts'
import { addCandidate, addElection, type Cells, type Reading, refusalOf } from './drafts.ts'
import type { SourceFile } from './parse.ts'
import { type Element, parseXml } from './read-xml.ts'
import { addressOf } from './statements.ts'

/** Reads feeds of the Voting Information Project (5.2, 6.0): each contest of candidates becomes an election. */

const childrenOf = ({ children }: Element, name: string): readonly Element[] =>
	children.filter((child) => child.name === name)

const childOf = (element: Element | undefined, ...path: readonly string[]): Element | undefined =>
	path.reduce<Element | undefined>(
		(at, name) => at?.children.find((child) => child.name === name),
		element,
	)

const tidy = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()

/** Text of a child: English, else the first language. */
const textOf = (element: Element | undefined, name: string): string => {
	const child = childOf(element, name)
	if (child === undefined) return ''
	const texts = childrenOf(child, 'Text')
	const found = texts.find(({ attributes }) => attributes.language === 'en') ?? texts[0]
	return tidy((found ?? child).text)
}

type Feed = ReadonlyMap<string, Element>

const idsIn = (element: Element, ...names: readonly string[]): string[] =>
	names.flatMap((name) => textOf(element, name).split(' ')).filter((id) => id !== '')

const partyOf = (feed: Feed, ...ids: readonly string[]): string =>
	ids.map((id) => textOf(feed.get(id), 'Name')).find((name) => name !== '') ?? ''

const personName = (person: Element | undefined): string =>
	textOf(person, 'FullName') ||
	['FirstName', 'MiddleName', 'LastName', 'Suffix']
		.map((part) => textOf(person, part))
		.filter((part) => part !== '')
		.join(' ')

/** Uses the address without an annotation, which names social networks. */
const websiteOf = (candidate: Element): string | undefined => {
	const contact = childOf(candidate, 'ContactInformation')
	const plain =
		contact && childrenOf(contact, 'Uri').find(({ attributes }) => !attributes.annotation)
	return addressOf(tidy(plain?.text)).url
}

/** A ticket of several people is one candidate. */
const candidateOf = (feed: Feed, selection: Element): Cells | null => {
	const people = idsIn(selection, 'CandidateIds', 'CandidateId').flatMap((id) => feed.get(id) ?? [])
	const [first] = people
	if (first === undefined) return null
	const names = people.map(
		(one) => textOf(one, 'BallotName') || personName(feed.get(textOf(one, 'PersonId'))),
	)
	const person = feed.get(textOf(first, 'PersonId'))
	const party = partyOf(
		feed,
		...idsIn(selection, 'EndorsementPartyIds'),
		textOf(first, 'PartyId'),
		textOf(person, 'PartyId'),
	)
	const website = websiteOf(first)
	return {
		name: names.join(' and '),
		...(party !== '' && { party }),
		...(website !== undefined && { website }),
	}
}

const STATE_TYPES = new Set(['state', 'statewide', 'state-house', 'state-senate'])
const CITY_TYPES = new Set([
	'city',
	'city-council',
	'municipality',
	'town',
	'township',
	'village',
	'borough',
	'ward',
])
const FEDERAL_TYPES = new Set(['congressional', 'country', 'national'])

const placeOf = (
	type: string,
	district: string,
	state: string,
): { readonly place: Cells; readonly note?: string } => {
	const inState = state === '' ? {} : { state }
	if (FEDERAL_TYPES.has(type)) return { place: { jurisdiction: 'FEDERAL' } }
	if (CITY_TYPES.has(type)) return { place: { jurisdiction: 'CITY', city: district, ...inState } }
	if (type === 'county') return { place: { jurisdiction: 'COUNTY', county: district, ...inState } }
	const place = { jurisdiction: 'STATE', ...inState }
	if (STATE_TYPES.has(type)) return { place }
	return {
		place,
		note: `imported as STATE because its district ${district} has type ${type || 'unknown'}`,
	}
}

interface Contest {
	readonly element: Element
	readonly name: string
	readonly district: string
	readonly record: Cells
	readonly note?: string
}

const contestOf = (feed: Feed, elections: readonly Element[], element: Element): Contest => {
	const [only] = elections.length === 1 ? elections : []
	const election = feed.get(textOf(element, 'ElectionId')) ?? only
	const area = feed.get(textOf(element, 'ElectoralDistrictId'))
	const district = textOf(area, 'Name')
	const state = textOf(feed.get(textOf(election, 'StateId')), 'Name')
	const { place, note } = placeOf(textOf(area, 'Type'), district, state)
	const name = textOf(element, 'BallotTitle') || textOf(element, 'Name')
	const electionDate = textOf(election, 'Date').slice(0, 10) || undefined
	return { element, name, district, record: { electionDate, ...place }, ...(note && { note }) }
}

const selectionsOf = (feed: Feed, contest: Element): readonly Element[] => [
	...childrenOf(contest, 'CandidateSelection'),
	...idsIn(contest, 'BallotSelectionIds').flatMap((id) => feed.get(id) ?? []),
]

const addContest = (
	reading: Reading,
	file: string,
	feed: Feed,
	{ element, name, district, record, note }: Contest,
	isRepeated: boolean,
): void => {
	const placeAt = ({ line, attributes }: Element) => ({ file, line, path: attributes.id ?? '' })
	if (!reading.take(placeAt(element), 'election')) return
	const called = isRepeated && district !== '' ? `${name} (${district})` : name
	const extra = note === undefined ? {} : { note }
	const election = addElection(reading, { name: called, ...record }, placeAt(element), {
		matched: true,
		...extra,
	})
	for (const selection of selectionsOf(feed, element)) {
		const candidate = candidateOf(feed, selection)
		const place = placeAt(selection)
		if (candidate === null) {
			const message = `Left out: a choice in ${called} without a candidate`
			reading.notes.push({ file, line: place.line, message })
			continue
		}
		if (!reading.take(place, 'candidate')) return
		addCandidate(reading, election, candidate, place, { matched: true })
	}
}

const OTHER_CONTESTS = ['BallotMeasureContest', 'RetentionContest', 'PartyContest']

const readFeed = (reading: Reading, file: string, root: Element): void => {
	const feed: Feed = new Map(
		root.children.flatMap((element) => {
			const id = element.attributes.id
			return id === undefined ? [] : [[id, element] as const]
		}),
	)
	const elections = childrenOf(root, 'Election')
	const contests = childrenOf(root, 'CandidateContest').map((element) =>
		contestOf(feed, elections, element),
	)
	const named = groupBy(contests, ({ name, record }) => `${record.electionDate} ${name}`)
	for (const alike of named.values()) {
		for (const contest of alike) addContest(reading, file, feed, contest, alike.length > 1)
	}
	for (const { name, line, ...element } of root.children) {
		if (!OTHER_CONTESTS.includes(name)) continue
		const title = textOf({ name, line, ...element }, 'Name')
		const message = `Left out: ${title}, which is not a contest between candidates`
		reading.notes.push({ file, line, message })
	}
}

export const readVip = (reading: Reading, { name, text }: SourceFile): void => {
	const root = parseXml(text)
	const reason =
		typeof root === 'string' ? root : root.name === 'VipObject' ? null : 'is not a VIP feed'
	if (reason === null && typeof root !== 'string') readFeed(reading, name, root)
	else {
		const place = { file: name, path: '', line: 1 }
		reading.refused.push(refusalOf({ place, name: '' }, 'file', reason ?? ''))
	}
}
