import { messageOf } from '#contract/messages.ts'
import type { QuizState } from '#contract/quiz.ts'
import { progress } from '#domain/quiz.ts'
import { formulaOf } from '#domain/score.ts'
import { answersIn, applyState, isLacking, lostFrom, unsentOf, waitingOf } from './attempt-merge.ts'
import type { LocalDb, OutboxEntry, StoredAttempt } from './db.ts'
import { type NewEntry, newEntry, putBefore, toStoredReason, waitingIn } from './entries.ts'
import { queueTestCheck } from './restore-test.ts'
import type { CommandArgs } from './sync/commands.ts'

/**
 * A server restored from an older backup lacks data that it had confirmed. Any hint of that (an older revision, a missing
 * answer, a 404) queues a check, which reads the attempt again in its place in the stream and requeues what is missing.
 * Late or repeated hints are therefore harmless. Knowledge-test sessions are checked against their results.
 */

export const isRestorable = ({ serverId, superseded, statements }: StoredAttempt): boolean =>
	serverId !== null && !superseded && statements.length > 0

/**
 * Queues a check of an attempt, ahead of its stream. Call it in a transaction over `attempts` and `outbox`.
 * @returns false if the server never had the attempt.
 */
export const queueCheck = async (db: LocalDb, attempt: StoredAttempt): Promise<boolean> => {
	if (attempt.serverId === null) return false
	const waiting = await waitingIn(db, attempt.id)
	if (waiting.some(({ command }) => command === 'quiz.check')) return true
	const id = `${attempt.id}.${attempt.settled}.check`
	const check = newEntry(attempt, id, 'quiz.check', { attemptId: attempt.id })
	await putBefore(db, attempt.id, [check], false)
	return true
}

/**
 * Queues a check instead of a refusal, once per entry: the server may refuse only because it lost data. Call it in a
 * transaction over `attempts`, `testSessions` and `outbox`. @returns false if the refusal is final.
 */
export const checkInstead = async (db: LocalDb, entry: OutboxEntry): Promise<boolean> => {
	const { command, stream, args } = entry
	if (command.startsWith('test.')) return !entry.checked && queueTestCheck(db, stream)
	const onAttempt = command === 'quiz.interact' || command === 'quiz.complete'
	const { resetAttemptId = '' } = args as { resetAttemptId?: string }
	if (entry.checked || !(onAttempt || command === 'quiz.reset')) return false
	const attempt = await db.attempts.get(onAttempt ? stream : resetAttemptId)
	if (attempt === undefined || !(await queueCheck(db, attempt))) return false
	// A reset waits for the check in the stream of the attempt that it supersedes.
	if (!onAttempt) await putBefore(db, stream, [], true)
	return true
}

/** Sorts attempts by their start, and never as equal: two attempts must not wait for each other. */
const placeOf = ({ startedAt, superseded, id }: StoredAttempt): string =>
	`${startedAt ?? ''} ${Number(!superseded)} ${id}`

/** Finds the attempt that this one reset. An unfinished one counts too: the restored server may continue it. */
const resetBefore = async (db: LocalDb, attempt: StoredAttempt): Promise<StoredAttempt | null> => {
	const { userId, compareQuizId, serverId } = attempt
	const others = await db.attempts.where({ userId, compareQuizId }).toArray()
	const before = others
		.filter((other) => other.serverId !== serverId && placeOf(other) < placeOf(attempt))
		.filter((other) => !other.superseded || other.status !== 'COMPLETED')
		.filter((other) => !other.superseded || other.statements.length > 0)
		.filter((other) => other.serverId !== null)
	before.sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1))
	return before[0] ?? null
}

/** Restarts an attempt that the server lost, under its previous server id. */
const beginAgain = async (
	db: LocalDb,
	attempt: StoredAttempt,
	serverId: string,
	key: string,
): Promise<NewEntry> => {
	const { id: attemptId, compareQuizId: quizId, seed, quizType, consent } = attempt
	const args = {
		attemptId,
		quizId,
		seed,
		quizType,
		formula: formulaOf(attempt),
		restores: serverId,
		...(consent && { consent }),
	}
	const before = await resetBefore(db, attempt)
	if (before === null) return newEntry(attempt, key, 'quiz.start', args)
	await queueCheck(db, before)
	return newEntry(attempt, key, 'quiz.reset', { ...args, resetAttemptId: before.id })
}

/** Null if unknown, in rows of older builds. */
const confirmedOf = async (
	db: LocalDb,
	attempt: StoredAttempt,
): Promise<NonNullable<StoredAttempt['confirmed']> | null> => {
	if (attempt.confirmed) return attempt.confirmed
	// With nothing queued, the device and the server agreed.
	const queued = await db.outbox.where('stream').equals(attempt.id).count()
	const { answers, selection, status } = attempt
	return queued === 0 ? { answers, selection, status } : null
}

