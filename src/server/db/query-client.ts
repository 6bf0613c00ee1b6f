import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from './rows.ts'
import type { Db } from './types.ts'

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
