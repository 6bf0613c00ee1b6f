import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { CandidateFields } from '#contract/admin/candidates.ts'
import type { Db } from '../../db/open.ts'
import { candidateElections, candidates, elections } from '../../db/schema.ts'
import { fieldError, invalid } from '../../http/errors.ts'
import {
	type AdminContext,
	changeOnce,
	type Deleted,
	found,
	foundDeleted,
	guardVersion,
	nextVersion,
	toldDeleted,
} from '../admin-shared/change.ts'
import { keepElections } from '../elections/admin-read.ts'
import {
	candidateFields,
	lockCandidate,
	type SentCandidate,
	toManagedCandidate,
} from './admin-read.ts'
import { cascadeDelete, cascadeRestore } from './cascade.ts'
import { guardLogo } from './logos.ts'
import { CANDIDATE_COLUMNS, type CandidateRow, fieldValues } from './row.ts'

/** Locks elections against deletion until the transaction ends. @throws 400 if one does not exist. */
const guardElections = async (tx: Db, ids: readonly string[]): Promise<void> => {
	if ((await keepElections(tx, ids)).length === ids.length) return
	throw invalid([fieldError('electionIds', 'elections-gone')])
}

/** Links to deleted elections stay, after the others. */
const link = async (tx: Db, candidateId: string, electionIds: readonly string[]): Promise<void> => {
	const gone = tx.select({ id: elections.id }).from(elections).where(isNotNull(elections.deletedAt))
	const own = eq(candidateElections.candidateId, candidateId)
	const isKept = inArray(candidateElections.electionId, gone)
	await tx.delete(candidateElections).where(and(own, sql`not ${isKept}`))
	await tx
		.update(candidateElections)
		.set({ position: sql`${candidateElections.position} + ${electionIds.length}` })
		.where(own)
	if (electionIds.length === 0) return
	const rows = electionIds.map((electionId, position) => ({ candidateId, electionId, position }))
	await tx.insert(candidateElections).values(rows)
}

/** Creates a candidate. @throws 400 if an election or an uploaded logo does not exist. */
export const createCandidate = (
	context: AdminContext,
	fields: CandidateFields,
): Promise<SentCandidate> =>
	changeOnce(context, { action: 'candidate.created', target: null, body: fields }, async (tx) => {
		await guardElections(tx, fields.electionIds)
		await guardLogo(tx, fields.logo)
		const row = { id: randomUUID(), ...fieldValues(fields), createdAt: context.now }
		const [made] = await tx.insert(candidates).values(row).returning(CANDIDATE_COLUMNS)
		await link(tx, row.id, fields.electionIds)
		const told = await toManagedCandidate(tx, found(made))
		return { target: row.id, name: fields.name, before: null, after: fields, told }
	})

const update = async (tx: Db, id: string, set: Partial<CandidateRow>): Promise<CandidateRow> => {
	const [row] = await tx
		.update(candidates)
		.set({ ...set, ...nextVersion(candidates) })
		.where(eq(candidates.id, id))
		.returning(CANDIDATE_COLUMNS)
	return row as CandidateRow
}

/** Updates a candidate and their elections. @throws 404; 412 for another version; 400 as for creation. */
export const updateCandidate = (
	context: AdminContext,
	target: string,
	fields: CandidateFields,
): Promise<SentCandidate> =>
	changeOnce(context, { action: 'candidate.updated', target, body: fields }, async (tx) => {
		const row = found(await lockCandidate(tx, target))
		guardVersion(context, row.revised)
		const before = await candidateFields(tx, row)
		await guardElections(tx, fields.electionIds)
		if (fields.logo !== row.logo) await guardLogo(tx, fields.logo)
		const changed = await update(tx, row.id, fieldValues(fields))
		await link(tx, row.id, fields.electionIds)
		const told = await toManagedCandidate(tx, changed)
		return { target: row.id, name: fields.name, before, after: fields, told }
	})

/** Deletes a candidate with their policies, and ends a knowledge test with them. Quizzes continue without them. */
export const deleteCandidate = (context: AdminContext, target: string): Promise<Deleted> =>
	changeOnce(context, { action: 'candidate.deleted', target }, async (tx) => {
		const row = found(await lockCandidate(tx, target))
		guardVersion(context, row.revised)
		const before = await candidateFields(tx, row)
		await update(tx, row.id, { deletedAt: context.now })
		const detail = await cascadeDelete(tx, context, row.id)
		const told = toldDeleted(row.id, context.now)
		return { target: row.id, name: row.name, before, after: null, detail, told }
	})

export const restoreCandidate = (context: AdminContext, target: string): Promise<SentCandidate> =>
	changeOnce(context, { action: 'candidate.restored', target }, async (tx) => {
		const row = foundDeleted(await lockCandidate(tx, target), context.now)
		const restored = await update(tx, row.id, { deletedAt: null })
		await cascadeRestore(tx, context, row.id)
		const after = await candidateFields(tx, restored)
		const told = await toManagedCandidate(tx, restored)
		return { target: row.id, name: row.name, before: null, after, told }
	})
