import { and, eq, inArray } from 'drizzle-orm'
import { candidateElections, candidates } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { notDeleted } from '../administration/deletion.ts'
import { electionIdsByCandidate } from './read.ts'

/** Who stands in elections, by the election. */
const namesByElection = async (
	db: Db,
	electionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
	const { electionId } = candidateElections
	const rows = await db
		.select({ electionId, name: candidates.name })
		.from(candidateElections)
		.innerJoin(candidates, eq(candidates.id, candidateElections.candidateId))
		.where(and(inArray(electionId, [...electionIds]), notDeleted(candidates)))
	const names = new Map<string, string[]>(electionIds.map((id) => [id, []]))
	for (const row of rows) names.get(row.electionId)?.push(row.name)
	return names
}

/**
 * The names of all who stand in the elections of these candidates, their own among them, by the candidate. Those who stand
 * in the same elections have one list together: a thousand of them would need a million names, and as many looks at them.
 */
export const namesBeside = async (
	db: Db,
	ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
	if (ids.length === 0) return new Map()
	const places = await electionIdsByCandidate(db, ids)
	const names = await namesByElection(db, [...new Set([...places.values()].flat())])
	const together = new Map<string, readonly string[]>()
	const listOf = (electionIds: readonly string[]): readonly string[] => {
		const key = electionIds.join()
		const list = together.get(key) ?? [...new Set(electionIds.flatMap((id) => names.get(id) ?? []))]
		together.set(key, list)
		return list
	}
	// Each has their primary election first: only sorted are the same elections the same list.
	return new Map([...places].map(([id, electionIds]) => [id, listOf(electionIds.toSorted())]))
}
