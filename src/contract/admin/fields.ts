import * as v from 'valibot'
import { cleanName } from '#domain/text-rules.ts'
import { Count, OptionalText, RequestId } from '../fields.ts'

/** What administrators type: the parts of their forms. The same schema checks in the form and on the server. */

const NAME_MAX = 200
const ADDRESS_MAX = 2000

const tooLong = (name: string, max: number): string => `${name} must be at most ${max} characters`

const mustBeText = (name: string): string => `${name} must be a text`

/** A name's texts are shown on one line; longer texts keep their lines. */
const clean = (max: number) => (text: string) => (max > NAME_MAX ? text.trim() : cleanName(text))

/**
 * A text that has to be there, trimmed; up to the length of a name also without line ends and invisible characters.
 * @param name what messages call it: they also stand in one list, away from it.
 */
export const requiredText = (name: string, max = NAME_MAX) => {
	const missing = `${name} is required`
	return v.pipe(
		v.string(missing),
		v.transform(clean(max)),
		v.nonEmpty(missing),
		v.maxLength(max, tooLong(name, max)),
	)
}

/** The id of another record, which has to be there. @param name what messages call it. */
export const requiredId = (name: string) => {
	const missing = `${name} is required`
	return v.pipe(
		v.nullish(v.union([v.string(), v.number()], missing), ''),
		v.transform(String),
		v.nonEmpty(missing),
		RequestId,
	)
}

/** As {@link requiredText}, but it may be missing; null inside where it is missing or empty. */
export const optionalText = (name: string, max = NAME_MAX) =>
	v.pipe(
		v.nullish(
			v.pipe(
				v.string(mustBeText(name)),
				v.transform(clean(max)),
				v.maxLength(max, tooLong(name, max)),
			),
			null,
		),
		v.transform((text) => text || null),
	)

const DAY_FORM = /^\d{4}-\d{2}-\d{2}$/

/** Whether a day is in the calendar: 1912-02-31 and 0000-01-01 have the form of one. What has another form is told by that alone. */
export const isInCalendar = (day: string): boolean => {
	if (!DAY_FORM.test(day)) return true
	if (day.startsWith('0000')) return false
	const time = Date.parse(`${day}T00:00:00Z`)
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** A calendar day (YYYY-MM-DD) that has to be there. @param name what messages call it. */
export const requiredDay = (name: string) => {
	const missing = `${name} is required`
	return v.pipe(
		v.string(missing),
		v.nonEmpty(missing),
		v.regex(DAY_FORM, `${name} must be a day (YYYY-MM-DD)`),
		v.check(isInCalendar, `${name} must be a day of the calendar`),
	)
}

const WEB_ADDRESS = /^https?:\/\/[^\s/]\S*$/i
/** The picture files of this server, by the hash of what they hold. */
export const LOGO_PATH = /^\/api\/logos\/[0-9a-f]{64}\.webp$/

const noAddress = (name: string): string =>
	`${name} must be a web address that begins with http:// or https://`

/** A web address that has to be there. @param name what messages call it. */
export const requiredAddress = (name: string) =>
	v.pipe(requiredText(name, ADDRESS_MAX), v.regex(WEB_ADDRESS, noAddress(name)))

const SECURE_ADDRESS = /^https:\/\/[^\s/]\S*$/i

/** Whether a logo can be shown: the pages load pictures over https, and those that were uploaded here. */
export const isLogo = (logo: string): boolean => SECURE_ADDRESS.test(logo) || LOGO_PATH.test(logo)

/** Address of a logo, or the path of an uploaded picture; null inside where there is none. */
export const optionalLogo = v.pipe(
	optionalText('Logo', ADDRESS_MAX),
	v.check(
		(logo) => logo === null || isLogo(logo),
		'Logo must be a web address that begins with https://, or a picture that you upload',
	),
)

/** The version of a record, to send back as `If-Match`; a server that has none leaves it out. */
export const Etag = v.optional(v.string())

/** How many rows a page has where nobody says, and at most. */
const PAGE_SIZE = 50
export const PAGE_SIZE_MAX = 100

const SEARCH_MAX = 200
const CURSOR_MAX = 1000

/** A word or words to search for, trimmed; left out or empty means all. */
export const searchTerm = v.optional(
	v.pipe(v.string(), v.trim(), v.maxLength(SEARCH_MAX, `must be at most ${SEARCH_MAX} characters`)),
)

const pageSize = v.optional(
	v.pipe(
		v.string(),
		v.regex(/^\d+$/, 'must be a whole number'),
		v.transform(Number),
		v.minValue(1, 'must be at least 1'),
		v.maxValue(PAGE_SIZE_MAX, `must be at most ${PAGE_SIZE_MAX}`),
	),
	String(PAGE_SIZE),
)

/**
 * The query of a list that is read page by page: `after` is the `next` of the page before, opaque; `size` is how many rows
 * (1 to 100). @param filters what else the list can be asked for.
 */
export const pageQuery = <const Filters extends v.ObjectEntries>(filters: Filters) =>
	v.object({
		after: v.optional(v.pipe(v.string(), v.maxLength(CURSOR_MAX, 'is too long'))),
		size: pageSize,
		...filters,
	})

/** A page of a list: its rows, where the next page begins (null at the end), and how many there are in all, where that is known. */
export const pageOf = <const Row extends v.GenericSchema>(row: Row) =>
	v.object({
		rows: v.array(row),
		next: OptionalText,
		total: v.nullish(Count, null),
	})

/** A page of rows, as {@link pageOf} reads it. */
export interface PageOf<Row> {
	readonly rows: readonly Row[]
	readonly next: string | null
	readonly total: number | null
}
