import type { QuizAttempt } from '#contract/quiz.ts'
import { progress } from '#domain/attempt.ts'
import { isBeingReset, isOld, unsentOf, waitingOf } from './apply-state.ts'
import type { LocalDb, OutboxEntry, StoredAttempt } from './db.ts'
import type { LocalCore } from './deps.ts'
import { byStream } from './entries.ts'
import { attemptFromHistory, reportedOf } from './merge.ts'
import { isRestorable, queueCheck } from './restore.ts'

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

/** What the device has of a voter, read once for all rows of a history. */
interface Held {
	readonly attempts: StoredAttempt[]
	/** By the device's id and by the server's. */
	readonly byId: Map<string, StoredAttempt>
	readonly waiting: readonly OutboxEntry[]
	readonly streams: ReadonlyMap<string, readonly OutboxEntry[]>
}

const readHeld = async (db: LocalDb, userId: string): Promise<Held> => {
	const [attempts, waiting] = await Promise.all([
		db.attempts.where({ userId }).toArray(),
		waitingOf(db, userId),
	])
	const byId = new Map<string, StoredAttempt>()
	// Of two with one server's id the first counts, as it does for whoever looks for one.
	for (const attempt of attempts.toReversed()) {
		if (attempt.serverId !== null) byId.set(attempt.serverId, attempt)
	}
	for (const attempt of attempts) byId.set(attempt.id, attempt)
	return { attempts, byId, waiting, streams: byStream(waiting) }
}

/** Whether the device's own attempt at a quiz waits to learn its id on the server: what is in progress there is then this one. */
const isStillUnsent = ({ attempts, streams }: Held, row: QuizAttempt): boolean =>
	attempts.some(
		({ id, serverId, superseded, compareQuizId, quizName }) =>
			serverId === null &&
			!superseded &&
			streams.has(id) &&
			// A server that does not say which quiz it is says what that is called.
			(row.compareQuizId === null
				? quizName === row.quizName
				: compareQuizId === row.compareQuizId),
	)

/** Whether the server knows more of an attempt than this device: it was gone on with on another one. */
const isBehind = (known: StoredAttempt, row: QuizAttempt): boolean =>
	row.revision === undefined
		? row.totalQuestions > 0 && row.answeredQuestions !== progress(known).answered
		: row.revision > (known.revision ?? 0)

/** True if the server lists a superseded attempt only because it lost the reset: the attempt after it is missing. */
const isLeftStill = (
	{ attempts }: Held,
	known: StoredAttempt,
	listed: ReadonlySet<string>,
): boolean =>
	known.superseded &&
	attempts.some(
		({ compareQuizId, superseded, serverId }) =>
			compareQuizId === known.compareQuizId &&
			!superseded &&
			serverId !== null &&
			!listed.has(serverId),
	)

const mergeRow = (
	held: Held,
	known: StoredAttempt,
	row: QuizAttempt,
	listed: ReadonlySet<string>,
): StoredAttempt => {
	const waiting = held.streams.get(known.id) ?? []
	const behind = waiting.length === 0 && isBehind(known, row)
	const status = unsentOf(waiting).completion ? known.status : row.status
	return {
		...known,
		compareQuizId: known.compareQuizId || (row.compareQuizId ?? ''),
		quizName: row.quizName || known.quizName,
		electionName: row.electionName ?? known.electionName,
		electionId: row.electionId ?? known.electionId,
		status,
		startedAt: row.startedAt ?? known.startedAt,
		completedAt: row.completedAt ?? known.completedAt,
		superseded:
			isBeingReset({ id: known.id, status }, held.waiting) || isLeftStill(held, known, listed),
		reported: known.statements.length === 0 || behind ? reportedOf(row) : null,
	}
}

/** Whether there is anything to write; most rows say what is known, and writing wakes every page that shows attempts. */
const isChanged = (known: StoredAttempt, next: StoredAttempt): boolean =>
	(Object.keys(next) as (keyof StoredAttempt)[]).some(
		(key) => known[key] !== next[key] && JSON.stringify(known[key]) !== JSON.stringify(next[key]),
	)

