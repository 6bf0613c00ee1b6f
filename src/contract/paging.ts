import * as v from 'valibot'
import { Count } from './fields.ts'
import { OptionalText } from './primitives.ts'

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
