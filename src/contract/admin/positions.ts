import * as v from 'valibot'
import { POLICY_TEXT_MAX } from '#domain/limits.ts'
import { POLICY_STATUSES } from '#domain/policies.ts'
import { POSITION_GIVERS } from '#domain/types.ts'
import { endpoint } from '../endpoint.ts'
import { BodyId, Id, idParams, OptionalText, RequestId } from '../fields.ts'
import { optionalAddress, optionalText } from './fields.ts'

/** Cells of one call: a paste of 25 candidates × 80 statements. */
export const CELLS_MAX = 2000

/** Version of an empty cell: `If-Match` with it creates a position only while there is none. */
export const EMPTY_CELL_ETAG = '"0"'

const Status = v.picklist(POLICY_STATUSES, `Status must be one of ${POLICY_STATUSES.join(', ')}`)
const GivenBy = v.picklist(POSITION_GIVERS, `Given by must be one of ${POSITION_GIVERS.join(', ')}`)

const NOT_A_VALUE = 'Value must be a whole number from -2 to 2'
const Value = v.pipe(
	v.number(NOT_A_VALUE),
	v.integer(NOT_A_VALUE),
	v.minValue(-2, NOT_A_VALUE),
	v.maxValue(2, NOT_A_VALUE),
)

const entries = {
	/** Omitted texts keep what is stored; null and empty ones clear it. */
	quote: v.optional(optionalText('Quote', POLICY_TEXT_MAX)),
	source: v.optional(optionalText('Source', POLICY_TEXT_MAX)),
	url: v.optional(optionalAddress('Source URL')),
	note: v.optional(optionalText('Note', POLICY_TEXT_MAX)),
	/** A position that an administrator sets counts at once, unless they say otherwise. */
	status: v.optional(Status, 'VALIDATED'),
	/** Omitted: what is stored, or `editor` for a new position. */
	givenBy: v.optional(GivenBy),
}

/** Form fields of one position. */
export const PositionFields = v.object({ value: Value, ...entries })
export type PositionFields = v.InferOutput<typeof PositionFields>

/** A cell to set, or to clear with the value null. */
const CellChange = v.object({
	policyId: BodyId,
	candidateId: BodyId,
	value: v.nullable(Value),
	...entries,
	/** Applies only to this version, as `If-Match` does; {@link EMPTY_CELL_ETAG}: only while the cell is empty. */
	etag: v.nullish(v.string('must be a text')),
})
export type CellChange = v.InferOutput<typeof CellChange>

/** A candidate's position on another candidate's statement. The owner's is 2 and not listed. */
export const Position = v.object({
	id: Id,
	policyId: Id,
	candidateId: Id,
	/** -2 (against) to 2 (for). */
	value: v.pipe(v.number(), v.integer(), v.minValue(-2), v.maxValue(2)),
	status: v.picklist(POLICY_STATUSES),
	quote: OptionalText,
	source: OptionalText,
	url: OptionalText,
	/** For reviewers only; voters never see it. */
	note: OptionalText,
	givenBy: v.picklist(POSITION_GIVERS),
	etag: v.string(),
})
export type Position = v.InferOutput<typeof Position>

const GridStatement = v.object({
	id: Id,
	/** The owner. */
	candidateId: Id,
	text: v.string(),
	category: v.string(),
	validationStatus: v.picklist(POLICY_STATUSES),
	background: OptionalText,
	backgroundSource: OptionalText,
	etag: v.string(),
})

export const PositionGrid = v.object({
	election: v.object({ id: Id, name: v.string() }),
	/** By name. */
	candidates: v.array(v.object({ id: Id, name: v.string(), party: OptionalText })),
	/** In any status: by candidate as above, then oldest first. */
	statements: v.array(GridStatement),
	/** The cells with a position, in any status. */
	cells: v.array(Position),
})
export type PositionGrid = v.InferOutput<typeof PositionGrid>

const cellParams = v.object({
	electionId: RequestId,
	policyId: RequestId,
	candidateId: RequestId,
})

export const managePositions = {
	grid: endpoint({
		method: 'GET',
		path: '/admin/elections/:electionId/positions',
		access: 'admin',
		summary: "Get an election's statements and the positions of its candidates on them.",
		params: idParams('electionId'),
		reply: PositionGrid,
	}),
	/** All or nothing. A 412 has an error with the path `cells.N` for each cell that changed meanwhile. */
	setMany: endpoint({
		method: 'PUT',
		path: '/admin/elections/:electionId/positions',
		access: 'admin',
		summary: 'Set or clear many positions at once, all or none.',
		params: idParams('electionId'),
		body: v.object({
			cells: v.pipe(
				v.array(CellChange, 'must be a list of cells'),
				v.minLength(1, 'must have at least one cell'),
				v.maxLength(CELLS_MAX, `must have at most ${CELLS_MAX} cells`),
			),
		}),
		/** The cells as stored, in the order of the request; null where a cell is now empty. */
		reply: v.object({ cells: v.array(v.nullable(Position)) }),
		idempotent: true,
		maxBytes: 4 * 1024 * 1024,
	}),
	merge: endpoint({
		method: 'POST',
		path: '/admin/elections/:electionId/positions/merge',
		access: 'admin',
		summary:
			'Merge two statements that say the same. The owner of the dropped one gets a position for the other. Restoring the dropped statement undoes it.',
		params: idParams('electionId'),
		body: v.object({
			keep: BodyId,
			drop: BodyId,
			/** Apply only to these versions of the statements. */
			keepEtag: v.nullish(v.string('must be a text')),
			dropEtag: v.nullish(v.string('must be a text')),
		}),
		reply: v.object({
			/** Id of the deleted statement; `POST /admin/policies/:id/restore` undoes the merge until then. */
			dropped: v.object({ id: Id, restorableUntil: v.string() }),
			/** All positions on the kept statement. */
			cells: v.array(Position),
		}),
		idempotent: true,
	}),
	set: endpoint({
		method: 'PUT',
		path: '/admin/elections/:electionId/positions/:policyId/:candidateId',
		access: 'admin',
		summary: "Set a candidate's position on another candidate's statement.",
		params: cellParams,
		body: PositionFields,
		reply: Position,
		idempotent: true,
		conditional: true,
	}),
	clear: endpoint({
		method: 'DELETE',
		path: '/admin/elections/:electionId/positions/:policyId/:candidateId',
		access: 'admin',
		summary: 'Delete a position. It can be restored for 30 days.',
		params: cellParams,
		reply: v.object({ id: Id, restorableUntil: v.string() }),
		idempotent: true,
		conditional: true,
	}),
	restore: endpoint({
		method: 'POST',
		path: '/admin/positions/:id/restore',
		access: 'admin',
		summary: 'Restore a deleted position.',
		params: idParams('id'),
		reply: Position,
		idempotent: true,
	}),
} as const