const completeAgain = (attempt: StoredAttempt, key: string): NewEntry[] => {
	const { isComplete, canFinish } = progress(attempt)
	if (!canFinish) return []
	const args = { attemptId: attempt.id, ...(!isComplete && { unanswered: true as const }) }
	return [newEntry(attempt, key, 'quiz.complete', args)]
}

const missingFrom = async (
	db: LocalDb,
	attempt: StoredAttempt,
	state: QuizState | null,
): Promise<NewEntry[]> => {
	const { id: attemptId, serverId, quizType, compareQuizId } = attempt
	const confirmed = await confirmedOf(db, attempt)
	if (confirmed === null || serverId === null) return []
	const lost = lostFrom({ ...attempt, confirmed }, state)
	const unsent = unsentOf(await waitingIn(db, attemptId))
	const keyOf = (n: number | string): string => `${attemptId}.${attempt.settled}.${n}`
	const entries: NewEntry[] = []
	if (state === null) {
		const empty = lost.answers.length === 0 && lost.selection === null
		if (compareQuizId === '' || (empty && attempt.statements.length === 0)) return []
		entries.push(await beginAgain(db, attempt, serverId, keyOf('start')))
	}
	const common = { attemptId, quizType, responseTimeMs: 0 }
	for (const [index, [policyId, value]] of lost.answers.entries()) {
		if (unsent.policyIds.has(policyId)) continue
		const args = { ...common, policyId, value }
		entries.push(newEntry(attempt, keyOf(index), 'quiz.interact', args))
	}
	if (lost.selection !== null && !unsent.selection) {
		const args = { ...common, selectedPolicyIds: [...lost.selection] }
		entries.push(newEntry(attempt, keyOf('selection'), 'quiz.interact', args))
	}
	if (lost.completion && !unsent.completion) {
		entries.push(...completeAgain(attempt, keyOf('complete')))
	}
	return entries
}

const NOTHING: StoredAttempt['confirmed'] = { answers: {}, selection: null, status: 'IN_PROGRESS' }

/** Gives up an attempt that the server lost and the device cannot restore. A completed one stays listed. */
const giveUp = async (db: LocalDb, attempt: StoredAttempt): Promise<void> => {
	const why = { closedOn: null, ...toStoredReason(messageOf('not-found')) }
	const notCounted = attempt.status === 'COMPLETED' ? why : null
	await db.attempts.put({ ...attempt, superseded: true, notCounted })
}

/** Drops waiting answers that a completed attempt has already, for example because another device restored it first. */
const dropCounted = async (db: LocalDb, attemptId: string, state: QuizState): Promise<void> => {
	const counted = answersIn(state, {})
	if (state.status !== 'COMPLETED' || counted === null) return
	const selection = JSON.stringify(state.selectedPolicyIds)
	const isCounted = ({ command, args }: OutboxEntry): boolean => {
		if (command !== 'quiz.interact') return false
		const { policyId, value, selectedPolicyIds } = args as CommandArgs<'quiz.interact'>
		return policyId === undefined
			? JSON.stringify(selectedPolicyIds) === selection
			: Object.hasOwn(counted, policyId) && counted[policyId] === value
	}
	const waiting = await waitingIn(db, attemptId)
	await db.outbox.bulkDelete(waiting.filter(isCounted).map(({ seq }) => seq))
}

/**
 * Accepts the server's state and requeues the confirmed data that it lacks, ahead of the stream, in a transaction over
 * `attempts` and `outbox`. @param before the attempt when the check was sent. @param state null if the server has none.
 */
export const settleCheck = async (
	db: LocalDb,
	before: StoredAttempt,
	state: QuizState | null,
): Promise<void> => {
	const stored = await db.attempts.get(before.id)
	if (stored === undefined) return
	const attempt = { ...stored, settled: stored.settled + 1 }
	// A newer reply was stored meanwhile, so this one is stale.
	if (stored.settled !== before.settled || stored.revision !== before.revision) {
		await db.attempts.put(attempt)
		await queueCheck(db, attempt)
		return
	}
	const waiting = await waitingOf(db, stored.userId)
	const needed = waiting.some(({ args }) => {
		const { resetAttemptId } = args as { resetAttemptId?: string }
		return resetAttemptId === stored.id
	})
	const leftBehind = stored.superseded && !needed
	if (state !== null) await dropCounted(db, stored.id, state)
	const missing = leftBehind ? [] : await missingFrom(db, stored, state)
	await putBefore(db, stored.id, missing, true)
	const { revision: _, ...unnumbered } = attempt
	// The server may still refuse the reset that it lost, and then this attempt goes on.
	if (leftBehind && state !== null && isLacking(stored, state)) await db.attempts.put(attempt)
	else if (state !== null) await applyState(db, unnumbered, state)
	else if (missing.length > 0) await db.attempts.put({ ...unnumbered, confirmed: NOTHING })
	else if (!leftBehind) await giveUp(db, attempt)
}
