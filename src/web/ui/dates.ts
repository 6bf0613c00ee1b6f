import { locale } from '#web/texts/language.ts'
import { lazily } from './lazily.ts'

/** A format of the page's language. */
const format = (options: Intl.DateTimeFormatOptions) =>
	lazily(() => new Intl.DateTimeFormat(locale(), options))

const day = format({ dateStyle: 'long', timeZone: 'UTC' })
const dayOnly = format({ month: 'long', day: 'numeric', timeZone: 'UTC' })
const MOMENT = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
const thisYear = format(MOMENT)
const anyYear = format({ ...MOMENT, year: 'numeric' })
const momentDay = format({ dateStyle: 'long' })

/** A calendar day (YYYY-MM-DD) in words: "November 5, 1912". The same day everywhere. */
export const dayText = (iso: string): string => {
	const date = new Date(`${iso}T00:00:00Z`)
	return Number.isNaN(date.getTime()) ? iso : day().format(date)
}

/** A calendar day without its year where that is the year of `today`: "December 10". */
export const dayOfYear = (iso: string, today: string): string => {
	const sameYear = iso.slice(0, 4) === today.slice(0, 4)
	return sameYear ? dayOnly().format(new Date(`${iso}T00:00:00Z`)) : dayText(iso)
}

/** The day of a moment (ISO 8601), in words and in the reader's own time zone; null where there is none. */
export const momentText = (moment: string | null): string | null => {
	if (moment === null) return null
	const date = new Date(moment)
	return Number.isNaN(date.getTime()) ? null : momentDay().format(date)
}

/** A moment (ms since 1970) to the minute, in the reader's own time zone: "Nov 21, 2:05 PM". The year only where it is another one than `now`'s. */
export const minuteText = (moment: number, now: number): string => {
	const date = new Date(moment)
	const sameYear = date.getFullYear() === new Date(now).getFullYear()
	return (sameYear ? thisYear() : anyYear()).format(date)
}
