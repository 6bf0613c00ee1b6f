import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
	JURISDICTION_LABELS,
	matchesSearch,
	type Place,
	placeProblems,
	placeText,
	type Searchable,
	searchTextOf,
} from '#domain/jurisdiction.ts'
import { JURISDICTIONS, type Jurisdiction } from '#domain/types.ts'

const missing = (jurisdiction: Jurisdiction, place: Place): string[] =>
	placeProblems(jurisdiction, place).map((each) => each.path)

describe('the labels of jurisdictions', () => {
	it('are as specified', () => {
		expect(JURISDICTION_LABELS).toEqual({
			FEDERAL: 'Federal',
			STATE: 'State',
			COUNTY: 'County',
			CITY: 'City',
			ZIP: 'ZIP Code',
		})
	})
})

describe('placeProblems', () => {
	it.each<[Jurisdiction, (keyof Place)[]]>([
		['FEDERAL', []],
		['STATE', ['state']],
		['COUNTY', ['state', 'county']],
		['CITY', ['city', 'state']],
		['ZIP', ['zipCode']],
	])('of a %s election without a place are %j, as specified', (jurisdiction, fields) => {
		expect(missing(jurisdiction, {})).toEqual(fields)
	})

	it('count a blank field as missing, because a space is no place', () => {
		expect(missing('CITY', { city: ' ', state: '\t' })).toEqual(['city', 'state'])
		expect(missing('CITY', { city: 'Austin', state: null })).toEqual(['state'])
	})

	it('are none when the place is complete, whatever else is given', () => {
		const place = { state: 'Texas', county: 'Travis', city: 'Austin', zipCode: '78701' }
		for (const jurisdiction of JURISDICTIONS) expect(missing(jurisdiction, place)).toEqual([])
	})

	it('say which field which kind of election needs', () => {
		expect(placeProblems('ZIP', {})).toEqual([
			{ path: 'zipCode', message: 'ZIP code is required for ZIP Code elections' },
		])
		expect(placeProblems('COUNTY', { state: 'Texas' })).toEqual([
			{ path: 'county', message: 'County is required for County elections' },
		])
	})
})

describe('placeText', () => {
	it('goes from the small to the large and leaves out what is missing', () => {
		expect(placeText({ state: 'Texas', city: 'Austin' })).toBe('Austin, Texas')
		expect(placeText({ state: 'Texas', county: 'Travis', city: ' ' })).toBe('Travis, Texas')
		expect(placeText({ zipCode: '78701' })).toBe('78701')
		expect(placeText({ state: null })).toBe('')
	})
})

const finds = (election: Searchable, query: string, label?: string): boolean =>
	matchesSearch(query)(searchTextOf(election, label))

describe('a search', () => {
	const election = {
		name: 'Mayor of São Paulo',
		jurisdiction: 'ZIP',
		state: 'Texas',
		county: 'Travis',
		city: 'Austin',
		zipCode: '78701',
	} as const

	it.each([
		['mayor', 'a part of the name'],
		['SAO', 'without its accent and in capitals'],
		['sa\u0303o', 'with a combining accent'],
		['zip', 'its jurisdiction'],
		['zip code', "its jurisdiction's label"],
		['texas', 'its state'],
		['travis', 'its county'],
		['aust', 'the beginning of its city'],
		['paulo austin', 'words of different fields'],
		['  texas  ', 'spaces around'],
		['', 'nothing, which everything matches'],
		['   ', 'blanks, which are nothing'],
	])('finds an election by %j: %s', (query) => {
		expect(finds(election, query)).toBe(true)
	})

	it.each([
		['ohio', 'another state'],
		['austin ohio', 'one word matches, the other does not'],
		['78701', 'the ZIP code, which the specification does not search'],
		['null', 'a missing field is no text'],
	])('does not find it by %j: %s', (query) => {
		expect(finds({ ...election, county: null }, query)).toBe(false)
	})

	it('finds it also by what its jurisdiction is called in the language of the page', () => {
		expect(finds(election, 'codigo postal', 'Código postal')).toBe(true)
		expect(finds(election, 'codigo postal')).toBe(false)
	})

	it('finds every election by its own name', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: 'grapheme' }),
				fc.constantFrom(...JURISDICTIONS),
				(name, jurisdiction) => {
					expect(finds({ name, jurisdiction }, name)).toBe(true)
				},
			),
		)
	})
})
