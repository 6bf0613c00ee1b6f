import { asc, eq, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Sent } from '#contract/endpoint.ts'
import type { testManagement } from '#contract/test-management.ts'
import { rowId } from '../../db/ids.ts'
import { candidates, testConfigurations } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { notFound } from '../../http/service-error.ts'

type Rows = typeof testManagement
export type SentConfiguration = Sent<Rows['all']>[number]

/** Candidates who were deleted keep their names here: what was asked about them stays what it was. */
const findConfigurations = async (db: Db, where?: SQL): Promise<SentConfiguration[]> => {
	const [one, two] = [alias(candidates, 'one'), alias(candidates, 'two')]
	const found = await db
		.select({
			id: testConfigurations.id,
			candidate1Id: one.id,
			candidate2Id: two.id,
			candidate1Name: one.name,
			candidate2Name: two.name,
			isActive: testConfigurations.active,
			createdAt: testConfigurations.createdAt,
		})
		.from(testConfigurations)
		.innerJoin(one, eq(one.id, testConfigurations.candidate1Id))
		.innerJoin(two, eq(two.id, testConfigurations.candidate2Id))
		.where(where)
		.orderBy(asc(testConfigurations.createdAt), asc(testConfigurations.id))
	return found.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** The pairs of the knowledge test, oldest first. */
export const listConfigurations = ({ db }: { readonly db: Db }): Promise<SentConfiguration[]> =>
	findConfigurations(db)

/** A pair of the knowledge test; 404 where there is none. */
export const getConfiguration = async (db: Db, id: string): Promise<SentConfiguration> => {
	const [pair] = await findConfigurations(db, eq(testConfigurations.id, rowId(id)))
	if (pair === undefined) throw notFound()
	return pair
}
