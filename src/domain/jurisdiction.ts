import type { Jurisdiction } from './types.ts'

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

export const STATES = Object.keys(CODES) as (keyof typeof CODES)[]

const OTHER_FORM = new Map(
	Object.entries(CODES).flatMap(([name, code]) => [
		[name.toLowerCase(), code],
		[code.toLowerCase(), name],
	]),
)

/** Normalizes the case of a state's name or postal code; null if unknown. */
export const knownState = (text: string): string | null => {
	const other = otherStateForm(text)
	return other === null ? null : otherStateForm(other)
}

/** Converts a state's name to its postal code and vice versa, ignoring case; null if unknown. */
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

const NEEDS: Readonly<Record<Jurisdiction, readonly (keyof Place)[]>> = {
	FEDERAL: [],
	STATE: ['state'],
	COUNTY: ['state', 'county'],
	CITY: ['city', 'state'],
	ZIP: ['zipCode'],
}

export const placeNeeds = (jurisdiction: Jurisdiction): readonly (keyof Place)[] =>
	NEEDS[jurisdiction]

const NAMES: Readonly<Record<keyof Place, string>> = {
	state: 'State',
	county: 'County',
	city: 'City',
	zipCode: 'ZIP code',
}

const ZIP_CODE = /^\d{5}(?:-\d{4})?$/

const malformed = (path: keyof Place, text: string): string | null => {
	if (path === 'state' && knownState(text) === null) {
		return 'State must be a U.S. state or the District of Columbia, by name or postal code'
	}
	if (path === 'zipCode' && !ZIP_CODE.test(text)) {
		return 'ZIP code must have 5 digits, as in 62704 or 62704-1234'
	}
	return null
}

/** Validates a place: one message per missing or malformed field. */
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

/** Place of an election as text ("Austin, Texas"); empty for federal elections. */
export const placeText = (place: Place): string =>
	[place.city, place.county, place.state, place.zipCode].filter((part) => part?.trim()).join(', ')

export interface Searchable extends Place {
	readonly name: string
	readonly jurisdiction: Jurisdiction
}

/** Folds case and accents for searching. */
export const fold = (text: string): string =>
	text
		.normalize('NFD')
		.replace(/\p{Diacritic}/gu, '')
		.toLowerCase()

/**
 * Folded text to search in: an election's card, plus the state's name and postal code. Compute it once per election:
 * folding costs more than searching. @param shown localized texts of the card, such as the date.
 */
export const searchTextOf = (election: Searchable, ...shown: readonly string[]): string => {
	const { name, jurisdiction, state, city, county, zipCode } = election
	const stateForms = [state, state ? otherStateForm(state) : null]
	const label = JURISDICTION_LABELS[jurisdiction]
	const parts = [name, jurisdiction, label, ...shown, ...stateForms, city, county, zipCode]
	return fold(parts.filter(Boolean).join(' '))
}

/** Compiles a query. The returned function is true for a {@link searchTextOf} text that contains every word. */
export const matchesSearch = (query: string): ((text: string) => boolean) => {
	const words = fold(query).split(/\s+/).filter(Boolean)
	return (text) => words.every((word) => text.includes(word))
}

/** True if a query extends an earlier one, so that earlier misses cannot match. */
export const narrowsSearch = (query: string, earlier: string): boolean =>
	fold(query).startsWith(fold(earlier))

interface Dated {
	readonly electionDate: string
}

/** True if an election was before `today` (YYYY-MM-DD); false if today is unknown (null). */
export const isPast = ({ electionDate }: Dated, today: string | null): boolean =>
	today !== null && electionDate < today

/** Sorts upcoming elections first, soonest first, then past ones, latest first. */
export const nextFirst =
	(today: string | null) =>
	(a: Dated, b: Dated): number => {
		const [first, second] = [a.electionDate, b.electionDate]
		if (first === second) return 0
		const past = isPast(a, today)
		if (past !== isPast(b, today)) return past ? 1 : -1
		return first < second === past ? 1 : -1
	}
