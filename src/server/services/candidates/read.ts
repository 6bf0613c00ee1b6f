import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { candidates as rows } from '#contract/candidates.ts'
import type { Sent } from '#contract/endpoint.ts'
import { rowId } from '../../db/ids.ts'
import { candidateElections, candidates, elections } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { notFound } from '../../http/service-error.ts'
import { getElection } from '../elections/read.ts'

type SentCandidate = Sent<typeof rows.get>

/** The elections of candidates by candidate, the primary one first: of those that are not deleted. */
export const electionIdsByCandidate = async (
	db: Db,
	ids: readonly string[],
): Promise<Map<string, string[]>> => {
	const links = await db
		.select({
			candidateId: candidateElections.candidateId,
			electionId: candidateElections.electionId,
		})
		.from(candidateElections)
		.innerJoin(elections, eq(elections.id, candidateElections.electionId))
		.where(and(inArray(candidateElections.candidateId, [...ids]), isNull(elections.deletedAt)))
		.orderBy(asc(candidateElections.position), asc(candidateElections.electionId))
	const byCandidate = new Map<string, string[]>(ids.map((id) => [id, []]))
	for (const link of links) byCandidate.get(link.candidateId)?.push(link.electionId)
	return byCandidate
}

const find = async (db: Db, where: SQL): Promise<SentCandidate[]> => {
	const found = await db
		.select({
			id: candidates.id,
			name: candidates.name,
			party: candidates.party,
			website: candidates.website,
			logo: candidates.logo,
		})
		.from(candidates)
		.where(and(isNull(candidates.deletedAt), where))
		.orderBy(asc(candidates.name), asc(candidates.id))
	const electionIds = await electionIdsByCandidate(
		db,
		found.map((candidate) => candidate.id),
	)
	return found.map((candidate) => {
		const ids = electionIds.get(candidate.id) ?? []
		return { ...candidate, electionId: ids[0] ?? null, electionIds: ids }
	})
}

/** One candidate; 404 where there is none. */
export const getCandidate = async (db: Db, id: string): Promise<SentCandidate> => {
	const [candidate] = await find(db, eq(candidates.id, rowId(id)))
	if (candidate === undefined) throw notFound()
	return candidate
}

/** The candidates of an election by name, which is an order that favours nobody by what they stand for. */
export const listCandidatesOf = async (db: Db, electionId: string): Promise<SentCandidate[]> => {
	const election = await getElection(db, electionId)
	const standing = db
		.select({ id: candidateElections.candidateId })
		.from(candidateElections)
		.where(eq(candidateElections.electionId, election.id))
	return find(db, inArray(candidates.id, standing))
}
