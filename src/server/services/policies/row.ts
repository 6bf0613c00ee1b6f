import type { PgColumn } from 'drizzle-orm/pg-core'
import type { managePolicies, PolicyFields } from '#contract/admin/policies.ts'
import type { candidates as calls } from '#contract/candidates.ts'
import type { Sent } from '#contract/endpoint.ts'
import { IMPORTANCE_DEFAULT } from '#domain/limits.ts'
import { PRIORITY_DEFAULT } from '#domain/policies.ts'
import { policies } from '../../db/schema.ts'
import { etagOf } from '../admin-shared/change.ts'
import { newRow, valuesOf } from '../admin-shared/row.ts'

export type PolicyRow = typeof policies.$inferSelect
export type SentPolicy = Sent<typeof managePolicies.get>
type VoterPolicy = Sent<typeof calls.policies>[number]

/** Columns of the form's fields, in the order of exports. */
const FIELDS = {
	text: policies.text,
	category: policies.category,
	importance: policies.importance,
	validationStatus: policies.validationStatus,
	clarityScore: policies.clarityScore,
	biasScore: policies.biasScore,
	effectivenessScore: policies.effectivenessScore,
	complexityLevel: policies.complexityLevel,
	priority: policies.priority,
	prioritySource: policies.prioritySource,
	keywords: policies.keywords,
	source: policies.source,
	background: policies.background,
	backgroundSource: policies.backgroundSource,
} satisfies Record<Exclude<keyof PolicyFields, 'setByHand' | 'overrideReason'>, PgColumn>

export const EXPORT_COLUMNS = {
	id: policies.id,
	candidateId: policies.candidateId,
	...FIELDS,
	background: policies.background,
	backgroundSource: policies.backgroundSource,
}

export const VOTER_COLUMNS = {
	id: policies.id,
	candidateId: policies.candidateId,
	text: policies.text,
	category: policies.category,
	importance: policies.importance,
	validationStatus: policies.validationStatus,
	clarityScore: policies.clarityScore,
	complexityLevel: policies.complexityLevel,
	background: policies.background,
	backgroundSource: policies.backgroundSource,
} satisfies Record<Exclude<keyof VoterPolicy, 'weight' | 'metadata' | 'positions'>, PgColumn>

export const policyFields = (row: PolicyRow): PolicyFields => ({
	...valuesOf(FIELDS, row),
	setByHand: row.setByHand,
	overrideReason: row.override?.reason ?? null,
})

export const toManagedPolicy = (row: PolicyRow): SentPolicy => ({
	id: row.id,
	candidateId: row.candidateId,
	...policyFields(row),
	quote: row.quote,
	sourceUrl: row.sourceUrl,
	createdAt: row.createdAt.toISOString(),
	etag: etagOf(row.revised),
})

/** A row of an import that states only the required fields. */
export const newPolicy = (
	required: Pick<PolicyRow, 'candidateId' | 'text' | 'category'>,
	now: Date,
): PolicyRow => ({
	...{ ...newRow(now), ...required, importance: IMPORTANCE_DEFAULT },
	// A person must review a policy before voters see it.
	validationStatus: 'PENDING',
	...{ clarityScore: null, biasScore: null, effectivenessScore: null, complexityLevel: null },
	...{ priority: PRIORITY_DEFAULT, prioritySource: null, keywords: [], source: null },
	...{ setByHand: null, override: null, background: null, backgroundSource: null },
	// Quotes come only from sources read by this server, never from an import.
	...{ quote: null, quoteStart: null, sourceId: null, sourceUrl: null },
})

/** Names in files of the columns whose name differs. */
export const FILE_NAMES = {
	clarityScore: 'clarity',
	biasScore: 'bias',
	effectivenessScore: 'effectiveness',
	complexityLevel: 'complexity',
} as const satisfies Partial<Record<keyof PolicyRow, string>>
type Renamed = keyof typeof FILE_NAMES
type FileName = (typeof FILE_NAMES)[Renamed]
export type PolicyField = Exclude<keyof typeof EXPORT_COLUMNS, Renamed | 'candidateId'> | FileName

export const inFileNames = <Row extends Pick<PolicyRow, Renamed>>({
	clarityScore: clarity,
	biasScore: bias,
	effectivenessScore: effectiveness,
	complexityLevel: complexity,
	...rest
}: Row) => ({ ...rest, clarity, bias, effectiveness, complexity })

export const inRowNames = <
	Cells extends { readonly [Name in FileName]?: number | null | undefined },
>({
	clarity: clarityScore,
	bias: biasScore,
	effectiveness: effectivenessScore,
	complexity: complexityLevel,
	...rest
}: Cells) => ({ ...rest, clarityScore, biasScore, effectivenessScore, complexityLevel })
