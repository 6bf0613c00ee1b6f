import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ElectionFields } from '#contract/admin/elections.ts'
import type { Election } from '#contract/elections.ts'
import { elections } from '../../db/schema.ts'
import { keptColumns, newRow, valuesOf } from '../admin-shared/row.ts'

export type ElectionRow = Omit<typeof elections.$inferSelect, 'search'>

/** Columns for voters and exports, in their order. */
export const VOTER_COLUMNS = {
	id: elections.id,
	name: elections.name,
	electionDate: elections.electionDate,
	jurisdiction: elections.jurisdiction,
	state: elections.state,
	county: elections.county,
	city: elections.city,
	zipCode: elections.zipCode,
	active: elections.active,
} satisfies Record<Exclude<keyof Election, 'timeZone'>, PgColumn>

export type ElectionField = keyof typeof VOTER_COLUMNS

export const ELECTION_COLUMNS = {
	...VOTER_COLUMNS,
	...keptColumns(elections),
} satisfies Record<keyof ElectionRow, PgColumn>

const { id, ...FIELDS } = VOTER_COLUMNS

export const electionFields = (row: ElectionRow): ElectionFields => valuesOf(FIELDS, row)

/** A row of an import that states only the required fields. */
export const newElection = (
	required: Pick<ElectionRow, 'name' | 'electionDate' | 'jurisdiction'>,
	now: Date,
): ElectionRow => ({
	...{ ...newRow(now), ...required },
	...{ state: null, county: null, city: null, zipCode: null, active: true },
})
