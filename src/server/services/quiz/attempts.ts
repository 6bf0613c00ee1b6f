import { and, asc, desc, eq, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { FieldError } from '#contract/endpoint.ts'
import { HISTORY_PAGE, type InteractBody } from '#contract/quiz.ts'
import {
	type Answer,
	type AnswerError,
	type Attempt,
	answer,
	answersMissing,
	progress,
} from '#domain/quiz.ts'
import type { QuizType } from '#domain/types.ts'
import type { Db } from '../../db/open.ts'
import { attemptEvents, attempts } from '../../db/schema.ts'
import { isRowId, prepared, rowId } from '../../db/sql.ts'
import { invalid, notFound, type ServiceError, serviceError } from '../../http/errors.ts'

export type AttemptRow = typeof attempts.$inferSelect

const selectOwn = (db: Db) =>
	db
		.select()
		.from(attempts)
		.where(
			and(eq(attempts.id, sql.placeholder('id')), eq(attempts.userId, sql.placeholder('userId'))),
		)
const ownAttempt = prepared((db) => selectOwn(db).prepare('own_attempt'))
const ownAttemptLocked = prepared((db) => selectOwn(db).for('update').prepare('own_attempt_locked'))

/** Returns the voter's attempt. @throws 404 if it does not exist or belongs to another voter. */
export const getOwnAttempt = async (db: Db, userId: string, id: string): Promise<AttemptRow> => {
	const [row] = await ownAttempt(db).execute({ id: rowId(id), userId })
	if (row === undefined) throw notFound()
	return row
}

/** Locks the voter's attempt until the transaction ends, so that its events cannot change. @throws 404. */
export const lockOwnAttempt = async (tx: Db, userId: string, id: string): Promise<AttemptRow> => {
	const [row] = await ownAttemptLocked(tx).execute({ id: rowId(id), userId })
	if (row === undefined) throw notFound()
	return row
}

/** Finds an attempt to restore, if the backup contained it or another device was faster. */
export const findRestored = async (
	tx: Db,
	userId: string,
	id: string | undefined,
): Promise<AttemptRow | null> => {
	if (id === undefined || !isRowId(id)) return null
	const [row] = await ownAttempt(tx).execute({ id, userId })
	return row ?? null
}

const olderThan = ({ id, startedAt }: AttemptRow): SQL | undefined =>
	or(lt(attempts.startedAt, startedAt), and(eq(attempts.startedAt, startedAt), lt(attempts.id, id)))

/** Reads a page of the voter's attempts, newest first, without superseded ones. @throws 404 for an unknown cursor. */
export const listOwnAttempts = async (
	db: Db,
	userId: string,
	before: string | undefined,
): Promise<AttemptRow[]> => {
	const older =
		before === undefined ? undefined : olderThan(await getOwnAttempt(db, userId, before))
	return db
		.select()
		.from(attempts)
		.where(and(eq(attempts.userId, userId), isNull(attempts.supersededAt), older))
		.orderBy(desc(attempts.startedAt), desc(attempts.id))
		.limit(HISTORY_PAGE)
}

const foremost = prepared((db) =>
	db
		.select()
		.from(attempts)
		.where(
			and(
				eq(attempts.userId, sql.placeholder('userId')),
				eq(attempts.compareQuizId, sql.placeholder('quizId')),
				or(eq(attempts.status, 'COMPLETED'), isNull(attempts.supersededAt)),
			),
		)
		.orderBy(desc(eq(attempts.status, 'IN_PROGRESS')))
		.limit(1)
		.prepare('foremost_attempt'),
)

export interface Before {
	/** The attempt in progress; there is at most one. */
	readonly live: AttemptRow | null
	/** Always false while an attempt is in progress. */
	readonly completed: boolean
}

export const findBefore = async (db: Db, userId: string, quizId: string): Promise<Before> => {
	const [row] = await foremost(db).execute({ userId, quizId })
	const live = row?.status === 'IN_PROGRESS' ? row : null
	return { live, completed: row?.status === 'COMPLETED' }
}

/** An attempt, and the id of its last applied event; 0 if there is none. */
export type Folded = Attempt & { readonly revision: number }

const EVENT_COLUMNS = {
	id: attemptEvents.id,
	attemptId: attemptEvents.attemptId,
	kind: attemptEvents.kind,
	policyId: attemptEvents.policyId,
	value: attemptEvents.value,
	selected: attemptEvents.selected,
}
export type LastEvent = Pick<typeof attemptEvents.$inferSelect, keyof typeof EVENT_COLUMNS>

const lastEvents = (db: Db, ids: readonly string[], upTo: number | null): Promise<LastEvent[]> =>
	db
		.selectDistinctOn(
			[attemptEvents.attemptId, attemptEvents.kind, attemptEvents.policyId],
			EVENT_COLUMNS,
		)
		.from(attemptEvents)
		.where(
			and(
				inArray(attemptEvents.attemptId, [...ids]),
				eq(attemptEvents.applied, true),
				upTo === null ? undefined : lte(attemptEvents.id, upTo),
			),
		)
		.orderBy(
			asc(attemptEvents.attemptId),
			asc(attemptEvents.kind),
			asc(attemptEvents.policyId),
			desc(attemptEvents.id),
		)

type Frozen = Pick<AttemptRow, 'id' | 'quizType' | 'statements' | 'formula'>

/** Folds an attempt from the last event of each kind and policy. */
export const fold = (row: Omit<Frozen, 'id'>, events: readonly LastEvent[]): Folded => {
	const answers: Record<string, number | null> = {}
	let selection: readonly string[] | null = null
	let status: Attempt['status'] = 'IN_PROGRESS'
	for (const { kind, policyId, value, selected } of events) {
		if (kind === 'COMPLETE') status = 'COMPLETED'
		if (selected !== null) selection = selected
		if (policyId !== null) answers[policyId] = value
	}
	const revision = Math.max(0, ...events.map(({ id }) => id))
	const { quizType, statements, formula } = row
	return { quizType, status, statements, answers, selection, formula, revision }
}

/** Folds attempts from their events, in the order of `rows`. */
export const foldAttempts = async (db: Db, rows: readonly AttemptRow[]): Promise<Folded[]> => {
	const ids = rows.map((row) => row.id)
	const byAttempt = new Map<string, LastEvent[]>(ids.map((id) => [id, []]))
	for (const event of await lastEvents(db, ids, null)) byAttempt.get(event.attemptId)?.push(event)
	return rows.map((row) => fold(row, byAttempt.get(row.id) ?? []))
}

/** The last sequence number in a stream by policy; null is the key of the selection. */
export type Places = Map<string | null, number>

/** Detects older answers of the same stream to the same statement. Between streams, the last arrival wins. */
export const isLate = (places: Places, policyId: string | null, seq: number): boolean =>
	(places.get(policyId) ?? seq) > seq

/** Folds one attempt from its events, optionally only up to an event. */
export const foldAttempt = async (
	db: Db,
	row: Frozen,
	upTo: number | null = null,
): Promise<Folded> => fold(row, await lastEvents(db, [row.id], upTo))

const alreadyCompleted = () => serviceError('conflict', 'quiz-already-completed')

const answerOf = (body: InteractBody): Answer =>
	body.interactionType === 'POLICY_PICK'
		? { selectedPolicyIds: body.selectedPolicyIds }
		: { policyId: body.policyId, value: 'value' in body ? body.value : null }

const wrongKind = (quizType: QuizType): FieldError => ({
	path: 'interactionType',
	message: `must be ${quizType === 'POLICY_PICK' ? quizType : `${quizType} or SKIP`} for this quiz`,
})

const refusalOf = (error: AnswerError, quizType: QuizType): ServiceError => {
	const idsPath = quizType === 'POLICY_PICK' ? 'selectedPolicyIds' : 'policyId'
	switch (error.code) {
		case 'completed':
			return alreadyCompleted()
		case 'wrong-kind':
			return invalid([wrongKind(quizType)])
		case 'unknown-policy':
			return invalid([{ path: idsPath, message: `${error.policyId} is not part of this quiz` }])
		case 'bad-value':
			return invalid([{ path: 'value', message: 'is no answer of this quiz' }])
		case 'duplicate':
			return invalid([{ path: idsPath, message: `has ${error.policyId} more than once` }])
		case 'too-few':
			return invalid([{ path: idsPath, message: `needs at least ${error.needed} policies` }])
	}
}

export interface AnswerDetail {
	readonly policyId: string | null
	readonly value: number | null
	readonly selected: readonly string[] | null
	readonly responseTimeMs: number
}

/** Applies an answer or a whole selection. @throws 400 or 409 by the domain's rules. */
export const giveAnswer = (
	before: Attempt,
	body: InteractBody,
): { readonly after: Attempt; readonly detail: AnswerDetail } => {
	const { quizType } = before
	const isSkip = body.interactionType === 'SKIP' && quizType !== 'POLICY_PICK'
	if (body.interactionType !== quizType && !isSkip) throw invalid([wrongKind(quizType)])
	const given = answerOf(body)
	const answered = answer(before, given)
	if (!answered.ok) throw refusalOf(answered.error, quizType)
	const detail = {
		policyId: 'policyId' in given ? given.policyId : null,
		value: 'value' in given ? given.value : null,
		selected: 'selectedPolicyIds' in given ? given.selectedPolicyIds : null,
		responseTimeMs: body.responseTimeMs,
	}
	return { after: answered.value, detail }
}

/**
 * 409 for completing an attempt too early: says how many questions are unanswered and not skipped, or how many answers
 * the results still need. @param early true if unanswered questions are accepted.
 */
export const unfinished = (attempt: Attempt, early = false): ServiceError => {
	const { total, answered, skipped } = progress(attempt)
	const open = total - answered - skipped
	const missing = answersMissing(attempt)
	const isPick = attempt.quizType === 'POLICY_PICK'
	if (!isPick && missing > 0 && (early || open === 0)) {
		return serviceError(
			'conflict',
			missing === 1
				? 'one-answer-missing'
				: { code: 'answers-missing', values: { count: missing } },
		)
	}
	return serviceError(
		'conflict',
		open === 1
			? 'one-question-unanswered'
			: { code: 'questions-unanswered', values: { count: open } },
	)
}
