import type { Jurisdiction } from './types.ts'

/** Postal codes of the 50 states of the USA and the District of Columbia, by name. */
const CODES = {
	Alabama: 'AL',
	Alaska: 'AK',
	Arizona: 'AZ',
	Arkansas: 'AR',
	California: 'CA',
	Colorado: 'CO',
	Connecticut: 'CT',
	Delaware: 'DE',
	'District of Columbia': 'DC',
	Florida: 'FL',
	Georgia: 'GA',
	Hawaii: 'HI',
	Idaho: 'ID',
	Illinois: 'IL',
	Indiana: 'IN',
	Iowa: 'IA',
	Kansas: 'KS',
	Kentucky: 'KY',
	Louisiana: 'LA',
	Maine: 'ME',
	Maryland: 'MD',
	Massachusetts: 'MA',
	Michigan: 'MI',
	Minnesota: 'MN',
	Mississippi: 'MS',
	Missouri: 'MO',
	Montana: 'MT',
	Nebraska: 'NE',
	Nevada: 'NV',
	'New Hampshire': 'NH',
	'New Jersey': 'NJ',
	'New Mexico': 'NM',
	'New York': 'NY',
	'North Carolina': 'NC',
	'North Dakota': 'ND',
	Ohio: 'OH',
	Oklahoma: 'OK',
	Oregon: 'OR',
	Pennsylvania: 'PA',
	'Rhode Island': 'RI',
	'South Carolina': 'SC',
	'South Dakota': 'SD',
	Tennessee: 'TN',
	Texas: 'TX',
	Utah: 'UT',
	Vermont: 'VT',
	Virginia: 'VA',
	Washington: 'WA',
	'West Virginia': 'WV',
	Wisconsin: 'WI',
	Wyoming: 'WY',
} as const

/** The 50 states of the USA and the District of Columbia, by name. */
export const STATES = Object.keys(CODES) as (keyof typeof CODES)[]

const OTHER_FORM = new Map(
	Object.entries(CODES).flatMap(([name, code]) => [
		[name.toLowerCase(), code],
		[code.toLowerCase(), name],
	]),
)

/** A state's name or postal code as it is written, in any case; null for anything else. */
export const knownState = (text: string): string | null => {
	const other = otherStateForm(text)
	return other === null ? null : otherStateForm(other)
}

/** The postal code of a state's name, or the name of its code, in any case; null for anything else. */
export const otherStateForm = (text: string): string | null =>
	OTHER_FORM.get(text.trim().toLowerCase()) ?? null

export const JURISDICTION_LABELS: Readonly<Record<Jurisdiction, string>> = {
	FEDERAL: 'Federal',
	STATE: 'State',
	COUNTY: 'County',
	CITY: 'City',
	ZIP: 'ZIP Code',
}

export interface Place {
	readonly state?: string | null
	readonly county?: string | null
	readonly city?: string | null
	readonly zipCode?: string | null
}

/** What each jurisdiction needs: federal nothing, state its state, county and city theirs and the state, ZIP its code. */
const NEEDS: Readonly<Record<Jurisdiction, readonly (keyof Place)[]>> = {
	FEDERAL: [],
	STATE: ['state'],
	COUNTY: ['state', 'county'],
	CITY: ['city', 'state'],
	ZIP: ['zipCode'],
}

/** The fields of a place that an election of a jurisdiction needs. */
export const placeNeeds = (jurisdiction: Jurisdiction): readonly (keyof Place)[] =>
	NEEDS[jurisdiction]

const NAMES: Readonly<Record<keyof Place, string>> = {
	state: 'State',
	county: 'County',
	city: 'City',
	zipCode: 'ZIP code',
}

const ZIP_CODE = /^\d{5}(?:-\d{4})?$/

/** Describes what is wrong with a field of a place; null if nothing is. */
const malformed = (path: keyof Place, text: string): string | null => {
	if (path === 'state' && knownState(text) === null) {
		return 'State must be a U.S. state or the District of Columbia, by name or postal code'
	}
	if (path === 'zipCode' && !ZIP_CODE.test(text)) {
		return 'ZIP code must have 5 digits, as in 62704 or 62704-1234'
	}
	return null
}

/** Everything that is missing from a place for its jurisdiction or malformed, one message a field; empty when it is right. */
export const placeProblems = (
	jurisdiction: Jurisdiction,
	place: Place,
): { readonly path: keyof Place; readonly message: string }[] => {
	const label = JURISDICTION_LABELS[jurisdiction]
	const fields: readonly (keyof Place)[] = ['city', 'state', 'county', 'zipCode']
	return fields.flatMap((path) => {
		const text = place[path]?.trim()
		if (text) {
			const message = malformed(path, text)
			return message === null ? [] : [{ path, message }]
		}
		const message = `${NAMES[path]} is required for ${label} elections`
		return NEEDS[jurisdiction].includes(path) ? [{ path, message }] : []
	})
}

/** The place of an election in words ("Austin, Texas"), or the empty string for a federal one. */
export const placeText = (place: Place): string =>
	[place.city, place.county, place.state, place.zipCode].filter((part) => part?.trim()).join(', ')

export interface Searchable extends Place {
	readonly name: string
	readonly jurisdiction: Jurisdiction
}

/** A text as searches compare it: case and accents do not matter. */
export const fold = (text: string): string =>
	text
		.normalize('NFD')
		.replace(/\p{Diacritic}/gu, '')
		.toLowerCase()

/**
 * Text that a search looks through: everything that an election's card shows, and its state by name and by postal code.
 * Folding takes longer than searching, so make it once per election.
 * @param shown what else the card shows, such as the day in words, in the language of the page.
 */
export const searchTextOf = (election: Searchable, ...shown: readonly string[]): string => {
	const { name, jurisdiction, state, city, county, zipCode } = election
	const stateForms = [state, state ? otherStateForm(state) : null]
	const label = JURISDICTION_LABELS[jurisdiction]
	const parts = [name, jurisdiction, label, ...shown, ...stateForms, city, county, zipCode]
	return fold(parts.filter(Boolean).join(' '))
}

/** Reads a query. @returns whether every word of it occurs in a text of {@link searchTextOf}. */
export const matchesSearch = (query: string): ((text: string) => boolean) => {
	const words = fold(query).split(/\s+/).filter(Boolean)
	return (text) => words.every((word) => text.includes(word))
}

/** Whether a query goes on where an earlier one ended: what does not match that does not match this. */
export const narrowsSearch = (query: string, earlier: string): boolean =>
	fold(query).startsWith(fold(earlier))

interface Dated {
	/** YYYY-MM-DD, which sorts as it is. */
	readonly electionDate: string
}

/** Whether an election's day is before `today` (YYYY-MM-DD); never where the day is not known (null). */
export const isPast = ({ electionDate }: Dated, today: string | null): boolean =>
	today !== null && electionDate < today

/** Compares elections by day: the next one first, past ones last with the latest of them first. */
export const nextFirst =
	(today: string | null) =>
	(a: Dated, b: Dated): number => {
		const [first, second] = [a.electionDate, b.electionDate]
		if (first === second) return 0
		const past = isPast(a, today)
		if (past !== isPast(b, today)) return past ? 1 : -1
		return first < second === past ? 1 : -1
	}
