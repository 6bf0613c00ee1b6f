import { and, asc, eq, sql } from 'drizzle-orm'
import type { Sent } from '#contract/endpoint.ts'
import type { managePolicies, PolicyFields } from '#contract/manage-policies.ts'
import { POLICY_STATUSES } from '#domain/policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { rowId } from '../../db/ids.ts'
import { policies } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { etagOf } from '../administration/change.ts'
import { found, notDeleted } from '../administration/deletion.ts'
import { getManagedCandidate } from '../candidates/managed.ts'

export type PolicyRow = typeof policies.$inferSelect
type Rows = typeof managePolicies
export type SentPolicy = Sent<Rows['get']>

/** Fields of a policy that are typed, as the history keeps them. */
export const policyFields = (row: PolicyRow): PolicyFields => ({
	text: row.text,
	category: row.category,
	importance: row.importance,
	complexityLevel: row.complexityLevel,
	clarityScore: row.clarityScore,
	biasScore: row.biasScore,
	effectivenessScore: row.effectivenessScore,
	priority: row.priority,
	prioritySource: row.prioritySource,
	validationStatus: row.validationStatus,
	keywords: row.keywords,
	source: row.source,
	setByHand: row.setByHand,
	overrideReason: row.override?.reason ?? null,
})

/** A policy as administrators see it. */
export const toManagedPolicy = (row: PolicyRow): SentPolicy => ({
	id: row.id,
	candidateId: row.candidateId,
	...policyFields(row),
	quote: row.quote,
	sourceUrl: row.sourceUrl,
	createdAt: row.createdAt.toISOString(),
	etag: etagOf(row.revised),
})

/** The row of a policy, deleted or not, kept from other writers until the transaction ends. */
export const holdPolicy = async (tx: Db, id: string): Promise<PolicyRow | undefined> =>
	(
		await tx
			.select()
			.from(policies)
			.where(eq(policies.id, rowId(id)))
			.for('update')
	)[0]

/** One policy with its version; 404 where there is none. */
export const getManagedPolicy = async (db: Db, id: string): Promise<SentPolicy> => {
	const [row] = await db
		.select()
		.from(policies)
		.where(eq(policies.id, rowId(id)))
	return toManagedPolicy(found(row))
}

/** All policies of a candidate, oldest first; 404 where there is no such candidate. */
export const policiesOfCandidate = async (db: Db, candidateId: string): Promise<SentPolicy[]> => {
	const { id } = await getManagedCandidate(db, candidateId)
	const rows = await db
		.select()
		.from(policies)
		.where(and(eq(policies.candidateId, String(id)), notDeleted(policies)))
		.orderBy(asc(policies.createdAt), asc(policies.id))
	return rows.map(toManagedPolicy)
}

interface Group {
	readonly count: number
	readonly sum: number
	readonly scored: number
}

const sumUp = (groups: readonly Group[]) => {
	const total = (key: keyof Group) => groups.reduce((all, group) => all + group[key], 0)
	const scored = total('scored')
	return {
		count: total('count'),
		averageClarityScore: scored === 0 ? null : total('sum') / scored,
	}
}

/** How many policies there are, by status and by category, and how clear they are. Every status and category is among them. */
export const readPolicyStats = async (db: Db): Promise<Sent<Rows['stats']>> => {
	const groups = await db
		.select({
			status: policies.validationStatus,
			category: policies.category,
			count: sql<number>`count(*)::int`,
			sum: sql<number>`coalesce(sum(${policies.clarityScore}), 0)::double precision`,
			scored: sql<number>`count(${policies.clarityScore})::int`,
		})
		.from(policies)
		.where(notDeleted(policies))
		.groupBy(policies.validationStatus, policies.category)
	const { count, averageClarityScore } = sumUp(groups)
	return {
		totalPolicies: count,
		averageClarityScore,
		validationDistribution: POLICY_STATUSES.map((status) => ({
			status,
			count: sumUp(groups.filter((group) => group.status === status)).count,
		})),
		categories: POLICY_CATEGORIES.map((category) => ({
			category,
			...sumUp(groups.filter((group) => group.category === category)),
		})),
	}
}