/** What came of merging a history: whether anything was written, and whether attempts are to be checked. */
export interface Merged {
	readonly changed: boolean
	readonly checks: boolean
}

/** Whether a row hints that the server has lost a part of what it had confirmed. */
const isSuspicious = (row: QuizAttempt, known: StoredAttempt): boolean => {
	const { answers = {}, selection = null, status } = known.confirmed ?? {}
	const lost = Object.keys(answers).length > row.answeredQuestions
	const unpicked = selection !== null && row.answeredQuestions === 0
	const reopened = status === 'COMPLETED' && row.status !== 'COMPLETED'
	return isOld(row, known) || lost || unpicked || reopened
}

/**
 * Writes rows of the history into what is stored, inside a transaction over `attempts` and `outbox`. Rows that tell less
 * than the server had confirmed before are not written: their attempts are checked.
 * @param before the attempts as they were when the history was asked for.
 */
export const mergeHistory = async (
	deps: LocalCore,
	userId: string,
	rows: readonly QuizAttempt[],
	before: readonly StoredAttempt[],
): Promise<Merged> => {
	const { db } = deps
	const held = await readHeld(db, userId)
	const asked = new Map(before.map((attempt) => [attempt.id, attempt]))
	const listed = new Set(rows.map(({ id }) => id))
	const written: StoredAttempt[] = []
	const suspects: StoredAttempt[] = []
	for (const row of rows) {
		const known = held.byId.get(row.id)
		if (known === undefined) {
			if (row.status === 'IN_PROGRESS' && isStillUnsent(held, row)) continue
			written.push(attemptFromHistory(row, deps.uuid(), userId))
			continue
		}
		// A reply that was settled meanwhile tells more.
		if (isOutdated(known, asked.get(known.id))) continue
		if (isSuspicious(row, known)) suspects.push(known)
		else written.push(mergeRow(held, known, row, listed))
	}
	const changes = written.filter((next) => {
		const known = held.byId.get(next.id)
		return known === undefined || isChanged(known, next)
	})
	if (changes.length > 0) await db.attempts.bulkPut(changes)
	for (const suspect of suspects) await queueCheck(db, suspect)
	const checks = suspects.length > 0
	return { changed: changes.length > 0 || checks, checks }
}

/**
 * True if the history has another attempt at the same quiz, begun by a reset.
 * @param others attempts on this device. A superseded one, or one completed earlier, replaces none.
 */
const isReplaced = (
	known: StoredAttempt,
	rows: readonly QuizAttempt[],
	others: readonly StoredAttempt[],
): boolean =>
	known.status !== 'COMPLETED' &&
	rows.some((row) => {
		const other = others.find(({ serverId }) => serverId === row.id)
		const older = (row.startedAt ?? '') <= (known.startedAt ?? '')
		if (other?.superseded || (other?.status === 'COMPLETED' && older)) return false
		return row.compareQuizId === null
			? row.quizName === known.quizName
			: row.compareQuizId === known.compareQuizId
	})

/**
 * Hides attempts that the server no longer lists because they were reset elsewhere. What still waits to be sent keeps
 * one in sight until that is settled. Others may have been lost by the server: they are checked.
 */
export const leaveBehind = async (
	db: LocalDb,
	userId: string,
	attempts: readonly StoredAttempt[],
	rows: readonly QuizAttempt[],
): Promise<Merged> => {
	const listed = attempts.filter(({ superseded }) => !superseded)
	if (listed.length === 0) return { changed: false, checks: false }
	const streams = new Set((await waitingOf(db, userId)).map(({ stream }) => stream))
	const others = await db.attempts.where({ userId }).toArray()
	let checks = false
	let changed = false
	for (const attempt of listed.filter(({ id }) => !streams.has(id))) {
		changed = true
		if (isRestorable(attempt) && !isReplaced(attempt, rows, others)) {
			await queueCheck(db, attempt)
			checks = true
		} else await db.attempts.update(attempt.id, { superseded: true })
	}
	return { changed, checks }
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
