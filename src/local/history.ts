import type { QuizAttempt } from '#contract/quiz.ts'
import { unsentOf } from './apply-state.ts'
import type { LocalDb, OutboxEntry, StoredAttempt } from './db.ts'
import type { LocalCore } from './deps.ts'
import { waitingIn } from './enqueue.ts'
import { attemptFromHistory, reportedOf } from './merge.ts'

/** The voter's own attempt by the device's id or the server's; null where there is none. */
export const byEitherId = async (
	db: LocalDb,
	userId: string,
	id: string,
): Promise<StoredAttempt | null> => {
	const attempt = (await db.attempts.get(id)) ?? (await db.attempts.where({ serverId: id }).first())
	return attempt?.userId === userId ? attempt : null
}

/** Whether a read is out of date: since it was asked for, the reply to something newer has been settled. */
export const isOutdated = (now: StoredAttempt, before: StoredAttempt | null | undefined): boolean =>
	now.settled > (before?.settled ?? 0)

/** Whether the device's own attempt at a quiz waits to learn its id on the server: what is in progress there is then this one. */
const isBeginning = async (
	db: LocalDb,
	userId: string,
	compareQuizId: string,
): Promise<boolean> => {
	const own = await db.attempts.where({ userId, compareQuizId }).toArray()
	const unnamed = own.filter(({ serverId, superseded }) => serverId === null && !superseded)
	const waiting = await Promise.all(unnamed.map(({ id }) => waitingIn(db, id)))
	return waiting.some((entries) => entries.length > 0)
}

/** What of a voter waits to be sent. */
export const waitingOf = (db: LocalDb, userId: string): Promise<OutboxEntry[]> =>
	db.outbox.where('[userId+state]').equals([userId, 'waiting']).toArray()

/** Whether a reset of an unfinished attempt waits to be sent: the server still lists it, the voter has left it. */
const isBeingReset = async (
	db: LocalDb,
	userId: string,
	{ id, status }: StoredAttempt,
): Promise<boolean> => {
	if (status === 'COMPLETED') return false
	const waiting = await waitingOf(db, userId)
	return waiting.some(({ command, args }) => {
		const { resetAttemptId } = args as { resetAttemptId?: string }
		return command === 'quiz.reset' && resetAttemptId === id
	})
}

/**
 * Writes a row of the history into what is stored, inside a transaction over `attempts` and `outbox`.
 * @param before the attempts as they were when the history was asked for.
 */
export const mergeHistoryRow = async (
	deps: LocalCore,
	userId: string,
	row: QuizAttempt,
	before: readonly StoredAttempt[],
): Promise<void> => {
	const { db } = deps
	const { compareQuizId } = row
	const known = await byEitherId(db, userId, row.id)
	if (known === null) {
		if (compareQuizId === null) return
		const begun = row.status === 'IN_PROGRESS' && (await isBeginning(db, userId, compareQuizId))
		if (begun) return
		await db.attempts.add(attemptFromHistory({ ...row, compareQuizId }, deps.uuid(), userId))
		return
	}
	const asked = before.find((attempt) => attempt.id === known.id)
	if (isOutdated(known, asked)) return
	const waiting = await waitingIn(db, known.id)
	await db.attempts.put({
		...known,
		quizName: row.quizName || known.quizName,
		electionName: row.electionName ?? known.electionName,
		electionId: row.electionId ?? known.electionId,
		status: unsentOf(waiting).completion ? known.status : row.status,
		startedAt: row.startedAt ?? known.startedAt,
		completedAt: row.completedAt ?? known.completedAt,
		superseded: await isBeingReset(db, userId, known),
		reported: known.statements.length > 0 ? null : reportedOf(row),
	})
}

/** The server no longer lists it: it was reset elsewhere. What still waits to be sent keeps it in sight until that is settled. */
export const leaveBehind = async (db: LocalDb, id: string): Promise<void> => {
	const waiting = await waitingIn(db, id)
	if (waiting.length === 0) await db.attempts.update(id, { superseded: true })
}

/** Which attempts the server no longer lists. A long history is cut off at its old end: what is older than all of it says nothing. */
export const unlisted = (
	before: readonly StoredAttempt[],
	history: readonly QuizAttempt[],
): StoredAttempt[] => {
	const listed = new Set(history.map((row) => row.id))
	const oldest = history.map((row) => row.startedAt ?? '').sort()[0] ?? ''
	return before.filter(
		({ serverId, startedAt }) =>
			serverId !== null && !listed.has(serverId) && (startedAt ?? '') >= oldest,
	)
}
