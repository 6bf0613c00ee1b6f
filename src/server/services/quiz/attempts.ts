import { and, asc, desc, eq, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { FieldError } from '#contract/endpoint.ts'
import { HISTORY_PAGE, type InteractBody } from '#contract/quiz.ts'
import {
	ALREADY_COMPLETED,
	type Answer,
	type AnswerError,
	type Attempt,
	answer,
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

/** An attempt of the voter; 404 where there is none, and for somebody else's just so. */
export const getOwnAttempt = async (db: Db, userId: string, id: string): Promise<AttemptRow> => {
	const [row] = await ownAttempt(db).execute({ id: rowId(id), userId })
	if (row === undefined) throw notFound()
	return row
}

/** The same, kept from other writers until the transaction ends: what is read of its events then still holds. */
export const lockOwnAttempt = async (tx: Db, userId: string, id: string): Promise<AttemptRow> => {
	const [row] = await ownAttemptLocked(tx).execute({ id: rowId(id), userId })
	if (row === undefined) throw notFound()
	return row
}

/** The attempt that a device wants to bring back, if it is there already: the backup had it, or another device was faster. */
export const findRestored = async (
	tx: Db,
	userId: string,
	id: string | undefined,
): Promise<AttemptRow | null> => {
	if (id === undefined || !isRowId(id)) return null
	const [row] = await ownAttempt(tx).execute({ id, userId })
	return row ?? null
}

/** What comes after `row` in a history. */
const olderThan = ({ id, startedAt }: AttemptRow): SQL | undefined =>
	or(lt(attempts.startedAt, startedAt), and(eq(attempts.startedAt, startedAt), lt(attempts.id, id)))

/**
 * A page of the voter's attempts, newest first, without those that a reset left unfinished.
 * @param before one of them: what is older follows. Undefined begins with the newest. 404 where the voter has no such attempt.
 */
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

/** What a voter has done at a quiz. */
export interface Before {
	/** Their attempt in progress, of which there is at most one. */
	readonly live: AttemptRow | null
	/** Whether they have completed it; not asked for where one is in progress. */
	readonly completed: boolean
}

/** What a voter has done at a quiz before. */
export const findBefore = async (db: Db, userId: string, quizId: string): Promise<Before> => {
	const [row] = await foremost(db).execute({ userId, quizId })
	const live = row?.status === 'IN_PROGRESS' ? row : null
	return { live, completed: row?.status === 'COMPLETED' }
}

/** An attempt, and the number of the last event that made it what it is; 0 before the first. */
export type Folded = Attempt & { readonly revision: number }

/** What an attempt is folded from. */
const EVENT_COLUMNS = {
	id: attemptEvents.id,
	attemptId: attemptEvents.attemptId,
	kind: attemptEvents.kind,
	policyId: attemptEvents.policyId,
	value: attemptEvents.value,
	selected: attemptEvents.selected,
}
type LastEvent = Pick<typeof attemptEvents.$inferSelect, keyof typeof EVENT_COLUMNS>

/** What counts of each attempt's events: the last applied one of every kind and target. */
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

const fold = (row: AttemptRow, events: readonly LastEvent[]): Folded => {
	const answers: Record<string, number> = {}
	let selection: readonly string[] | null = null
	let status: Attempt['status'] = 'IN_PROGRESS'
	for (const { kind, policyId, value, selected } of events) {
		if (kind === 'COMPLETE') status = 'COMPLETED'
		if (selected !== null) selection = selected
		if (policyId !== null && value !== null) answers[policyId] = value
	}
	const revision = Math.max(0, ...events.map(({ id }) => id))
	const { quizType, statements, formula } = row
	return { quizType, status, statements, answers, selection, formula, revision }
}

/** Attempts as the domain knows them, folded from their events, in the order of `rows`. */
export const foldAttempts = async (db: Db, rows: readonly AttemptRow[]): Promise<Folded[]> => {
	const ids = rows.map((row) => row.id)
	const byAttempt = new Map<string, LastEvent[]>(ids.map((id) => [id, []]))
	for (const event of await lastEvents(db, ids, null)) byAttempt.get(event.attemptId)?.push(event)
	return rows.map((row) => fold(row, byAttempt.get(row.id) ?? []))
}

const lastEventsIn = prepared((db) =>
	db
		.selectDistinctOn([attemptEvents.kind, attemptEvents.policyId], {
			...EVENT_COLUMNS,
			place:
				sql`max(${attemptEvents.seq}) filter (where ${attemptEvents.stream} = ${sql.placeholder('stream')})
				over (partition by ${attemptEvents.kind}, ${attemptEvents.policyId})`.mapWith(
					attemptEvents.seq,
				),
		})
		.from(attemptEvents)
		.where(
			and(
				eq(attemptEvents.attemptId, sql.placeholder('attemptId')),
				eq(attemptEvents.applied, true),
			),
		)
		.orderBy(asc(attemptEvents.kind), asc(attemptEvents.policyId), desc(attemptEvents.id))
		.prepare('last_events_in'),
)

/** An attempt, and the last place in a stream of what counts in it, by policy; null is the selection. */
export interface Placed {
	readonly attempt: Folded
	readonly places: Map<string | null, number>
}

/** One attempt, folded from its events. @param stream whose places are told. */
export const foldPlaced = async (
	db: Db,
	row: AttemptRow,
	stream: string | null,
): Promise<Placed> => {
	const events = await lastEventsIn(db).execute({ attemptId: row.id, stream })
	const places = new Map<string | null, number>()
	for (const { kind, policyId, place } of events) {
		if (kind === 'INTERACT' && place !== null) places.set(policyId, place)
	}
	return { attempt: fold(row, events), places }
}

/**
 * Whether an answer is older than one that counts already: of the same stream and about the same statement (or the
 * selection), but with a lower place. Without an order, and between streams, the later arrival counts.
 */
export const isLate = (places: Placed['places'], policyId: string | null, seq: number): boolean =>
	(places.get(policyId) ?? seq) > seq

/**
 * One attempt, folded from its events.
 * @param upTo the last event to count, for how things stood then; null counts all.
 */
export const foldAttempt = async (
	db: Db,
	row: AttemptRow,
	upTo: number | null = null,
): Promise<Folded> => fold(row, await lastEvents(db, [row.id], upTo))

/** Refuses, with 409, an attempt that a reset has left. */
export const refuseSuperseded = (row: AttemptRow): void => {
	if (row.supersededAt === null) return
	throw serviceError('conflict', 'This attempt was reset. Please go on with the new one.')
}

/** What answering a completed attempt is told. */
const alreadyCompleted = () => serviceError('conflict', ALREADY_COMPLETED)

const answerOf = (body: InteractBody): Answer =>
	body.interactionType === 'POLICY_PICK'
		? { selectedPolicyIds: body.selectedPolicyIds }
		: { policyId: body.policyId, value: body.value }

const wrongKind = (quizType: QuizType): FieldError => ({
	path: 'interactionType',
	message: `must be ${quizType} for this quiz`,
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

/** What an event keeps of an answer. */
export interface AnswerDetail {
	/** Null for a selection. */
	readonly policyId: string | null
	readonly value: number | null
	readonly selected: readonly string[] | null
	readonly responseTimeMs: number
}

/**
 * Gives an answer, or a whole selection.
 * @throws 400 or 409, as the domain's rules say.
 */
export const giveAnswer = (
	before: Attempt,
	body: InteractBody,
): { readonly after: Attempt; readonly detail: AnswerDetail } => {
	const { quizType } = before
	if (body.interactionType !== quizType) throw invalid([wrongKind(quizType)])
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
