import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { ElectionFields } from '#contract/admin/elections.ts'
import { writeAudits } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import { compareQuizzes, elections } from '../../db/schema.ts'
import {
	type AdminContext,
	changeOnce,
	type Deleted,
	found,
	foundDeleted,
	guardVersion,
	nextVersion,
	notDeleted,
	toldDeleted,
} from '../admin-shared/change.ts'
import { quizzesFields } from '../compare-quizzes/admin-read.ts'
import { QUIZ_COLUMNS, type QuizRow } from '../compare-quizzes/row.ts'
import { holdElection, type SentElection, toManagedElection } from './admin-read.ts'
import { ELECTION_COLUMNS, type ElectionRow, electionFields } from './row.ts'

export const createElection = (
	context: AdminContext,
	fields: ElectionFields,
): Promise<SentElection> =>
	changeOnce(context, { action: 'election.created', target: null, body: fields }, async (tx) => {
		const row = { id: randomUUID(), ...fields, createdAt: context.now }
		const [made] = await tx.insert(elections).values(row).returning(ELECTION_COLUMNS)
		const told = await toManagedElection(tx, found(made))
		return { target: row.id, name: fields.name, before: null, after: fields, told }
	})

const update = async (tx: Db, id: string, set: Partial<ElectionRow>): Promise<ElectionRow> => {
	const [row] = await tx
		.update(elections)
		.set({ ...set, ...nextVersion(elections) })
		.where(eq(elections.id, id))
		.returning(ELECTION_COLUMNS)
	return row as ElectionRow
}

/** Updates an election. @throws 404; 412 for another version. */
export const updateElection = (
	context: AdminContext,
	target: string,
	fields: ElectionFields,
): Promise<SentElection> =>
	changeOnce(context, { action: 'election.updated', target, body: fields }, async (tx) => {
		const row = found(await holdElection(tx, target))
		guardVersion(context, row.revised)
		const told = await toManagedElection(tx, await update(tx, row.id, fields))
		const before = electionFields(row)
		return { target: row.id, name: fields.name, before, after: fields, told }
	})

const noteQuizzes = async (
	tx: Db,
	{ user, now }: AdminContext,
	what: { readonly action: 'compareQuiz.deleted' | 'compareQuiz.restored'; readonly with: string },
	rows: readonly QuizRow[],
): Promise<void> => {
	const fields = await quizzesFields(tx, rows)
	const gone = what.action === 'compareQuiz.deleted'
	const entries = rows.map(({ id, name }, at) => ({
		...{ actorId: user.id, action: what.action, target: id, name, at: now },
		before: gone ? (fields[at] ?? null) : null,
		after: gone ? null : (fields[at] ?? null),
		detail: { with: what.with },
	}))
	await writeAudits(tx, entries)
}

/** Deletes an election with its quizzes. Its candidates stay. */
export const deleteElection = (context: AdminContext, target: string): Promise<Deleted> =>
	changeOnce(context, { action: 'election.deleted', target }, async (tx) => {
		const row = found(await holdElection(tx, target))
		guardVersion(context, row.revised)
		await update(tx, row.id, { deletedAt: context.now })
		const quizzes = await tx
			.update(compareQuizzes)
			.set({ deletedAt: context.now, deletedWith: row.id, ...nextVersion(compareQuizzes) })
			.where(and(eq(compareQuizzes.electionId, row.id), notDeleted(compareQuizzes)))
			.returning(QUIZ_COLUMNS)
		await noteQuizzes(tx, context, { action: 'compareQuiz.deleted', with: row.id }, quizzes)
		const told = toldDeleted(row.id, context.now)
		const detail = { quizzes: quizzes.map(({ name }) => name) }
		return {
			target: row.id,
			name: row.name,
			before: electionFields(row),
			after: null,
			detail,
			told,
		}
	})

export const restoreElection = (context: AdminContext, target: string): Promise<SentElection> =>
	changeOnce(context, { action: 'election.restored', target }, async (tx) => {
		const row = foundDeleted(await holdElection(tx, target), context.now)
		const restored = await update(tx, row.id, { deletedAt: null })
		const quizzes = await tx
			.update(compareQuizzes)
			.set({ deletedAt: null, deletedWith: null, ...nextVersion(compareQuizzes) })
			.where(and(eq(compareQuizzes.electionId, row.id), eq(compareQuizzes.deletedWith, row.id)))
			.returning(QUIZ_COLUMNS)
		await noteQuizzes(tx, context, { action: 'compareQuiz.restored', with: row.id }, quizzes)
		const told = await toManagedElection(tx, restored)
		return { target: row.id, name: row.name, before: null, after: electionFields(row), told }
	})
