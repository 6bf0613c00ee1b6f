const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const MOMENT_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** A calendar day (YYYY-MM-DD) in words: "November 5, 1912". The same day everywhere. */
export const dayText = (day: string): string => {
	const date = new Date(`${day}T00:00:00Z`)
	return Number.isNaN(date.getTime()) ? day : DAY.format(date)
}

/** The day of a moment (ISO 8601), in words and in the reader's own time zone; null where there is none. */
export const momentText = (moment: string | null): string | null => {
	if (moment === null) return null
	const date = new Date(moment)
	return Number.isNaN(date.getTime()) ? null : MOMENT_DAY.format(date)
}
