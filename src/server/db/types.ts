import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/**
 * A database or an open transaction of one, embedded or not. Inside `db.transaction(async (tx) => …)` use `tx` only:
 * the embedded database has one connection, and a query beside the transaction would wait for it for ever.
 */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

/** An open database and what its owner must do with it. */
export interface OpenDb {
	readonly db: Db
	/** Resolves where the database answers: asked on a connection of its own where there are several, past all calls that wait. */
	readonly answers: () => Promise<unknown>
	/**
	 * Brings the tables up to date, then runs `firstRows`, on one connection and while no other process does the same.
	 * Nothing may be asked of the database before.
	 */
	readonly prepare: (firstRows: (db: Db) => Promise<void>) => Promise<void>
	/** Takes a snapshot of an embedded database in a folder; null of every other one, which is backed up by its own means. */
	readonly snapshot: ((now: Date) => Promise<string | null>) | null
	readonly close: () => Promise<void>
}
