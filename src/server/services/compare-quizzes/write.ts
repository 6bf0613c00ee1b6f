import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { QuizFields } from '#contract/admin/quizzes.ts'
import type { FieldError } from '#contract/endpoint.ts'
import type { Db } from '../../db/open.ts'
import {
	candidateElections,
	candidates,
	compareQuizCandidates,
	compareQuizzes,
} from '../../db/schema.ts'
import { isRowId } from '../../db/sql.ts'
import { fieldError, invalid, serviceError } from '../../http/errors.ts'
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
import { keepElections } from '../elections/admin-read.ts'
import { holdQuiz, quizFields, readQuiz, type SentQuiz, toManagedQuiz } from './admin-read.ts'
import { fieldValues, QUIZ_COLUMNS, type QuizRow } from './row.ts'

interface Compared {
	readonly electionId: string
	readonly candidateIds: readonly string[]
}

/** @throws 400 with every invalid field: missing election, missing candidates, or candidates of other elections. */
const guardCompared = async (tx: Db, compared: Compared): Promise<void> => {
	const { electionId, candidateIds } = compared
	if ((await keepElections(tx, [electionId])).length === 0) {
		throw invalid([fieldError('electionId', 'election-gone')])
	}
	const there = await tx
		.select({ id: candidates.id, name: candidates.name })
		.from(candidates)
		.where(and(inArray(candidates.id, candidateIds.filter(isRowId)), notDeleted(candidates)))
		.orderBy(asc(candidates.id))
		.for('key share')
	const standing = await standingIn(tx, electionId)
	const errors = candidateIds.flatMap((id, at): FieldError[] => {
		const candidate = there.find((row) => row.id === id)
		if (candidate !== undefined && standing.has(id)) return []
		const given =
			candidate === undefined
				? 'candidate-gone'
				: ({ code: 'candidate-not-in-election', values: { name: candidate.name } } as const)
		return [fieldError(`candidateIds.${at}`, given)]
	})
	if (errors.length > 0) throw invalid(errors)
}

export const standingIn = async (db: Db, electionId: string): Promise<ReadonlySet<string>> => {
	const rows = await db
		.select({ id: candidateElections.candidateId })
		.from(candidateElections)
		.where(eq(candidateElections.electionId, electionId))
	return new Set(rows.map(({ id }) => id))
}

const link = async (tx: Db, compareQuizId: string, ids: readonly string[]): Promise<void> => {
	const rows = ids.map((candidateId) => ({ compareQuizId, candidateId }))
	// Links of deleted candidates stay, so that restoring a candidate also restores them in the quiz.
	await tx.insert(compareQuizCandidates).values(rows).onConflictDoNothing()
}

/** Creates a quiz. @throws 400 if the election or a candidate does not exist, or they do not match. */
export const createQuiz = (context: AdminContext, fields: QuizFields): Promise<SentQuiz> =>
	changeOnce(context, { action: 'compareQuiz.created', target: null, body: fields }, async (tx) => {
		await guardCompared(tx, fields)
		const row = { id: randomUUID(), ...fieldValues(fields), createdAt: context.now }
		const [made] = await tx.insert(compareQuizzes).values(row).returning(QUIZ_COLUMNS)
		await link(tx, row.id, fields.candidateIds)
		const told = await toManagedQuiz({ db: tx, now: context.now }, found(made))
		return { target: row.id, name: fields.name, before: null, after: fields, told }
	})

const update = async (tx: Db, id: string, set: Partial<QuizRow>): Promise<QuizRow> => {
	const [row] = await tx
		.update(compareQuizzes)
		.set({ ...set, ...nextVersion(compareQuizzes) })
		.where(eq(compareQuizzes.id, id))
		.returning(QUIZ_COLUMNS)
	return row as QuizRow
}

const unlink = async (tx: Db, id: string, dropped: readonly string[]): Promise<void> => {
	await tx
		.delete(compareQuizCandidates)
		.where(
			and(
				eq(compareQuizCandidates.compareQuizId, id),
				inArray(compareQuizCandidates.candidateId, [...dropped]),
			),
		)
}

/** Updates a quiz. Attempts in progress keep their statements. @throws 404; 412 for another version; 400. */
export const updateQuiz = (
	context: AdminContext,
	target: string,
	fields: QuizFields,
): Promise<SentQuiz> =>
	changeOnce(context, { action: 'compareQuiz.updated', target, body: fields }, async (tx) => {
		const { electionId } = found(await readQuiz(tx, target))
		await keepElections(tx, [electionId, fields.electionId])
		const row = found(await holdQuiz(tx, target))
		guardVersion(context, row.revised)
		await guardCompared(tx, fields)
		const before = await quizFields(tx, row)
		const changed = await update(tx, row.id, fieldValues(fields))
		const dropped = before.candidateIds.filter((id) => !fields.candidateIds.includes(id))
		await unlink(tx, row.id, dropped)
		await link(tx, row.id, fields.candidateIds)
		const told = await toManagedQuiz({ db: tx, now: context.now }, changed)
		return { target: row.id, name: fields.name, before, after: fields, told }
	})

export const setQuizActive = (
	context: AdminContext,
	target: string,
	active: boolean,
): Promise<SentQuiz> => {
	const action = active ? 'compareQuiz.activated' : 'compareQuiz.deactivated'
	return changeOnce(context, { action, target }, async (tx) => {
		const row = found(await holdQuiz(tx, target))
		guardVersion(context, row.revised)
		const before = await quizFields(tx, row)
		const changed = await update(tx, row.id, { active })
		const told = await toManagedQuiz({ db: tx, now: context.now }, changed)
		return { target: row.id, name: row.name, before, after: { ...before, active }, told }
	})
}

/** Deletes a quiz. Voters keep their attempts. */
export const deleteQuiz = (context: AdminContext, target: string): Promise<Deleted> =>
	changeOnce(context, { action: 'compareQuiz.deleted', target }, async (tx) => {
		const row = found(await holdQuiz(tx, target))
		guardVersion(context, row.revised)
		const before = await quizFields(tx, row)
		await update(tx, row.id, { deletedAt: context.now })
		const told = toldDeleted(row.id, context.now)
		return { target: row.id, name: row.name, before, after: null, told }
	})

/** Restores a deleted quiz. @throws 409 while its election is deleted. */
export const restoreQuiz = (context: AdminContext, target: string): Promise<SentQuiz> =>
	changeOnce(context, { action: 'compareQuiz.restored', target }, async (tx) => {
		const { electionId } = foundDeleted(await readQuiz(tx, target), context.now)
		if ((await keepElections(tx, [electionId])).length === 0) {
			throw serviceError('conflict', 'quiz-election-deleted')
		}
		const row = foundDeleted(await holdQuiz(tx, target), context.now)
		const restored = await update(tx, row.id, { deletedAt: null, deletedWith: null })
		const after = await quizFields(tx, restored)
		const told = await toManagedQuiz({ db: tx, now: context.now }, restored)
		return { target: row.id, name: row.name, before: null, after, told }
	})
