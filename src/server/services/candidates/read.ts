import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { candidates as rows } from '#contract/candidates.ts'
import type { Sent } from '#contract/endpoint.ts'
import { statementWeight } from '#domain/fairness.ts'
import { CATEGORY_WEIGHT_DEFAULT } from '#domain/limits.ts'
import type { Db } from '../../db/open.ts'
import {
	candidateElections,
	candidates,
	categoryWeights,
	elections,
	policies,
	positions,
} from '../../db/schema.ts'
import { rowId } from '../../db/sql.ts'
import { notFound } from '../../http/errors.ts'
import { getElection } from '../elections/read.ts'
import { VOTER_COLUMNS as POLICY_COLUMNS, type PolicyRow } from '../policies/row.ts'
import { VOTER_COLUMNS } from './row.ts'

type SentCandidate = Sent<typeof rows.get>

/** Loads the election ids of candidates, without deleted elections, the primary one first. */
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
		.select(VOTER_COLUMNS)
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

/** Returns a candidate. @throws 404. */
export const getCandidate = async (db: Db, id: string): Promise<SentCandidate> => {
	const [candidate] = await find(db, eq(candidates.id, rowId(id)))
	if (candidate === undefined) throw notFound()
	return candidate
}

/** Lists an election's candidates by name, a neutral order. @throws 404. */
export const listCandidatesOf = async (db: Db, electionId: string): Promise<SentCandidate[]> => {
	const election = await getElection(db, electionId)
	const standing = db
		.select({ id: candidateElections.candidateId })
		.from(candidateElections)
		.where(eq(candidateElections.electionId, election.id))
	return find(db, inArray(candidates.id, standing))
}

/** A validated policy with the validated positions on it; weight = importance × current category weight. */
export interface WeighedPolicy extends Readonly<Pick<PolicyRow, keyof typeof POLICY_COLUMNS>> {
	readonly weight: number
	readonly positions: Record<string, number>
}

const positionsOn = async (
	db: Db,
	policyIds: readonly string[],
): Promise<Map<string, Record<string, number>>> => {
	const rows = await db
		.select({
			policyId: positions.policyId,
			candidateId: positions.candidateId,
			value: positions.value,
		})
		.from(positions)
		.innerJoin(candidates, eq(candidates.id, positions.candidateId))
		.where(
			and(
				inArray(positions.policyId, [...policyIds]),
				eq(positions.status, 'VALIDATED'),
				isNull(positions.deletedAt),
				isNull(candidates.deletedAt),
			),
		)
		.orderBy(asc(positions.candidateId))
	const byPolicy = new Map<string, Record<string, number>>()
	for (const { policyId, candidateId, value } of rows) {
		byPolicy.set(policyId, { ...byPolicy.get(policyId), [candidateId]: value })
	}
	return byPolicy
}

/** Loads the validated policies of candidates, oldest first. */
export const validatedPolicies = async (
	db: Db,
	candidateIds: readonly string[],
): Promise<WeighedPolicy[]> => {
	const found = await db
		.select({ ...POLICY_COLUMNS, categoryWeight: categoryWeights.weight })
		.from(policies)
		.leftJoin(categoryWeights, eq(categoryWeights.category, policies.category))
		.where(
			and(
				inArray(policies.candidateId, [...candidateIds]),
				eq(policies.validationStatus, 'VALIDATED'),
				isNull(policies.deletedAt),
			),
		)
		.orderBy(asc(policies.createdAt), asc(policies.id))
	const ids = found.map(({ id }) => id)
	const stances = await positionsOn(db, ids)
	return found.map(({ categoryWeight, ...policy }) => ({
		...policy,
		positions: stances.get(policy.id) ?? {},
		weight: statementWeight(policy.importance, categoryWeight ?? CATEGORY_WEIGHT_DEFAULT),
	}))
}

/** Lists a candidate's validated policies. @throws 404. */
export const listPoliciesOf = async (db: Db, id: string): Promise<Sent<typeof rows.policies>> => {
	const candidate = await getCandidate(db, id)
	return validatedPolicies(db, [String(candidate.id)])
}
