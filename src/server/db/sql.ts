import { isNotNull, type SQL, sql } from 'drizzle-orm'
import { customType, index, integer, type PgColumn, timestamp, uuid } from 'drizzle-orm/pg-core'
import { notFound } from '../http/errors.ts'
import type { Db } from './open.ts'

/** Reads several things of one and the same moment, whatever others write meanwhile. */
export const atOneMoment = <Read>(db: Db, read: (tx: Db) => Promise<Read>): Promise<Read> =>
	db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text has the form of our ids. */
export const isRowId = (id: string): boolean => UUID.test(id)

/**
 * An id of a request as the tables have it. The API lets ids be numbers too, and none of ours is one.
 * @throws 404 for what is no UUID: asking the database would be an error there.
 */
export const rowId = (id: string): string => {
	if (!isRowId(id)) throw notFound()
	return id.toLowerCase()
}

/**
 * The numbers of the advisory locks on which all processes of one database agree. Each stands for one kind of work: two
 * kinds that shared a number would wait for each other. What has an idempotency key is held by that key (`key-lock.ts`).
 */
export const LOCKS = {
	/** Held while a process brings the tables up to date and writes its first rows. */
	start: 5_820_461_913,
	/** Held by an import until it ends, so that two do not make the same records. */
	import: 5_820_461_914,
	/** Held while the sessions of the knowledge test are tallied. */
	tally: 5_820_461_915,
} as const

/** The connection, or the pool, on which statements of a database or of an open transaction can be kept. */
const homes = new WeakMap<Db, Db>()

/** Has the statements of an open transaction kept with its connection, which outlives it; those of a pool with itself. */
export const keepStatements = (db: Db, home: Db): void => {
	homes.set(db, home)
}

/**
 * A statement that is built, parsed and planned once for each connection instead of for each call: that is half of what
 * a short one costs. The embedded database has it built anew: its transactions have nothing that outlives them.
 * @param build makes it with Drizzle's `prepare`; its values are placeholders.
 */
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

/** Runs a statement that no builder has a form for. @returns its rows, with the columns that the caller says. */
export const rowsOf = async <Row>(db: Db, statement: SQL): Promise<Row[]> => {
	// Both drivers reply with rows; the type that they share does not say so.
	const reply = (await db.execute(statement)) as { rows: Row[] }
	return reply.rows
}

/** A statement as `pg` takes it: `$1` and so on stand for the values. */
interface Statement {
	readonly text: string
	readonly values: readonly unknown[]
}

interface QueryClient {
	readonly query: (statement: Statement) => Promise<{ readonly rows: readonly unknown[] }>
}

const toSql = ({ text, values }: Statement): SQL => {
	// Splitting by a group leaves the text at even places and the numbers of the values at odd ones.
	const parts = text.split(/\$(\d+)/)
	return sql.join(
		parts.map((part, at) =>
			at % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`,
		),
	)
}

/** A client for libraries that know `pg`, on our database, embedded or not. Its statements have no `$1` inside a quoted text. */
export const queryClient = (db: Db): QueryClient => ({
	query: async (statement) => ({ rows: await rowsOf(db, toSql(statement)) }),
})

/** Whether PostgreSQL can hold a text: not with NUL, nor with half of a surrogate pair. */
export const isStorable = (text: string): boolean =>
	!text.includes('\0') && !/\p{Surrogate}/u.test(text)

/** A column for a moment. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The column of a row's id. Ids are made by the application, so that a row is known before it is written. */
export const id = () => uuid('id').primaryKey()

/** The version of a row: 1 at first, and one more with every change. */
export const revised = () => integer('revised').notNull().default(1)

/** When a row was deleted; whatever has this is gone for everybody, and for good 30 days later. */
export const deletion = () => ({ deletedAt: moment('deleted_at') })

/** The same, of what may be deleted together with another record: that one's id, null where it was deleted itself. */
export const deletionWith = () => ({ ...deletion(), deletedWith: uuid('deleted_with') })

/** An index of the rows of a table that were deleted, by the moment. */
export const deletedIndex = (name: string, deletedAt: PgColumn) =>
	index(name).on(deletedAt).where(isNotNull(deletedAt))

/** A column for bytes, which the two databases hand out as different kinds of array. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
	dataType: () => 'bytea',
	fromDriver: (value) => new Uint8Array(value),
})
