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
import { groupBy } from '../../util.ts'
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

/** Lists candidates by name, without deleted ones. */
export const listCandidates = (db: Db, ids: readonly string[]): Promise<SentCandidate[]> =>
	find(db, inArray(candidates.id, [...ids]))

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

const isValidatedOf = (candidateIds: readonly string[]): SQL | undefined =>
	and(
		inArray(policies.candidateId, [...candidateIds]),
		eq(policies.validationStatus, 'VALIDATED'),
		isNull(policies.deletedAt),
	)

/** Validated positions of undeleted candidates. */
const isKnown = and(
	eq(positions.status, 'VALIDATED'),
	isNull(positions.deletedAt),
	isNull(candidates.deletedAt),
)

export const positionsOn = (db: Db, owners: readonly string[], which?: SQL) =>
	db
		.select({
			policyId: positions.policyId,
			owner: policies.candidateId,
			candidateId: positions.candidateId,
			value: positions.value,
		})
		.from(positions)
		.innerJoin(policies, eq(policies.id, positions.policyId))
		.innerJoin(candidates, eq(candidates.id, positions.candidateId))
		.where(and(isValidatedOf(owners), isKnown, which))
		.orderBy(asc(positions.policyId), asc(positions.candidateId))

/** Loads the validated policies of candidates without positions, oldest first. */
export const ownPolicies = async (
	db: Db,
	candidateIds: readonly string[],
): Promise<Omit<WeighedPolicy, 'positions'>[]> => {
	const found = await db
		.select({ ...POLICY_COLUMNS, categoryWeight: categoryWeights.weight })
		.from(policies)
		.leftJoin(categoryWeights, eq(categoryWeights.category, policies.category))
		.where(isValidatedOf(candidateIds))
		.orderBy(asc(policies.createdAt), asc(policies.id))
	return found.map(({ categoryWeight, ...policy }) => ({
		...policy,
		weight: statementWeight(policy.importance, categoryWeight ?? CATEGORY_WEIGHT_DEFAULT),
	}))
}

/** Loads the validated policies of candidates with all known positions on them, oldest first. */
export const validatedPolicies = async (
	db: Db,
	candidateIds: readonly string[],
): Promise<WeighedPolicy[]> => {
	const found = await ownPolicies(db, candidateIds)
	const byPolicy = groupBy(await positionsOn(db, candidateIds), ({ policyId }) => policyId)
	return found.map((policy) => {
		const known = byPolicy.get(policy.id) ?? []
		const positions = Object.fromEntries(known.map((each) => [each.candidateId, each.value]))
		return { ...policy, positions }
	})
}

/** Lists a candidate's validated policies. @throws 404. */
export const listPoliciesOf = async (db: Db, id: string): Promise<Sent<typeof rows.policies>> => {
	const candidate = await getCandidate(db, id)
	return validatedPolicies(db, [String(candidate.id)])
}
