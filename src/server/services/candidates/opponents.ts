import { and, eq, inArray } from 'drizzle-orm'
import type { Named } from '#domain/extraction/neutrality.ts'
import type { Db } from '../../db/open.ts'
import { candidateElections, candidates } from '../../db/schema.ts'
import { notDeleted } from '../admin-shared/change.ts'
import { electionIdsByCandidate } from './read.ts'

/** Names and parties of all candidates in a candidate's elections, including the candidate. */
export interface OpponentNames {
	readonly names: readonly string[]
	readonly parties: readonly string[]
}

interface NameAndParty {
	readonly name: string
	readonly party: string | null
}

export const opponentNames = (people: readonly NameAndParty[]): OpponentNames => ({
	names: [...new Set(people.map(({ name }) => name))],
	parties: [...new Set(people.map(({ party }) => party ?? '').filter(Boolean))],
})

const candidatesByElection = async (
	db: Db,
	electionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly NameAndParty[]>> => {
	const { electionId } = candidateElections
	const rows = await db
		.select({ electionId, name: candidates.name, party: candidates.party })
		.from(candidateElections)
		.innerJoin(candidates, eq(candidates.id, candidateElections.candidateId))
		.where(and(inArray(electionId, [...electionIds]), notDeleted(candidates)))
	const byElection = new Map<string, NameAndParty[]>(electionIds.map((id) => [id, []]))
	for (const row of rows) byElection.get(row.electionId)?.push(row)
	return byElection
}

/** Loads the {@link OpponentNames} of candidates. Those with the same elections share a list, to save memory. */
export const loadOpponentNames = async (
	db: Db,
	ids: readonly string[],
): Promise<ReadonlyMap<string, OpponentNames>> => {
	if (ids.length === 0) return new Map()
	const places = await electionIdsByCandidate(db, ids)
	const byElection = await candidatesByElection(db, [...new Set([...places.values()].flat())])
	const lists = new Map<string, OpponentNames>()
	const listOf = (electionIds: readonly string[]): OpponentNames => {
		const key = electionIds.join()
		const list =
			lists.get(key) ?? opponentNames(electionIds.flatMap((id) => byElection.get(id) ?? []))
		lists.set(key, list)
		return list
	}
	// Sort the ids for the cache key, because each candidate's primary election comes first.
	return new Map([...places].map(([id, electionIds]) => [id, listOf(electionIds.toSorted())]))
}

interface Owner extends NameAndParty {
	readonly candidateId: string
}

/** Loads the names that candidates' statements must not contain: their own, their competitors', and all parties. */
export const namedBy = async (
	db: Db,
	owners: readonly Owner[],
): Promise<(owner: Owner) => Named> => {
	const opponents = await loadOpponentNames(db, [
		...new Set(owners.map(({ candidateId }) => candidateId)),
	])
	return ({ candidateId, name, party }) => {
		const { names, parties } = opponents.get(candidateId) ?? opponentNames([])
		const isKnown = party === null || parties.includes(party)
		return { names: [name], others: names, parties: isKnown ? parties : [party, ...parties] }
	}
}
