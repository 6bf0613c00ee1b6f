import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { candidates as rows } from '#contract/candidates.ts'
import type { Sent } from '#contract/endpoint.ts'
import { CATEGORY_WEIGHT_DEFAULT } from '#domain/constants.ts'
import { statementWeight } from '#domain/weight-preview.ts'
import { categoryWeights, policies } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { getCandidate } from './read.ts'

/** A validated policy with its weight, importance × the current weight of its category. */
export interface WeighedPolicy {
	readonly id: string
	readonly candidateId: string
	readonly text: string
	readonly category: string
	readonly importance: number
	readonly weight: number
	readonly validationStatus: string
	readonly clarityScore: number | null
	readonly complexityLevel: number | null
}

/** The validated policies of candidates, oldest first: the ones that a quiz may ask. */
export const validatedPolicies = async (
	db: Db,
	candidateIds: readonly string[],
): Promise<WeighedPolicy[]> => {
	const found = await db
		.select({
			id: policies.id,
			candidateId: policies.candidateId,
			text: policies.text,
			category: policies.category,
			importance: policies.importance,
			validationStatus: policies.validationStatus,
			clarityScore: policies.clarityScore,
			complexityLevel: policies.complexityLevel,
			categoryWeight: categoryWeights.weight,
		})
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
	return found.map(({ categoryWeight, ...policy }) => ({
		...policy,
		weight: statementWeight(policy.importance, categoryWeight ?? CATEGORY_WEIGHT_DEFAULT),
	}))
}

/** A candidate's validated policies; 404 where there is no such candidate. */
export const listPoliciesOf = async (db: Db, id: string): Promise<Sent<typeof rows.policies>> => {
	const candidate = await getCandidate(db, id)
	return validatedPolicies(db, [String(candidate.id)])
}
