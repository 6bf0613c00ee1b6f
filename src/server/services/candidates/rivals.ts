import { and, eq, inArray } from 'drizzle-orm'
import type { Named } from '#domain/extraction/neutrality.ts'
import { candidateElections, candidates } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { notDeleted } from '../administration/deletion.ts'
import { electionIdsByCandidate } from './read.ts'

/** Names and parties of all who stand in the elections of a candidate, the candidate included. */
export interface Beside {
	readonly names: readonly string[]
	readonly parties: readonly string[]
}

interface Standing {
	readonly name: string
	readonly party: string | null
}

/** Names and parties of people who stand together. */
export const besideOf = (people: readonly Standing[]): Beside => ({
	names: [...new Set(people.map(({ name }) => name))],
	parties: [...new Set(people.map(({ party }) => party ?? '').filter(Boolean))],
})

const standingByElection = async (
	db: Db,
	electionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Standing[]>> => {
	const { electionId } = candidateElections
	const rows = await db
		.select({ electionId, name: candidates.name, party: candidates.party })
		.from(candidateElections)
		.innerJoin(candidates, eq(candidates.id, candidateElections.candidateId))
		.where(and(inArray(electionId, [...electionIds]), notDeleted(candidates)))
	const standing = new Map<string, Standing[]>(electionIds.map((id) => [id, []]))
	for (const row of rows) standing.get(row.electionId)?.push(row)
	return standing
}

/**
 * Names and parties of all who stand in the elections of these candidates, by the candidate. Candidates of the same
 * elections share one list: a thousand of them would need a million names otherwise.
 */
export const namesBeside = async (
	db: Db,
	ids: readonly string[],
): Promise<ReadonlyMap<string, Beside>> => {
	if (ids.length === 0) return new Map()
	const places = await electionIdsByCandidate(db, ids)
	const standing = await standingByElection(db, [...new Set([...places.values()].flat())])
	const together = new Map<string, Beside>()
	const listOf = (electionIds: readonly string[]): Beside => {
		const key = electionIds.join()
		const list = together.get(key) ?? besideOf(electionIds.flatMap((id) => standing.get(id) ?? []))
		together.set(key, list)
		return list
	}
	// Each has their primary election first: only sorted are the same elections the same list.
	return new Map([...places].map(([id, electionIds]) => [id, listOf(electionIds.toSorted())]))
}

/** A candidate as a statement may name them. */
interface Owner extends Standing {
	readonly candidateId: string
}

/** Loads whom the statements of these candidates must not name: themselves, those beside them, and all their parties. */
export const namedBy = async (
	db: Db,
	owners: readonly Owner[],
): Promise<(owner: Owner) => Named> => {
	const beside = await namesBeside(db, [...new Set(owners.map(({ candidateId }) => candidateId))])
	return ({ candidateId, name, party }) => {
		const { names, parties } = beside.get(candidateId) ?? besideOf([])
		const isKnown = party === null || parties.includes(party)
		return { names: [name], others: names, parties: isKnown ? parties : [party, ...parties] }
	}
}
