import { and, eq, gt, gte, lt, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { isInCalendar, type PageOf } from '#contract/admin/fields.ts'
import type { Db } from '../../db/open.ts'
import { isRowId, isStorable } from '../../db/sql.ts'
import { invalid } from '../../http/errors.ts'

/** Larger totals are not counted: that would take longer than reading the page. */
const COUNTED = 1000

const KINDS = {
	text: v.pipe(v.string(), v.check(isStorable)),
	uuid: v.pipe(v.string(), v.check(isRowId)),
	day: v.pipe(v.string(), v.isoDate(), v.check(isInCalendar)),
	number: v.pipe(v.number(), v.safeInteger()),
	moment: v.pipe(
		v.string(),
		v.isoTimestamp(),
		v.transform((text) => new Date(text)),
		v.date(),
	),
} as const

interface Key {
	readonly column: PgColumn
	readonly kind: keyof typeof KINDS
	readonly descending?: boolean
}

/** Sort keys of a list; the last one must be unique. */
export type Order = readonly [Key, ...Key[]]

const decode = (cursor: string): unknown => {
	try {
		return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
	} catch {
		// Malformed cursor; the caller answers 400.
		return null
	}
}

const valuesOf = (order: Order, cursor: string): unknown[] => {
	const given = decode(cursor)
	const values = Array.isArray(given) && given.length === order.length ? given : []
	const parsed = order.map(({ kind }, at) => v.safeParse(KINDS[kind], values[at]))
	if (parsed.every(({ success }) => success)) return parsed.map(({ output }) => output)
	throw invalid([{ path: 'after', message: 'is no page of this list' }])
}

const beyond = (order: Order, values: readonly unknown[]): SQL | undefined => {
	const [first] = order
	const cases = order.map(({ column, descending }, at) => {
		const alike = order.slice(0, at).map((key, index) => eq(key.column, values[index]))
		return and(...alike, (descending ? lt : gt)(column, values[at]))
	})
	// Redundant condition on the first column that lets the database use an index.
	return and((first.descending ? lte : gte)(first.column, values[0]), or(...cases))
}

const orderBy = ({ column, descending }: Pick<Key, 'descending'> & { column: SQLWrapper }): SQL =>
	descending ? sql`${column} desc` : sql`${column} asc`

interface Asked<Row> {
	readonly order: Order
	readonly query: {
		readonly after?: string | undefined
		readonly size: number
		readonly search?: string | undefined
	}
	readonly where: SQL | undefined
	readonly keysOf: (row: Row) => readonly (string | number | Date)[]
}

/** A query of rows that can be sorted and limited. */
interface Sortable<Row> {
	orderBy(...columns: SQL[]): { limit(count: number): PromiseLike<Row[]> }
}

const countUpTo = async (
	db: Db,
	table: PgTable,
	where: SQL | undefined,
): Promise<number | null> => {
	const some = db
		.select({ one: sql`1`.as('one') })
		.from(table)
		.where(where)
		.limit(COUNTED + 1)
		.as('some')
	const count = await db.$count(some)
	return count > COUNTED ? null : count
}

const FEW = 5000

/** Resolves a search to row ids. The planner overestimates its matches and would scan the whole list in order. */
const findPage = async (
	db: Db,
	table: PgTable,
	{ order, query, where }: Pick<Asked<unknown>, 'order' | 'query' | 'where'>,
	from: SQL | undefined,
): Promise<{ readonly where: SQL | undefined; readonly total: number | null }> => {
	const keys = order.map((key, at) => ({ ...key, column: sql.identifier(`key${at}`) }))
	const columns = order.map(({ column }, at) => sql`${column} as ${keys[at]?.column}`)
	const id = (order.at(-1) as Key).column
	const found = sql`
		with found as materialized (
			select ${sql.join([...columns, sql`${from ?? sql.raw('true')} as further`], sql`, `)}
			from ${table} where ${where ?? sql.raw('true')} limit ${FEW + 1}
		), page as (
			select ${keys.at(-1)?.column} as id from found where further
			order by ${sql.join(keys.map(orderBy), sql`, `)} limit ${query.size + 1}
		)
		select count(*)::int as total, (select string_agg(id::text, ',') from page) as ids from found`
	const [page] = await db
		.select({ total: sql<number>`total`, ids: sql<string | null>`ids` })
		.from(sql`(${found}) as page`)
	if (page === undefined || page.total > FEW) return { where: and(where, from), total: null }
	const ids = sql`string_to_array(${page.ids ?? ''}, ',')::${sql.raw(id.getSQLType())}[]`
	return { where: sql`${id} = any(${ids})`, total: page.total > COUNTED ? null : page.total }
}

/** Reads a page of a list. @throws 400 for another list's cursor. */
export const readPage = async <Row>(
	db: Db,
	table: PgTable,
	{ order, query, where, keysOf }: Asked<Row>,
	find: (where: SQL | undefined) => Sortable<Row>,
): Promise<PageOf<Row>> => {
	const from = query.after === undefined ? undefined : beyond(order, valuesOf(order, query.after))
	const all = query.search
		? await findPage(db, table, { order, query, where }, from)
		: { where: and(where, from), total: await countUpTo(db, table, where) }
	// One row more, to know if another page follows.
	const found = await find(all.where)
		.orderBy(...order.map(orderBy))
		.limit(query.size + 1)
	const rows = found.slice(0, query.size)
	const last = rows.at(-1)
	const more = found.length > query.size && last !== undefined
	return {
		rows,
		next: more ? Buffer.from(JSON.stringify(keysOf(last))).toString('base64url') : null,
		total: all.total,
	}
}
