import { locale } from '#web/texts/language.ts'

const DAY = new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' })
const MOMENT = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
const THIS_YEAR = new Intl.DateTimeFormat(locale(), MOMENT)
const ANY_YEAR = new Intl.DateTimeFormat(locale(), { ...MOMENT, year: 'numeric' })
const MOMENT_DAY = new Intl.DateTimeFormat(locale(), { dateStyle: 'long' })

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

/** A moment (ms since 1970) to the minute, in the reader's own time zone: "Nov 21, 2:05 PM". The year only where it is another one than `now`'s. */
export const minuteText = (moment: number, now: number): string => {
	const date = new Date(moment)
	const format = date.getFullYear() === new Date(now).getFullYear() ? THIS_YEAR : ANY_YEAR
	return format.format(date)
}
