import type { PgColumn } from 'drizzle-orm/pg-core'
import { EMPTY_CELL_ETAG, type Position, type PositionFields } from '#contract/admin/positions.ts'
import { positions } from '../../db/schema.ts'
import { etagOf } from '../admin-shared/change.ts'
import { valuesOf } from '../admin-shared/row.ts'

export type PositionRow = typeof positions.$inferSelect

/** Columns of the form's fields. */
const FIELDS = {
	value: positions.value,
	quote: positions.quote,
	source: positions.source,
	url: positions.url,
	note: positions.note,
	status: positions.status,
	givenBy: positions.givenBy,
} satisfies Record<keyof PositionFields, PgColumn>

export const positionFields = (row: PositionRow) => valuesOf(FIELDS, row)

export const toPosition = (row: PositionRow): Position => ({
	id: row.id,
	policyId: row.policyId,
	candidateId: row.candidateId,
	...positionFields(row),
	etag: etagOf(row.revised),
})

/** Version of a cell: an empty one has {@link EMPTY_CELL_ETAG}. */
export const cellEtag = (row: PositionRow | null): string =>
	row === null ? EMPTY_CELL_ETAG : etagOf(row.revised)
