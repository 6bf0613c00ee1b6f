import { and, desc, eq } from 'drizzle-orm'
import type { managePositions } from '#contract/admin/positions.ts'
import type { FieldError, HandlerInput, Sent } from '#contract/endpoint.ts'
import { writeAudits } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import { audit, policies } from '../../db/schema.ts'
import { isRowId } from '../../db/sql.ts'
import { fieldError, invalid, serviceError } from '../../http/errors.ts'
import {
	type AdminContext,
	changeOnce,
	etagOf,
	nextVersion,
	toldDeleted,
} from '../admin-shared/change.ts'
import { standingIn } from '../compare-quizzes/write.ts'
import { getElection } from '../elections/read.ts'
import { lockPolicy } from '../policies/admin-read.ts'
import { type PolicyRow, policyFields } from '../policies/row.ts'
import { type Board, entryOf, holdBoard, positionAt, rowAfter, writeCells } from './cells.ts'
import { type PositionRow, positionFields, toPosition } from './row.ts'

type Row = typeof managePositions.merge
type Body = HandlerInput<Row>['body']

interface Pair {
	readonly keep: PolicyRow
	readonly drop: PolicyRow
}

/** Locks both statements, always in the same order. @throws 400 if one does not exist, or both are the same. */
const holdPair = async (tx: Db, { keep, drop }: Body): Promise<Pair> => {
	if (keep === drop) throw invalid([fieldError('drop', 'merge-same-statement')])
	const rows = new Map<string, PolicyRow>()
	for (const id of [keep, drop].filter(isRowId).toSorted()) {
		const row = await lockPolicy(tx, id)
		if (row?.deletedAt === null) rows.set(id, row)
	}
	const [kept, dropped] = [rows.get(keep), rows.get(drop)]
	if (kept !== undefined && dropped !== undefined) return { keep: kept, drop: dropped }
	throw invalid([
		...(kept === undefined ? [fieldError('keep', 'statement-gone')] : []),
		...(dropped === undefined ? [fieldError('drop', 'statement-gone')] : []),
	])
}

const guardPair = (
	{ keep, drop }: Pair,
	{ keepEtag, dropEtag }: Body,
	{ names }: Board,
	standing: ReadonlySet<string>,
): void => {
	const outside = Object.entries({ keep, drop }).flatMap(([path, { candidateId }]): FieldError[] =>
		names.has(candidateId) && standing.has(candidateId)
			? []
			: [fieldError(path, 'statement-not-in-election')],
	)
	if (outside.length > 0) throw invalid(outside)
	if (keep.candidateId === drop.candidateId) {
		const values = { name: names.get(keep.candidateId) ?? '' }
		throw invalid([fieldError('drop', { code: 'merge-same-owner', values })])
	}
	const changed = [
		...(keepEtag && keepEtag !== etagOf(keep.revised) ? ['keep'] : []),
		...(dropEtag && dropEtag !== etagOf(drop.revised) ? ['drop'] : []),
	]
	if (changed.length === 0) return
	const errors = changed.map((path) => fieldError(path, 'changed-meanwhile'))
	throw serviceError('precondition-failed', 'changed-meanwhile', { errors })
}

const WEB_ADDRESS = /^https?:\/\//i

/** The owner's position on the kept statement, in the words of the dropped one. */
const ownersCell = (board: Board, { keep, drop }: Pair, now: Date): PositionRow => {
	const { sourceUrl } = drop
	const cell = { policyId: keep.id, candidateId: drop.candidateId }
	return rowAfter(
		board,
		{
			...{ ...cell, value: 2, status: drop.validationStatus, givenBy: 'candidate' },
			...{ quote: drop.quote ?? drop.text, source: drop.source },
			url: sourceUrl !== null && WEB_ADDRESS.test(sourceUrl) ? sourceUrl : null,
		},
		now,
	)
}

/** Positions on the dropped statement of candidates without one on the kept statement. */
const othersCells = (board: Board, { keep, drop }: Pair, now: Date): PositionRow[] =>
	[...board.rows.values()]
		.filter((row) => row.policyId === drop.id && row.deletedAt === null)
		.map((row) => ({
			...{ policyId: keep.id, candidateId: row.candidateId },
			...positionFields(row),
		}))
		.filter((cell) => cell.candidateId !== keep.candidateId && positionAt(board, cell) === null)
		.map((cell) => rowAfter(board, cell, now))

