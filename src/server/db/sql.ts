import { isNotNull, type SQL, sql } from 'drizzle-orm'
import { customType, index, integer, type PgColumn, timestamp, uuid } from 'drizzle-orm/pg-core'
import { notFound } from '../http/errors.ts'
import type { Db } from './open.ts'

/** Runs several reads on one consistent snapshot. */
export const atOneMoment = <Read>(db: Db, read: (tx: Db) => Promise<Read>): Promise<Read> =>
	db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isRowId = (id: string): boolean => UUID.test(id)

/** Normalizes an id. @throws 404 unless it is a UUID; the database would fail on it. */
export const rowId = (id: string): string => {
	if (!isRowId(id)) throw notFound()
	return id.toLowerCase()
}

/** Advisory locks shared by all processes of a database. */
export const LOCKS = {
	/** Migrations and first rows. */
	start: 5_820_461_913,
	/** Imports, so that two do not create the same records. */
	import: 5_820_461_914,
	tally: 5_820_461_915,
} as const

const homes = new WeakMap<Db, Db>()

/** Caches prepared statements per connection (or per pool), not per transaction. */
export const keepStatements = (db: Db, home: Db): void => {
	homes.set(db, home)
}

/** Prepares a statement once per connection, which halves the cost of short ones. Use placeholders for values. */
export const prepared = <Statement>(build: (db: Db) => Statement): ((db: Db) => Statement) => {
	const built = new WeakMap<Db, Statement>()
	return (db) => {
		const home = homes.get(db)
		if (home === undefined) return build(db)
		const known = built.get(home) ?? build(home)
		built.set(home, known)
		return known
	}
}

/** Runs raw SQL. The caller asserts the row type. */
export const rowsOf = async <Row>(db: Db, statement: SQL): Promise<Row[]> => {
	// Both drivers return `rows`, which their shared type does not declare.
	const reply = (await db.execute(statement)) as { rows: Row[] }
	return reply.rows
}

interface Statement {
	readonly text: string
	readonly values: readonly unknown[]
}

interface QueryClient {
	readonly query: (statement: Statement) => Promise<{ readonly rows: readonly unknown[] }>
}

const toSql = ({ text, values }: Statement): SQL => {
	// The capturing group puts text at even indexes and placeholder numbers at odd ones.
	const parts = text.split(/\$(\d+)/)
	return sql.join(
		parts.map((part, at) =>
			at % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`,
		),
	)
}

/** Adapts our database to libraries that expect `pg`. Statements must not contain `$1` inside string literals. */
export const queryClient = (db: Db): QueryClient => ({
	query: async (statement) => ({ rows: await rowsOf(db, toSql(statement)) }),
})

/** Rejects texts that PostgreSQL cannot store: those with NUL or unpaired surrogates. */
export const isStorable = (text: string): boolean =>
	!text.includes('\0') && !/\p{Surrogate}/u.test(text)

export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Primary key. The application generates ids, so they exist before the insert. */
export const id = () => uuid('id').primaryKey()

/** Row version: starts at 1, incremented by every change. */
export const revised = () => integer('revised').notNull().default(1)

/** Soft deletion. Deleted rows are hidden from everyone and purged after 30 days. */
export const deletion = () => ({ deletedAt: moment('deleted_at') })

/** Soft deletion with cascade: `deletedWith` is the id of the parent whose deletion caused it. */
export const deletionWith = () => ({ ...deletion(), deletedWith: uuid('deleted_with') })

export const deletedIndex = (name: string, deletedAt: PgColumn) =>
	index(name).on(deletedAt).where(isNotNull(deletedAt))

/** Byte column that hides the drivers' different array types. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
	dataType: () => 'bytea',
	fromDriver: (value) => new Uint8Array(value),
})
