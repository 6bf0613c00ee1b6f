import type { Result } from '#domain/types.ts'
import { isBeginning } from './apply-state.ts'
import type { OutboxEntry, StoredAttempt } from './db.ts'
import { type GuardedDeps, userKey } from './deps.ts'
import { entriesOf } from './entries.ts'
import { forgetGuesses } from './forget-guesses.ts'
import { planRetry, type RetryError, type RetryPlan } from './retry.ts'
import { holdKey } from './sync/hold.ts'

/** A queued command and the attempt that it belongs to, where that is on this device. */
export interface Listed {
	readonly entry: OutboxEntry
	readonly attempt: StoredAttempt | null
}

export interface OutboxCounts {
	/** By {@link countUnsent}. */
	readonly waiting: number
	/** Commands that the server refused. */
	readonly refused: number
}

export interface Outbox {
	/** How many commands of the signed-in voter wait to be sent. */
	waiting(): Promise<number>
	/** How many wait, and how many were refused: read together, for the sign of every page follows both. */
	counts(): Promise<OutboxCounts>
	/** What the server refused, oldest first. Whoever follows it hears nothing of what is only queued. */
	refused(): Promise<OutboxEntry[]>
	/** Until when the server wants nothing of the signed-in voter, ms since 1970 on this device; null where it never asked. */
	heldUntil(): Promise<number | null>
	/** What waits and what was refused, oldest first. @param userId another voter than the one who is signed in. */
	list(userId?: string): Promise<Listed[]>
	/**
	 * Has a refused command wait again, under the key and in the place that it had: the server keeps what was answered
	 * later. Where its attempt was never begun, all of that attempt is tried again. One that is not refused any more is
	 * left alone.
	 */
	retry(seq: number): Promise<Result<null, RetryError>>
	/** The same for everything that was refused. @returns how many cannot be tried again. */
	retryAll(): Promise<number>
	/** Forgets a refused command, on the voter's word; with a beginning goes what depends on it, with a guess what the test shows of it. */
	dismiss(seq: number): Promise<void>
	/** Forgets everything that was refused, on the voter's word. */
	dismissAll(): Promise<void>
}

const streamsOf = (entries: readonly OutboxEntry[]): string[] => [
	...new Set(entries.map((entry) => entry.stream)),
]

const isAnswer = ({ command }: OutboxEntry): boolean => command === 'quiz.interact'

/** Counts what waits as a voter does: the answers, or every change where no answer waits. */
export const countUnsent = (
	entries: readonly OutboxEntry[],
): { readonly count: number; readonly unit: 'answers' | 'changes' } => {
	const answers = entries.filter(isAnswer).length
	return answers > 0
		? { count: answers, unit: 'answers' }
		: { count: entries.length, unit: 'changes' }
}

/**
 * @param sent is called after something was queued again, so that whoever sends can begin.
 * @param stream where it is given, nothing but this one's entries is read or changed.
 */
export const createOutbox = (deps: GuardedDeps, sent: () => void, stream?: string): Outbox => {
	const { db, guard } = deps
	type Entries = ReturnType<typeof db.outbox.toCollection>
	const meant = (entries: Entries): Entries =>
		stream === undefined ? entries : entries.filter((entry) => entry.stream === stream)
	const inState = (state: OutboxEntry['state']) =>
		meant(db.outbox.where('[userId+state]').equals([userKey(deps), state]))
	const allOf = (userId: string): Promise<OutboxEntry[]> =>
		meant(entriesOf(db, userId)).sortBy('seq')

	const change = <Value>(run: () => Promise<Value>): Promise<Value> =>
		guard.run(() => db.transaction('rw', db.outbox, db.attempts, db.testSessions, run))

	const retry = async (seq: number | null): Promise<RetryPlan> => {
		const userId = userKey(deps)
		const plan = await change(async () => {
			const entries = await allOf(userId)
			const planned = planRetry(entries, await db.attempts.where({ userId }).toArray(), seq)
			await db.attempts.bulkPut([...planned.attempts])
			await db.outbox.bulkPut([...planned.entries])
			return planned
		})
		if (plan.entries.length > 0) sent()
		return plan
	}

	const dismiss = (seq: number | null): Promise<void> =>
		change(async () => {
			const refused = await inState('refused').toArray()
			const named = refused.filter((entry) => seq === null || entry.seq === seq)
			const begun = new Set(streamsOf(named.filter(isBeginning)))
			const gone = refused.filter((entry) => named.includes(entry) || begun.has(entry.stream))
			await db.outbox.bulkDelete(gone.map((entry) => entry.seq))
			await forgetGuesses(db, gone)
			const streams = streamsOf(gone)
			const left = streamsOf(await db.outbox.where('stream').anyOf(streams).toArray())
			// An attempt that the server never heard of has nothing left to live for.
			await db.attempts
				.where('id')
				.anyOf(streams.filter((stream) => !left.includes(stream)))
				.filter((attempt) => attempt.serverId === null)
				.delete()
		})

	return {
		waiting: () => inState('waiting').count(),
		counts: () =>
			db.transaction('r', db.outbox, async () => {
				const [waiting, refused] = await Promise.all([
					inState('waiting').toArray(),
					inState('refused').count(),
				])
				return { waiting: countUnsent(waiting).count, refused }
			}),
		refused: () => inState('refused').sortBy('seq'),
		heldUntil: async () => (await db.fetched.get(holdKey(userKey(deps))))?.at ?? null,
		async list(userId = userKey(deps)) {
			const entries = await allOf(userId)
			const attempts = await db.attempts.where('id').anyOf(streamsOf(entries)).toArray()
			const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
			return entries.map((entry) => ({ entry, attempt: byId.get(entry.stream) ?? null }))
		},
		async retry(seq) {
			const { error } = await retry(seq)
			return error === null ? { ok: true, value: null } : { ok: false, error }
		},
		async retryAll() {
			return (await retry(null)).left
		},
		dismiss: (seq) => dismiss(seq),
		dismissAll: () => dismiss(null),
	}
}
