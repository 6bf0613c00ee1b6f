import type { QuizType } from '#domain/types.ts'
import { answers } from '#web/texts/en/elections.ts'
import { locale } from '#web/texts/language.ts'

/** Creates a value on first use. `Intl` formats take milliseconds to create on a phone. */
export const memoize = <Value extends object>(make: () => Value): (() => Value) => {
	let made: Value | null = null
	return () => {
		made ??= make()
		return made
	}
}

const format = (options: Intl.DateTimeFormatOptions) =>
	memoize(() => new Intl.DateTimeFormat(locale(), options))

const day = format({ dateStyle: 'long', timeZone: 'UTC' })
const dayOnly = format({ month: 'long', day: 'numeric', timeZone: 'UTC' })
const MOMENT = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
const thisYear = format(MOMENT)
const anyYear = format({ ...MOMENT, year: 'numeric' })
const momentDay = format({ dateStyle: 'long' })

/** Formats a calendar day (YYYY-MM-DD), independent of time zones: "November 5, 1912". */
export const dayText = (iso: string): string => {
	const date = new Date(`${iso}T00:00:00Z`)
	return Number.isNaN(date.getTime()) ? iso : day().format(date)
}

/** Formats a calendar day, without the year if it is that of `today`: "December 10". */
export const dayOfYear = (iso: string, today: string): string => {
	const sameYear = iso.slice(0, 4) === today.slice(0, 4)
	return sameYear ? dayOnly().format(new Date(`${iso}T00:00:00Z`)) : dayText(iso)
}

/** Formats the day of a moment (ISO 8601) in the user's time zone. Null if invalid. */
export const momentText = (moment: string | null): string | null => {
	if (moment === null) return null
	const date = new Date(moment)
	return Number.isNaN(date.getTime()) ? null : momentDay().format(date)
}

/** Formats a moment (ms since 1970) in the user's time zone: "Nov 21, 2:05 PM". Adds a year that differs from `now`. */
export const minuteText = (moment: number, now: number): string => {
	const date = new Date(moment)
	const sameYear = date.getFullYear() === new Date(now).getFullYear()
	return (sameYear ? thisYear() : anyYear()).format(date)
}

const whenFormat = format({ dateStyle: 'medium', timeStyle: 'short' })
const relative = memoize(() => new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }))

const STEPS = [
	['year', 31_536_000],
	['month', 2_592_000],
	['week', 604_800],
	['day', 86_400],
	['hour', 3600],
	['minute', 60],
	['second', 1],
] as const

/** Formats a moment (ISO 8601) in the user's time zone: "Nov 22, 2026, 10:05 AM". Keeps invalid text. */
export const wholeMoment = (moment: string): string => {
	const date = new Date(moment)
	return Number.isNaN(date.getTime()) ? moment : whenFormat().format(date)
}

/** Formats the age of a moment: "5 minutes ago". Null if invalid. @param now ms since 1970. */
export const agoText = (moment: string, now: number): string | null => {
	const time = Date.parse(moment)
	if (Number.isNaN(time)) return null
	// Clocks differ, so a recent moment may seem to be in the future.
	const seconds = Math.min(0, Math.round((time - now) / 1000))
	const [unit, size] = STEPS.find(([, length]) => -seconds >= length) ?? ['second', 1]
	return relative().format(Math.ceil(seconds / size), unit)
}

const whole = memoize(() => new Intl.NumberFormat(locale(), { maximumFractionDigits: 0 }))

/** Formats a whole number: "10,000". */
export const numberText = (count: number): string => whole().format(count)

const KB = 1024
const MB = KB * KB
const GB = KB * MB
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
const tenths = memoize(() => new Intl.NumberFormat(locale(), ONE_DECIMAL))

/** Formats bytes: "48 KB", "1.2 MB". */
export const sizeText = (bytes: number): string =>
	bytes < MB ? `${Math.max(1, Math.round(bytes / KB))} KB` : `${tenths().format(bytes / MB)} MB`

const tenthsAtMost = memoize(() => new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }))

/** Formats bytes up to GB: "48 KB", "2.1 GB". */
export const roomText = (bytes: number): string =>
	bytes < GB ? sizeText(bytes) : `${tenthsAtMost().format(bytes / GB)} GB`

const percent = memoize(() => new Intl.NumberFormat(locale(), { ...ONE_DECIMAL, style: 'percent' }))

/** Formats a share from 0 to 1: "25.3%". */
export const shareText = (share: number): string => percent().format(share)

/** Formats a difference of shares in percentage points: "1.9". */
export const pointsText = (difference: number): string =>
	tenths().format(Number((100 * difference).toPrecision(12)))

/** Formats a score of 0 to 10 with one decimal, rounded half up. */
export const scoreText = (score: number): string => tenths().format(score)

export const QUIZ_TYPE_LABELS: Readonly<Record<QuizType, string>> = answers.types

export const candidatesText = (count: number): string => answers.candidates(count)

const { scale, binary, pick } = answers

/** In display order. */
export const SCALE_CHOICES = [
	{ value: -2, label: scale.stronglyDisagree },
	{ value: -1, label: scale.disagree },
	{ value: 0, label: scale.neutral },
	{ value: 1, label: scale.agree },
	{ value: 2, label: scale.stronglyAgree },
] as const

export const BINARY_CHOICES = [
	{ value: 0, label: binary.disagree },
	{ value: 1, label: binary.agree },
] as const

const PICK_CHOICES = [
	{ value: 0, label: pick.notPicked },
	{ value: 1, label: pick.picked },
] as const

const CHOICES = { SCALE: SCALE_CHOICES, BINARY: BINARY_CHOICES, POLICY_PICK: PICK_CHOICES }

/** Label of an answer. Null means unanswered. */
export const answerText = (quizType: QuizType, value: number | null): string =>
	CHOICES[quizType].find((choice) => choice.value === value)?.label ?? answers.none
