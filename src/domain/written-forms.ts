/** Formats a number with one decimal, rounded half up. `toFixed` rounds the binary value: 6.85 would become 6.8. */
export const oneDecimal = (value: number): string =>
	(Math.round(Number(`${Number(value.toPrecision(12))}e1`)) / 10).toFixed(1)

export const DATE_ORDERS = ['MDY', 'DMY'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

const YEAR_FIRST = /^(\d{4})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{1,2})\.?$/
const YEAR_LAST = /^(\d{1,2})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{4})$/
const MONTHS = 12

const iso = (year: string, month: number, day: number): string =>
	`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/**
 * Parses a date in the format of a spreadsheet of any country.
 * @returns the ISO date; null if day and month are ambiguous; the text itself if it is no date.
 */
export const readDay = (text: string, order: DateOrder | null): string | null => {
	const [, year, , month, day] = YEAR_FIRST.exec(text) ?? []
	if (year !== undefined) return iso(year, Number(month), Number(day))
	const [, first, , second, last] = YEAR_LAST.exec(text) ?? []
	if (last === undefined) return text
	const [a, b] = [Number(first), Number(second)]
	if (a === b || b > MONTHS) return iso(last, a, b)
	if (a > MONTHS) return iso(last, b, a)
	if (order === null) return null
	return order === 'MDY' ? iso(last, a, b) : iso(last, b, a)
}

/** Turns a name into part of a file name: letters and digits of any script, hyphens between words. */
export const fileSlug = (name: string): string =>
	name
		.normalize('NFD')
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.trim()
		.toLowerCase()
		.replace(/[\s_-]+/g, '-')
		.slice(0, 60)
