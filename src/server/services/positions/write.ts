import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { CellChange, managePositions, PositionFields } from '#contract/admin/positions.ts'
import type { FieldError, Sent } from '#contract/endpoint.ts'
import { writeAudits } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import { positions } from '../../db/schema.ts'
import { rowId } from '../../db/sql.ts'
import { fieldError, invalid, notFound, serviceError } from '../../http/errors.ts'
import {
	type AdminContext,
	changeOnce,
	type Deleted,
	foundDeleted,
	guardVersion,
	toldDeleted,
} from '../admin-shared/change.ts'
import { standingIn } from '../compare-quizzes/write.ts'
import { getElection } from '../elections/read.ts'
import {
	type Board,
	cellKey,
	cellProblem,
	entryOf,
	holdBoard,
	positionAt,
	rowAfter,
	writeCells,
} from './cells.ts'
import { cellEtag, type PositionRow, positionFields, toPosition } from './row.ts'

type Rows = typeof managePositions
type SentPosition = Sent<Rows['set']>

interface CellPath {
	readonly electionId: string
	readonly policyId: string
	readonly candidateId: string
}

/** Version of an empty cell, as in `EMPTY_CELL_ETAG`. */
const EMPTY_VERSION = 0

const writeCell = async (tx: Db, row: PositionRow): Promise<PositionRow> =>
	(await writeCells(tx, [row]))[0] as PositionRow

/** Sets a position. @throws 404 without the election; 412; 400 for the owner, an outsider or an unknown statement. */
export const setPosition = (
	context: AdminContext,
	{ electionId, ...cell }: CellPath,
	fields: PositionFields,
): Promise<SentPosition> => {
	const target = `${electionId} ${cellKey(cell)}`
	const operation = { action: 'position.updated', target, body: fields }
	return changeOnce(context, operation, async (tx) => {
		const election = await getElection(tx, electionId)
		const board = await holdBoard(tx, [cell])
		const standing = await standingIn(tx, String(election.id))
		const problem = cellProblem(board, standing, cell, '')
		if (problem !== null) throw invalid([problem])
		const before = positionAt(board, cell)
		guardVersion(context, before?.revised ?? EMPTY_VERSION)
		const after = await writeCell(tx, rowAfter(board, { ...cell, ...fields }, context.now))
		return { ...entryOf(board, before, after), told: toPosition(after) }
	})
}

/** Deletes a position. @throws 404 if the cell is empty; 412. */
export const clearPosition = (
	context: AdminContext,
	{ electionId, ...cell }: CellPath,
): Promise<Deleted> => {
	const target = `${electionId} ${cellKey(cell)}`
	return changeOnce(context, { action: 'position.deleted', target }, async (tx) => {
		const election = await getElection(tx, electionId)
		const board = await holdBoard(tx, [cell])
		const standing = await standingIn(tx, String(election.id))
		const before = positionAt(board, cell)
		if (before === null || cellProblem(board, standing, cell, '') !== null) throw notFound()
		guardVersion(context, before.revised)
		const after = await writeCell(tx, { ...before, deletedAt: context.now })
		return { ...entryOf(board, before, after), told: toldDeleted(after.id, context.now) }
	})
}

/** Restores a position. @throws 404; 409 if it is not deleted, or its statement or candidate is. */
export const restorePosition = (context: AdminContext, target: string): Promise<SentPosition> =>
	changeOnce(context, { action: 'position.restored', target }, async (tx) => {
		const [cell] = await tx
			.select()
			.from(positions)
			.where(eq(positions.id, rowId(target)))
		if (cell === undefined) throw notFound()
		const board = await holdBoard(tx, [cell])
		// Read again, because another call may have changed it before the statement was locked.
		const row = foundDeleted(board.rows.get(cellKey(cell)) ?? cell, context.now)
		if (!board.statements.has(row.policyId)) {
			throw serviceError('conflict', 'position-policy-deleted')
		}
		if (!board.names.has(row.candidateId)) {
			throw serviceError('conflict', 'position-candidate-deleted')
		}
		const after = await writeCell(tx, { ...row, deletedAt: null })
		const entry = { ...entryOf(board, null, after), action: 'position.restored' }
		return { ...entry, told: toPosition(after) }
	})

interface Step {
	readonly before: PositionRow | null
	/** Null for a cell that was empty and stays so. */
	readonly after: PositionRow | null
}

const guardCells = (
	board: Board,
	standing: ReadonlySet<string>,
	changes: readonly CellChange[],
): void => {
	const seen = new Set<string>()
	const errors = changes.flatMap((change, at): FieldError[] => {
		const problem = cellProblem(board, standing, change, `cells.${at}.`)
		if (problem !== null) return [problem]
		if (seen.has(cellKey(change))) return [fieldError(`cells.${at}`, 'position-twice')]
		seen.add(cellKey(change))
		return []
	})
	if (errors.length > 0) throw invalid(errors)
	const conflicts = changes.flatMap(({ etag, ...cell }, at): FieldError[] =>
		etag && etag !== cellEtag(positionAt(board, cell))
			? [fieldError(`cells.${at}`, 'changed-meanwhile')]
			: [],
	)
	if (conflicts.length > 0) {
		throw serviceError('precondition-failed', 'changed-meanwhile', { errors: conflicts })
	}
}

const planCell = (
	board: Board,
	{ value, etag: _, ...change }: CellChange,
	now: Date,
): PositionRow | null => {
	if (value !== null) return rowAfter(board, { ...change, value }, now)
	const before = positionAt(board, change)
	return before && { ...before, deletedAt: now }
}

const isSame = ({ before, after }: Step): boolean =>
	before === null || after === null
		? before === after
		: after.deletedAt === null && isDeepStrictEqual(positionFields(before), positionFields(after))

/**
 * Sets and clears many positions, all or none. Unchanged cells keep their version. @throws 404 without the election; 400
 * and 412 with the path of each cell.
 */
export const setPositions = (
	context: AdminContext,
	electionId: string,
	changes: readonly CellChange[],
): Promise<Sent<Rows['setMany']>> => {
	const operation = { action: 'election.positionsSet', target: electionId, body: changes }
	return changeOnce(context, operation, async (tx) => {
		const { id, name } = await getElection(tx, electionId)
		const board = await holdBoard(tx, changes)
		guardCells(board, await standingIn(tx, String(id)), changes)
		const steps = changes.map(
			(change): Step => ({
				before: positionAt(board, change),
				after: planCell(board, change, context.now),
			}),
		)
		const moved = steps.filter((step) => !isSame(step))
		const rows = await writeCells(
			tx,
			moved.flatMap(({ after }) => after ?? []),
		)
		const written = new Map(rows.map((row) => [cellKey(row), row]))
		const entries = moved.map(({ before }, at) => ({
			...entryOf(board, before, rows[at] as PositionRow),
			...{ actorId: context.user.id, at: context.now, detail: { with: id } },
		}))
		await writeAudits(tx, entries)
		const cells = steps.map(({ before, after }) => {
			const row = after && (written.get(cellKey(after)) ?? before)
			return row === null || row.deletedAt !== null ? null : toPosition(row)
		})
		if (moved.length === 0) return { target: null, told: { cells } }
		const after = { positions: moved.length }
		return { target: String(id), name, before: null, after, told: { cells } }
	})
}
