import { sql } from 'drizzle-orm'
import { rowsOf } from './rows.ts'
import { catalogueChanges } from './schema.ts'
import type { Db } from './types.ts'

/**
 * How often what voters are shown has changed, whichever process did it. Between two moments with the same number nothing
 * of it has: each change adds a row in its own transaction, so that of what is committed none is missing, in whatever
 * order it was. Rows and not one number that is counted up: nobody who writes waits for another.
 */
export const countCatalogueChanges = async (db: Db): Promise<string> => {
	const [row] = await db
		.select({ count: sql<string>`coalesce(sum(${catalogueChanges.changes}), 0)::text` })
		.from(catalogueChanges)
	return row?.count ?? ''
}

/** Makes one row of many, in one statement: the sum is the same before, meanwhile and after. */
export const compactCatalogueChanges = (db: Db): Promise<unknown> =>
	rowsOf(
		db,
		sql`with gone as (delete from ${catalogueChanges} returning changes)
			insert into ${catalogueChanges} select sum(changes) from gone having count(*) > 0`,
	)
