import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
	isPast,
	JURISDICTION_LABELS,
	matchesSearch,
	nextFirst,
	type Place,
	placeProblems,
	placeText,
	type Searchable,
	searchTextOf,
} from '#domain/jurisdiction.ts'
import { JURISDICTIONS, type Jurisdiction } from '#domain/types.ts'

const missing = (jurisdiction: Jurisdiction, place: Place): string[] =>
	placeProblems(jurisdiction, place).map((each) => each.path)

describe('jurisdiction labels', () => {
	it('match the labels of the specification', () => {
		expect(JURISDICTION_LABELS).toEqual({
			FEDERAL: 'Federal',
			STATE: 'State',
			COUNTY: 'County',
			CITY: 'City',
			ZIP: 'ZIP Code',
		})
	})
})

describe('form of a place', () => {
	it.each([
		['STATE', { state: 'Texas' }],
		['STATE', { state: 'tx' }],
		['STATE', { state: 'District of Columbia' }],
		['ZIP', { zipCode: '62704' }],
		['ZIP', { zipCode: '62704-1234', state: 'IL' }],
		['FEDERAL', { state: null, zipCode: '' }],
	] as const)('accepts a valid place of a %s election: %j', (jurisdiction, place) => {
		expect(placeProblems(jurisdiction, place)).toEqual([])
	})

	it.each([
		['STATE', { state: 'Bavaria' }, 'state'],
		['STATE', { state: 'T' }, 'state'],
		['FEDERAL', { state: 'Bavaria' }, 'state'],
		['ZIP', { zipCode: '!!' }, 'zipCode'],
		['ZIP', { zipCode: '6270' }, 'zipCode'],
		['ZIP', { zipCode: '627041234' }, 'zipCode'],
		['ZIP', { zipCode: '62704-12' }, 'zipCode'],
		['ZIP', { zipCode: '６２７０４' }, 'zipCode'],
	] as const)(
		'refuses an invalid place of a %s election: %j (%s)',
		(jurisdiction, place, field) => {
			const [problem] = placeProblems(jurisdiction, place)
			expect(problem?.path).toBe(field)
			expect(problem?.message).toMatch(
				field === 'state' ? /^State must be / : /^ZIP code must have /,
			)
		},
	)
})

describe('placeProblems', () => {
	it.each<[Jurisdiction, (keyof Place)[]]>([
		['FEDERAL', []],
		['STATE', ['state']],
		['COUNTY', ['state', 'county']],
		['CITY', ['city', 'state']],
		['ZIP', ['zipCode']],
	])('lists the missing fields of a %s election: %j', (jurisdiction, fields) => {
		expect(missing(jurisdiction, {})).toEqual(fields)
	})

	it('counts blank fields as missing', () => {
		expect(missing('CITY', { city: ' ', state: '\t' })).toEqual(['city', 'state'])
		expect(missing('CITY', { city: 'Austin', state: null })).toEqual(['state'])
	})

	it('returns none for a complete place', () => {
		const place = { state: 'Texas', county: 'Travis', city: 'Austin', zipCode: '78701' }
		for (const jurisdiction of JURISDICTIONS) expect(missing(jurisdiction, place)).toEqual([])
	})

	it('name the field and the kind of election', () => {
		expect(placeProblems('ZIP', {})).toEqual([
			{ path: 'zipCode', message: 'ZIP code is required for ZIP Code elections' },
		])
		expect(placeProblems('COUNTY', { state: 'Texas' })).toEqual([
			{ path: 'county', message: 'County is required for County elections' },
		])
	})
})

describe('placeText', () => {
	it('lists places from small to large without missing ones', () => {
		expect(placeText({ state: 'Texas', city: 'Austin' })).toBe('Austin, Texas')
		expect(placeText({ state: 'Texas', county: 'Travis', city: ' ' })).toBe('Travis, Texas')
		expect(placeText({ zipCode: '78701' })).toBe('78701')
		expect(placeText({ state: null })).toBe('')
	})
})

const finds = (election: Searchable, query: string, ...shown: string[]): boolean =>
	matchesSearch(query)(searchTextOf(election, ...shown))

describe('election search', () => {
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
		['TX', "its state's postal code"],
		['78701', 'its ZIP code'],
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
		['null', 'a missing field is no text'],
	])('does not find it by %j: %s', (query) => {
		expect(finds({ ...election, county: null }, query)).toBe(false)
	})

	it('finds a state by name when the election has a postal code', () => {
		expect(finds({ ...election, state: 'IL' }, 'illinois')).toBe(true)
		expect(finds({ ...election, state: 'il' }, 'illinois')).toBe(true)
		expect(finds({ ...election, state: 'IL' }, 'texas')).toBe(false)
	})

	it('finds an election by the other texts on its card', () => {
		expect(finds(election, 'november 1912', 'ZIP Code', 'November 5, 1912')).toBe(true)
		expect(finds(election, 'november 1912')).toBe(false)
	})

	it('finds the jurisdiction by its label in the page’s language', () => {
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

describe('nextFirst', () => {
	const TODAY = '2026-11-03'
	const sorted = (days: readonly string[]): string[] =>
		days
			.map((electionDate) => ({ electionDate }))
			.sort(nextFirst(TODAY))
			.map(({ electionDate }) => electionDate)

	it('sorts the next election first and past ones last, latest first', () => {
		const days = ['2030-05-01', '2024-11-05', TODAY, '1912-11-05', '2026-11-10']
		expect(sorted(days)).toEqual([TODAY, '2026-11-10', '2030-05-01', '2024-11-05', '1912-11-05'])
	})

	it('treats an election as past from the day after', () => {
		expect(isPast({ electionDate: TODAY }, TODAY)).toBe(false)
		expect(isPast({ electionDate: '2026-11-02' }, TODAY)).toBe(true)
	})
})
