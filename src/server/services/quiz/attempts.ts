import { and, asc, desc, eq, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { HISTORY_PAGE } from '#contract/quiz.ts'
import type { Attempt } from '#domain/attempt.ts'
import { rowId } from '../../db/ids.ts'
import { attemptEvents, attempts } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { notFound } from '../../http/service-error.ts'

export type AttemptRow = typeof attempts.$inferSelect

const ownedBy = (userId: string, id: string): SQL | undefined =>
	and(eq(attempts.id, rowId(id)), eq(attempts.userId, userId))

/** An attempt of the voter; 404 where there is none, and for somebody else's just so. */
export const getOwnAttempt = async (db: Db, userId: string, id: string): Promise<AttemptRow> => {
	const [row] = await db.select().from(attempts).where(ownedBy(userId, id))
	if (row === undefined) throw notFound()
	return row
}

/** The same, kept from other writers until the transaction ends: what is read of its events then still holds. */
export const lockOwnAttempt = async (tx: Db, userId: string, id: string): Promise<AttemptRow> => {
	const [row] = await tx.select().from(attempts).where(ownedBy(userId, id)).for('update')
	if (row === undefined) throw notFound()
	return row
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

/** The voter's attempt in progress at a quiz, of which there is at most one. */
export const findLive = async (
	db: Db,
	userId: string,
	quizId: string,
): Promise<AttemptRow | null> => {
	const [row] = await db
		.select()
		.from(attempts)
		.where(
			and(
				eq(attempts.userId, userId),
				eq(attempts.compareQuizId, quizId),
				eq(attempts.status, 'IN_PROGRESS'),
				isNull(attempts.supersededAt),
			),
		)
	return row ?? null
}

/** Whether the voter has ever completed the quiz. */
export const hasCompleted = async (db: Db, userId: string, quizId: string): Promise<boolean> => {
	const found = await db
		.select({ one: sql`1` })
		.from(attempts)
		.where(
			and(
				eq(attempts.userId, userId),
				eq(attempts.compareQuizId, quizId),
				eq(attempts.status, 'COMPLETED'),
			),
		)
		.limit(1)
	return found.length > 0
}

/** An attempt, and the number of the last event that made it what it is; 0 before the first. */
export type Folded = Attempt & { readonly revision: number }

type LastEvent = Pick<
	typeof attemptEvents.$inferSelect,
	'id' | 'attemptId' | 'kind' | 'policyId' | 'value' | 'selected'
>

/** What counts of each attempt's events: the last applied one of every kind and target. */
const lastEvents = (db: Db, ids: readonly string[], upTo: number | null): Promise<LastEvent[]> =>
	db
		.selectDistinctOn([attemptEvents.attemptId, attemptEvents.kind, attemptEvents.policyId], {
			id: attemptEvents.id,
			attemptId: attemptEvents.attemptId,
			kind: attemptEvents.kind,
			policyId: attemptEvents.policyId,
			value: attemptEvents.value,
			selected: attemptEvents.selected,
		})
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
	const { quizType, statements } = row
	return { quizType, status, statements, answers, selection, revision }
}

/** Attempts as the domain knows them, folded from their events, in the order of `rows`. */
export const foldAttempts = async (db: Db, rows: readonly AttemptRow[]): Promise<Folded[]> => {
	const ids = rows.map((row) => row.id)
	const byAttempt = new Map<string, LastEvent[]>(ids.map((id) => [id, []]))
	for (const event of await lastEvents(db, ids, null)) byAttempt.get(event.attemptId)?.push(event)
	return rows.map((row) => fold(row, byAttempt.get(row.id) ?? []))
}

/**
 * One attempt, folded from its events.
 * @param upTo the last event to count, for how things stood then; null counts all.
 */
export const foldAttempt = async (
	db: Db,
	row: AttemptRow,
	upTo: number | null = null,
): Promise<Folded> => fold(row, await lastEvents(db, [row.id], upTo))
