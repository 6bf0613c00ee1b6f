import type { QuizState } from '#contract/quiz.ts'
import type { LocalDb, NotCounted, OutboxEntry, StoredAttempt } from './db.ts'
import { waitingIn } from './enqueue.ts'
import { mergeState, type Unsent } from './merge.ts'

/** Whether a command began the attempt that its stream is named after: what follows in the stream hangs on it. */
export const isBeginning = ({ command }: Pick<OutboxEntry, 'command'>): boolean =>
	command === 'quiz.start' || command === 'quiz.reset'

/** What of a voter waits to be sent. */
export const waitingOf = (db: LocalDb, userId: string): Promise<OutboxEntry[]> =>
	db.outbox.where('[userId+state]').equals([userId, 'waiting']).toArray()

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

/** Whether an attempt that stands as `status` is left behind by a reset among what waits; a completed one stays in the history. */
export const isBeingReset = (
	{ id, status }: Pick<StoredAttempt, 'id' | 'status'>,
	waiting: readonly OutboxEntry[],
): boolean =>
	status !== 'COMPLETED' &&
	waiting.some(({ command, args }) => {
		const { resetAttemptId } = args as { resetAttemptId?: string }
		return command === 'quiz.reset' && resetAttemptId === id
	})

/** The same attempt under other ids of this device: the history may have brought it in, or a start led to it again. */
const twinsOf = async (
	db: LocalDb,
	attempt: StoredAttempt,
	serverId: string | null,
): Promise<StoredAttempt[]> => {
	if (serverId === null) return []
	const same = await db.attempts.where({ serverId }).toArray()
	return same.filter(({ id, userId }) => id !== attempt.id && userId === attempt.userId)
}

/** Forgets them; one that has unsent answers stays. */
const dropTwins = async (db: LocalDb, twins: readonly StoredAttempt[]): Promise<void> => {
	for (const { id } of twins) {
		if ((await waitingIn(db, id)).length === 0) await db.attempts.delete(id)
	}
}

/** Whether a state, or a row of the history, tells how an attempt stood before what is known of it: replies to repeated requests do. */
export const isOld = ({ revision }: Pick<QuizState, 'revision'>, known: StoredAttempt): boolean =>
	revision !== undefined && revision < (known.revision ?? 0)

/** What is known of an attempt, as the server would tell it. */
const asTold = (state: QuizState, known: StoredAttempt): QuizState => ({
	...state,
	status: known.status,
	answers: Object.entries(known.answers).map(([policyId, value]) => ({ policyId, value })),
	selectedPolicyIds: known.selection === null ? null : [...known.selection],
	revision: known.revision,
})

/** Whether an attempt stays listed after its beginning was refused: a completed one, or one whose quiz closed meanwhile. */
const staysListed = (
	{ status, answers, selection }: StoredAttempt,
	{ closedOn }: NotCounted,
): boolean =>
	status === 'COMPLETED' ||
	(closedOn !== null && (selection !== null || Object.keys(answers).length > 0))

/**
 * Undoes a beginning that will never take effect, and brings back what a reset had left behind. Runs inside a
 * transaction over `attempts` and `outbox`.
 * @param why the server's refusal. Null if the voter discarded it.
 */
export const takeBack = async (
	db: LocalDb,
	entry: OutboxEntry,
	why: NotCounted | null,
): Promise<void> => {
	if (!isBeginning(entry)) return
	const { attemptId, resetAttemptId } = entry.args as {
		attemptId?: string
		resetAttemptId?: string
	}
	const attempt = await db.attempts.get(attemptId ?? '')
	if (attempt) {
		const notCounted = why && staysListed(attempt, why) ? why : null
		await db.attempts.update(attempt.id, { superseded: true, notCounted })
	}
	if (!resetAttemptId) return
	// One whose own beginning was refused has nothing to come back to.
	const refused = await db.outbox
		.where('stream')
		.equals(resetAttemptId)
		.filter((begun) => begun.state === 'refused' && isBeginning(begun))
		.count()
	if (refused === 0) await db.attempts.update(resetAttemptId, { superseded: false })
}

/**
 * Writes the server's state into an attempt, inside a transaction over `attempts` and `outbox`. One that is older than
 * what is known of it changes nothing but the server's id.
 */
export const applyState = async (
	db: LocalDb,
	attempt: StoredAttempt,
	state: QuizState,
): Promise<void> => {
	const twins = await twinsOf(db, attempt, state.quizAttemptId ?? attempt.serverId)
	const newest = [attempt, ...twins].find((known) => isOld(state, known))
	const told = newest === undefined ? state : asTold(state, newest)
	await dropTwins(db, twins)
	const next = mergeState(attempt, told, unsentOf(await waitingIn(db, attempt.id)))
	// A completion that never arrived: the reset that was to follow it leaves this attempt behind.
	const reopened = attempt.status === 'COMPLETED' && next.status !== 'COMPLETED'
	const left = reopened && isBeingReset(next, await waitingOf(db, attempt.userId))
	const { confirmed } = newest ?? next
	await db.attempts.put({
		...next,
		...(left && { superseded: true }),
		...(confirmed && { confirmed }),
	})
}
