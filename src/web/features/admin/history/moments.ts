import { locale } from '#web/texts/language.ts'

const WHOLE = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' })
const RELATIVE = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })

const STEPS = [
	['year', 31_536_000],
	['month', 2_592_000],
	['week', 604_800],
	['day', 86_400],
	['hour', 3600],
	['minute', 60],
	['second', 1],
] as const

/** A moment (ISO 8601) in the reader's own time zone: "Nov 22, 2026, 10:05 AM". What is no moment stays as it is. */
export const wholeMoment = (moment: string): string => {
	const date = new Date(moment)
	return Number.isNaN(date.getTime()) ? moment : WHOLE.format(date)
}

/** How long ago a moment was: "5 minutes ago". Null for what is no moment. @param now ms since 1970. */
export const agoText = (moment: string, now: number): string | null => {
	const time = Date.parse(moment)
	if (Number.isNaN(time)) return null
	// Clocks differ: what the server has just done was not done in a while.
	const seconds = Math.min(0, Math.round((time - now) / 1000))
	const [unit, size] = STEPS.find(([, length]) => -seconds >= length) ?? ['second', 1]
	return RELATIVE.format(Math.ceil(seconds / size), unit)
}
