import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CandidateFields } from '#contract/admin/candidates.ts'
import type { candidates as calls } from '#contract/candidates.ts'
import type { Sent } from '#contract/endpoint.ts'
import { candidates } from '../../db/schema.ts'
import { keptColumns, newRow, valuesOf } from '../admin-shared/row.ts'

/** Fields that are not columns: a candidate's elections are rows of their own. */
type Linked = 'electionId' | 'electionIds'
export type CandidateRow = Omit<typeof candidates.$inferSelect, 'search'>

/** Columns for voters and exports, in their order. */
export const VOTER_COLUMNS = {
	id: candidates.id,
	name: candidates.name,
	party: candidates.party,
	website: candidates.website,
	logo: candidates.logo,
} satisfies Record<Exclude<keyof Sent<typeof calls.get>, Linked>, PgColumn>

export type CandidateField = keyof typeof VOTER_COLUMNS

export const CANDIDATE_COLUMNS = {
	...VOTER_COLUMNS,
	...keptColumns(candidates),
} satisfies Record<keyof CandidateRow, PgColumn>

const { id, ...others } = VOTER_COLUMNS
const FIELDS = others satisfies Record<Exclude<keyof CandidateFields, Linked>, PgColumn>

export const fieldValues = <Row extends Pick<CandidateRow, keyof typeof FIELDS>>(row: Row) =>
	valuesOf(FIELDS, row)

/** A row of an import that states only the name. */
export const newCandidate = (name: string, now: Date): CandidateRow => ({
	...{ ...newRow(now), name },
	...{ party: null, website: null, logo: null },
})
