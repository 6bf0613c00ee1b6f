import type { QuizState } from '#contract/quiz.ts'
import type { LocalDb, OutboxEntry, StoredAttempt } from './db.ts'
import { mergeState, type Unsent } from './merge.ts'
import { waitingIn } from './outbox.ts'

/** The commands that begin an attempt. */
const BEGINNINGS: ReadonlySet<string> = new Set(['quiz.start', 'quiz.reset'])

/** What of a stream's waiting entries the server's state does not hold yet. */
export const unsentOf = (entries: readonly OutboxEntry[]): Unsent => {
	const policyIds = new Set<string>()
	let selection = false
	for (const { command, args } of entries) {
		if (command !== 'quiz.interact') continue
		const { policyId } = args as { policyId?: string }
		if (policyId === undefined) selection = true
		else policyIds.add(policyId)
	}
	const completion = entries.some((entry) => entry.command === 'quiz.complete')
	return { policyIds, selection, completion }
}

/** The history may have brought the same attempt in under another id of this device; one that has unsent answers stays. */
const dropTwins = async (db: LocalDb, attempt: StoredAttempt, serverId: string): Promise<void> => {
	const same = await db.attempts.where({ serverId }).toArray()
	for (const twin of same) {
		if (twin.id === attempt.id || twin.userId !== attempt.userId) continue
		if ((await waitingIn(db, twin.id)).length === 0) await db.attempts.delete(twin.id)
	}
}

/**
 * The command of `entry` will never take effect: what it began is left behind, and what a reset had left behind is
 * there again. Inside a transaction over `attempts` and `outbox`.
 */
export const takeBack = async (db: LocalDb, entry: OutboxEntry): Promise<void> => {
	if (!BEGINNINGS.has(entry.command)) return
	const { attemptId, resetAttemptId } = entry.args as {
		attemptId?: string
		resetAttemptId?: string
	}
	if (attemptId) await db.attempts.update(attemptId, { superseded: true })
	if (!resetAttemptId) return
	// One whose own beginning was refused has nothing to come back to.
	const refused = await db.outbox
		.where('stream')
		.equals(resetAttemptId)
		.filter(({ command, state }) => state === 'refused' && BEGINNINGS.has(command))
		.count()
	if (refused === 0) await db.attempts.update(resetAttemptId, { superseded: false })
}

/** Writes the server's state into an attempt, inside a transaction over `attempts` and `outbox`. */
export const applyState = async (
	db: LocalDb,
	attempt: StoredAttempt,
	state: QuizState,
): Promise<void> => {
	const merged = mergeState(attempt, state, unsentOf(await waitingIn(db, attempt.id)))
	if (merged.serverId !== null) {
		await dropTwins(db, attempt, merged.serverId)
	}
	await db.attempts.put(merged)
}
