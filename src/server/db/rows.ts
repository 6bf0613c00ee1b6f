import type { SQL } from 'drizzle-orm'
import type { Db } from './types.ts'

/** Runs a statement that no builder has a form for. @returns its rows, with the columns that the caller says. */
export const rowsOf = async <Row>(db: Db, statement: SQL): Promise<Row[]> => {
	// Both drivers reply with rows; the type that they share does not say so.
	const reply = (await db.execute(statement)) as { rows: Row[] }
	return reply.rows
}
