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
