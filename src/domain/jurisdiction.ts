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

/** The fields of a place that an election of a jurisdiction needs. */
export const placeNeeds = (jurisdiction: Jurisdiction): readonly (keyof Place)[] =>
	NEEDS[jurisdiction]

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

/** A text as searches compare it: case and accents do not matter. */
export const fold = (text: string): string =>
	text
		.normalize('NFD')
		.replace(/\p{Diacritic}/gu, '')
		.toLowerCase()

/**
 * What a search looks through: the election's name, jurisdiction, state, city and county. Case and accents do not matter.
 * It takes longer than the search itself, so it is made once an election.
 * @param label what the jurisdiction is called where it is read, besides what it is called here.
 */
export const searchTextOf = (election: Searchable, label = ''): string => {
	const { name, jurisdiction, state, city, county } = election
	const parts = [name, jurisdiction, JURISDICTION_LABELS[jurisdiction], label, state, city, county]
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
