import * as v from 'valibot'
import { cleanName } from '#domain/text-rules.ts'
import { Count, OptionalText, RequestId } from '../fields.ts'

/** Fields of administration forms. Forms and the server share these schemas. */

const NAME_MAX = 200
const ADDRESS_MAX = 2000

const tooLong = (name: string, max: number): string => `${name} must be at most ${max} characters`

const mustBeText = (name: string): string => `${name} must be a text`

/** Names are one line; longer texts keep their line breaks. */
const clean = (max: number) => (text: string) => (max > NAME_MAX ? text.trim() : cleanName(text))

/**
 * Required text, trimmed. Up to the length of a name, line breaks and invisible characters are removed too.
 * @param name label in messages, which are also listed apart from the field.
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

/** Required id of another record. @param name label in messages. */
export const requiredId = (name: string) => {
	const missing = `${name} is required`
	return v.pipe(
		v.nullish(v.union([v.string(), v.number()], missing), ''),
		v.transform(String),
		v.nonEmpty(missing),
		RequestId,
	)
}

/** Optional variant of {@link requiredText}; empty becomes null. */
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

/**
 * Rejects dates that do not exist, such as 1912-02-31 and 0000-01-01. True for texts of another form, which have their
 * own message.
 */
export const isInCalendar = (day: string): boolean => {
	if (!DAY_FORM.test(day)) return true
	if (day.startsWith('0000')) return false
	const time = Date.parse(`${day}T00:00:00Z`)
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** Required calendar day (YYYY-MM-DD). @param name label in messages. */
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
export const LOGO_PATH = /^\/api\/logos\/[0-9a-f]{64}\.webp$/

const noAddress = (name: string): string =>
	`${name} must be a web address that begins with http:// or https://`

/** Required web address. @param name label in messages. */
export const requiredAddress = (name: string) =>
	v.pipe(requiredText(name, ADDRESS_MAX), v.regex(WEB_ADDRESS, noAddress(name)))

/** Optional variant of {@link requiredAddress}; empty becomes null. */
export const optionalAddress = (name: string) =>
	v.pipe(
		optionalText(name, ADDRESS_MAX),
		v.check((address) => address === null || WEB_ADDRESS.test(address), noAddress(name)),
	)

const SECURE_ADDRESS = /^https:\/\/[^\s/]\S*$/i

/** True if pages can show the logo: loaded over https, or uploaded here. */
export const isLogo = (logo: string): boolean => SECURE_ADDRESS.test(logo) || LOGO_PATH.test(logo)

/** Logo URL or path of an uploaded picture; null if empty. */
export const optionalLogo = v.pipe(
	optionalText('Logo', ADDRESS_MAX),
	v.check(
		(logo) => logo === null || isLogo(logo),
		'Logo must be a web address that begins with https://, or a picture that you upload',
	),
)

/** Version of a record, for `If-Match`; absent on servers without versions. */
export const Etag = v.optional(v.string())

const PAGE_SIZE = 50
export const PAGE_SIZE_MAX = 100

const SEARCH_MAX = 200
const CURSOR_MAX = 1000

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
 * Query of a paginated list. `after` is the opaque `next` of the previous page. @param filters further filters of the
 * list.
 */
export const pageQuery = <const Filters extends v.ObjectEntries>(filters: Filters) =>
	v.object({
		after: v.optional(v.pipe(v.string(), v.maxLength(CURSOR_MAX, 'is too long'))),
		size: pageSize,
		...filters,
	})

/** A page of a list. `next` is null on the last page; `total` is null if unknown. */
export const pageOf = <const Row extends v.GenericSchema>(row: Row) =>
	v.object({
		rows: v.array(row),
		next: OptionalText,
		total: v.nullish(Count, null),
	})

export interface PageOf<Row> {
	readonly rows: readonly Row[]
	readonly next: string | null
	readonly total: number | null
}
