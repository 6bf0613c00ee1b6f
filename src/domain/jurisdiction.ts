import type { Jurisdiction } from './types.ts'

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

const NAMES: Readonly<Record<keyof Place, string>> = {
	state: 'State',
	county: 'County',
	city: 'City',
	zipCode: 'ZIP code',
}

/** Everything that is missing from a place for its jurisdiction, one message a field; empty when it is complete. */
export const placeProblems = (
	jurisdiction: Jurisdiction,
	place: Place,
): { readonly path: keyof Place; readonly message: string }[] =>
	NEEDS[jurisdiction]
		.filter((field) => !place[field]?.trim())
		.map((path) => ({
			path,
			message: `${NAMES[path]} is required for ${JURISDICTION_LABELS[jurisdiction]} elections`,
		}))

/** The place of an election in words ("Austin, Texas"), or the empty string for a federal one. */
export const placeText = (place: Place): string =>
	[place.city, place.county, place.state, place.zipCode].filter((part) => part?.trim()).join(', ')

export interface Searchable extends Place {
	readonly name: string
	readonly jurisdiction: Jurisdiction
}

const fold = (text: string): string =>
	text
		.normalize('NFD')
		.replace(/\p{Diacritic}/gu, '')
		.toLowerCase()

/** Whether every word of `query` occurs in the election's name, jurisdiction, state, city or county. Case and accents do not matter. */
export const matchesSearch = (election: Searchable, query: string): boolean => {
	const words = fold(query).split(/\s+/).filter(Boolean)
	const label = JURISDICTION_LABELS[election.jurisdiction]
	const text = fold(
		[election.name, election.jurisdiction, label, election.state, election.city, election.county]
			.filter(Boolean)
			.join(' '),
	)
	return words.every((word) => text.includes(word))
}
