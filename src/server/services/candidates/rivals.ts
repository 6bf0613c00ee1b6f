import { and, eq, inArray, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { candidateElections, candidates, elections } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { notDeleted } from '../administration/deletion.ts'

/** The names of those who stand in the same elections as each of these candidates, by the candidate. */
export const rivalNames = async (
	db: Db,
	ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
	const names = new Map<string, string[]>(ids.map((id) => [id, []]))
	if (ids.length === 0) return names
	const beside = alias(candidateElections, 'beside')
	const rows = await db
		.selectDistinct({
			of: candidateElections.candidateId,
			id: candidates.id,
			name: candidates.name,
		})
		.from(candidateElections)
		.innerJoin(elections, eq(elections.id, candidateElections.electionId))
		.innerJoin(beside, eq(beside.electionId, candidateElections.electionId))
		.innerJoin(candidates, eq(candidates.id, beside.candidateId))
		.where(
			and(
				inArray(candidateElections.candidateId, [...ids]),
				ne(beside.candidateId, candidateElections.candidateId),
				notDeleted(elections),
				notDeleted(candidates),
			),
		)
	for (const { of, name } of rows) names.get(of)?.push(name)
	return names
}
