import { and, asc, inArray, sql } from 'drizzle-orm'
import type { PositionFields } from '#contract/admin/positions.ts'
import type { FieldError } from '#contract/endpoint.ts'
import type { Db } from '../../db/open.ts'
import { candidates, policies, positions } from '../../db/schema.ts'
import { isRowId } from '../../db/sql.ts'
import { fieldError } from '../../http/errors.ts'
import { notDeleted } from '../admin-shared/change.ts'
import { newRow } from '../admin-shared/row.ts'
import { type PositionRow, positionFields } from './row.ts'

type Cell = Pick<PositionRow, 'policyId' | 'candidateId'>

interface Statement {
	readonly candidateId: string
	readonly text: string
}

/** Statements, candidates and stored positions that a change of cells is about. */
export interface Board {
	/** By id, without deleted ones. */
	readonly statements: ReadonlyMap<string, Statement>
	/** Names of candidates and owners by id, without deleted ones. */
	readonly names: ReadonlyMap<string, string>
	/** By {@link cellKey}, deleted ones too. */
	readonly rows: ReadonlyMap<string, PositionRow>
}

export const cellKey = ({ policyId, candidateId }: Cell): string => `${policyId} ${candidateId}`

/** Loads a board and locks its statements, always in the same order, so that writers wait for each other. */
export const holdBoard = async (tx: Db, cells: readonly Cell[]): Promise<Board> => {
	const policyIds = [...new Set(cells.map(({ policyId }) => policyId))].filter(isRowId)
	const statements = await tx
		.select({ id: policies.id, candidateId: policies.candidateId, text: policies.text })
		.from(policies)
		.where(and(inArray(policies.id, policyIds), notDeleted(policies)))
		.orderBy(asc(policies.id))
		// Weaker than `update`, which would make answers to these statements wait.
		.for('no key update')
	const mentioned = [...cells, ...statements].map(({ candidateId }) => candidateId).filter(isRowId)
	const people = await tx
		.select({ id: candidates.id, name: candidates.name })
		.from(candidates)
		.where(and(inArray(candidates.id, [...new Set(mentioned)]), notDeleted(candidates)))
	const rows = await tx.select().from(positions).where(inArray(positions.policyId, policyIds))
	return {
		statements: new Map(statements.map((row) => [row.id, row])),
		names: new Map(people.map(({ id, name }) => [id, name])),
		rows: new Map(rows.map((row) => [cellKey(row), row])),
	}
}

export const positionAt = ({ rows }: Board, cell: Cell): PositionRow | null => {
	const row = rows.get(cellKey(cell))
	return row === undefined || row.deletedAt !== null ? null : row
}

/**
 * Finds the reason why a cell cannot be set. @param standing candidates of the election. @param prefix of the field's
 * path: "" or "cells.3.".
 */
export const cellProblem = (
	{ statements, names }: Board,
	standing: ReadonlySet<string>,
	{ policyId, candidateId }: Cell,
	prefix: string,
): FieldError | null => {
	const owner = statements.get(policyId)?.candidateId
	if (owner === undefined) return fieldError(`${prefix}policyId`, 'statement-gone')
	if (!names.has(owner) || !standing.has(owner)) {
		return fieldError(`${prefix}policyId`, 'statement-not-in-election')
	}
	const path = `${prefix}candidateId`
	const name = names.get(candidateId)
	if (name === undefined) return fieldError(path, 'candidate-gone')
	const code = candidateId === owner ? 'position-own' : 'candidate-not-in-election'
	return candidateId !== owner && standing.has(candidateId)
		? null
		: fieldError(path, { code, values: { name } })
}

const EMPTY = { quote: null, source: null, url: null, note: null, givenBy: 'editor' } as const

/** The row of a cell after it is set. Fields that are not given keep what is stored. */
export const rowAfter = (
	board: Board,
	{ policyId, candidateId, value, status, ...texts }: Cell & PositionFields,
	now: Date,
): PositionRow => {
	const before = positionAt(board, { policyId, candidateId })
	const { deletedWith: _, ...fresh } = newRow(now)
	const given = Object.entries(texts).filter(([, text]) => text !== undefined)
	return {
		...(board.rows.get(cellKey({ policyId, candidateId })) ?? fresh),
		...(before ? positionFields(before) : EMPTY),
		...Object.fromEntries(given),
		...{ policyId, candidateId, value, status, deletedAt: null },
	}
}

/** Rows per statement. Larger statements would block the embedded database for too long. */
const BATCH = 250

/** Writes rows, each one version further than stored. @returns them as stored, in the order given. */
export const writeCells = async (
	tx: Db,
	rows: readonly PositionRow[],
): Promise<readonly PositionRow[]> => {
	const written = new Map<string, PositionRow>()
	for (let at = 0; at < rows.length; at += BATCH) {
		const stored = await tx
			.insert(positions)
			.values(rows.slice(at, at + BATCH))
			.onConflictDoUpdate({
				target: [positions.policyId, positions.candidateId],
				set: {
					value: sql`excluded.value`,
					quote: sql`excluded.quote`,
					source: sql`excluded.source`,
					url: sql`excluded.url`,
					note: sql`excluded.note`,
					status: sql`excluded.status`,
					givenBy: sql`excluded.given_by`,
					deletedAt: sql`excluded.deleted_at`,
					revised: sql`${positions.revised} + 1`,
				},
			})
			.returning()
		for (const row of stored) written.set(cellKey(row), row)
	}
	return rows.map((row) => written.get(cellKey(row)) ?? row)
}

export const entryOf = (
	{ statements, names }: Pick<Board, 'statements' | 'names'>,
	before: PositionRow | null,
	after: PositionRow,
) => {
	const isDeleted = after.deletedAt !== null
	const verb = before === null ? 'created' : 'updated'
	const [name, text] = [names.get(after.candidateId), statements.get(after.policyId)?.text]
	return {
		action: `position.${isDeleted ? 'deleted' : verb}`,
		target: after.id,
		name: `${name ?? ''}: ${text ?? ''}`,
		before: before && positionFields(before),
		after: isDeleted ? null : positionFields(after),
	}
}