/** Cell that a merge wrote, as recorded with the deletion of the dropped statement, for its undo. */
interface MergedCell {
	readonly candidateId: string
	/** Version that the merge left. */
	readonly revised: number
	/** Null if the cell was empty. */
	readonly before: ReturnType<typeof positionFields> | null
}

/**
 * Merges two statements of different candidates: the dropped one's owner gets a position of +2 on the kept one, its
 * other positions are copied where the kept one has none, and it is deleted. @throws 404 without the election; 400; 412.
 */
export const mergeStatements = (
	context: AdminContext,
	electionId: string,
	body: Body,
): Promise<Sent<Row>> =>
	changeOnce(context, { action: 'policy.merged', target: electionId, body }, async (tx) => {
		const { user, now } = context
		const election = await getElection(tx, electionId)
		const pair = await holdPair(tx, body)
		const { keep, drop } = pair
		const board = await holdBoard(
			tx,
			[keep, drop].map(({ id, candidateId }) => ({ policyId: id, candidateId })),
		)
		guardPair(pair, body, board, await standingIn(tx, String(election.id)))
		const by = { actorId: user.id, at: now, detail: { with: drop.id } }
		const rows = await writeCells(tx, [
			ownersCell(board, pair, now),
			...othersCells(board, pair, now),
		])
		const steps = rows.map((after) => ({ after, before: positionAt(board, after) }))
		await tx
			.update(policies)
			.set({ deletedAt: now, ...nextVersion(policies) })
			.where(eq(policies.id, drop.id))
		const cells = steps.map(
			({ before, after }): MergedCell => ({
				candidateId: after.candidateId,
				revised: after.revised,
				before: before && positionFields(before),
			}),
		)
		await writeAudits(tx, [
			...steps.map(({ before, after }) => ({ ...entryOf(board, before, after), ...by })),
			{
				...{ ...by, action: 'policy.deleted', target: drop.id, name: drop.text },
				...{ before: policyFields(drop), after: null, detail: { mergedInto: keep.id, cells } },
			},
		])
		const merged = await holdBoard(tx, [{ policyId: keep.id, candidateId: keep.candidateId }])
		const live = [...merged.rows.values()].filter((row) => row.deletedAt === null)
		return {
			...{ target: keep.id, name: keep.text, before: { merged: null } },
			after: { merged: drop.text },
			told: { dropped: toldDeleted(drop.id, now), cells: live.map(toPosition) },
		}
	})

/**
 * Undoes the merge that deleted a statement, if one did: its cells on the kept statement become what they were, except
 * those that somebody has changed since.
 */
export const undoMerge = async (
	tx: Db,
	{ user, now }: Pick<AdminContext, 'user' | 'now'>,
	drop: Pick<PolicyRow, 'id'> & { readonly deletedAt: Date },
): Promise<void> => {
	const [deletion] = await tx
		.select({ detail: audit.detail })
		.from(audit)
		.where(
			and(
				eq(audit.target, drop.id),
				eq(audit.action, 'policy.deleted'),
				eq(audit.at, drop.deletedAt),
			),
		)
		.orderBy(desc(audit.id))
		.limit(1)
	// Safe: only a merge writes `mergedInto`, and the cells with it.
	const merge = deletion?.detail as
		| { readonly mergedInto?: string; readonly cells: readonly MergedCell[] }
		| undefined
	const policyId = merge?.mergedInto
	if (merge === undefined || policyId === undefined) return
	const board = await holdBoard(
		tx,
		merge.cells.map(({ candidateId }) => ({ policyId, candidateId })),
	)
	const steps = merge.cells.flatMap(({ candidateId, revised, before }) => {
		const row = positionAt(board, { policyId, candidateId })
		if (row?.revised !== revised) return []
		return [{ before: row, after: before ? { ...row, ...before } : { ...row, deletedAt: now } }]
	})
	const rows = await writeCells(
		tx,
		steps.map(({ after }) => after),
	)
	await writeAudits(
		tx,
		rows.map((after, at) => ({
			...entryOf(board, steps[at]?.before ?? null, after),
			...{ actorId: user.id, at: now, detail: { with: drop.id } },
		})),
	)
}
