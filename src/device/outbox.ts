import type { Result } from '#domain/types.ts'
import { isBeginning } from './attempt-merge.ts'
import { type GuardedContext, userKey } from './context.ts'
import type { LocalDb, OutboxEntry, StoredAttempt } from './db.ts'
import { byStream, entriesOf, UNTRIED } from './entries.ts'
import { retryAfterKey } from './sync/backoff.ts'

const policyOf = ({ args }: OutboxEntry): string | undefined =>
	(args as { policyId?: string }).policyId

/** Removes discarded guesses, so that a test shows the server's state. Call it in a `testSessions` transaction. */
const forgetGuesses = async (db: LocalDb, entries: readonly OutboxEntry[]): Promise<void> => {
	for (const entry of entries.filter(({ command }) => command === 'test.guess')) {
		const session = await db.testSessions.get(entry.stream)
		if (session === undefined) continue
		const guesses = session.guesses.filter(({ policyId }) => policyId !== policyOf(entry))
		await db.testSessions.update(session.id, { guesses })
	}
}

/** Reason a command cannot be resent. `replaced`: by another attempt at its quiz. `gone`: its attempt or start. */
export type RetryError = { readonly code: 'replaced' } | { readonly code: 'gone' }

export interface RetryPlan {
	readonly entries: readonly OutboxEntry[]
	/** Attempts in their state before the refusal. */
	readonly attempts: readonly StoredAttempt[]
	/** Number of entries that stay refused, and the reason of the first. */
	readonly left: number
	readonly error: RetryError | null
}

const putBack = (entry: OutboxEntry): OutboxEntry => ({
	...entry,
	...UNTRIED,
	...{ code: undefined, values: undefined },
	refusedAt: null,
	checked: false,
})

type Attempts = ReadonlyMap<string, StoredAttempt>

const revive = (entry: OutboxEntry, attempts: Attempts): StoredAttempt[] | RetryError => {
	const { resetAttemptId } = entry.args as { resetAttemptId?: string }
	const attempt = attempts.get(entry.stream)
	if (attempt === undefined) return { code: 'gone' }
	const others = [...attempts.values()].filter(
		({ id, compareQuizId, superseded }) =>
			compareQuizId === attempt.compareQuizId &&
			id !== attempt.id &&
			id !== resetAttemptId &&
			!superseded,
	)
	// A completed attempt stays in the history after a reset, but blocks a first start.
	if (others.some(({ status }) => status === 'IN_PROGRESS' || entry.command === 'quiz.start')) {
		return { code: 'replaced' }
	}
	const old = attempts.get(resetAttemptId ?? '')
	const left = old?.status === 'IN_PROGRESS' ? [{ ...old, superseded: true }] : []
	return [{ ...attempt, superseded: false, notCounted: null }, ...left]
}

const reviveStream = (
	stream: readonly OutboxEntry[],
	attempts: Attempts,
): StoredAttempt[] | RetryError => {
	const beginning = stream.find(isBeginning)
	if (beginning?.state === 'refused') return revive(beginning, attempts)
	const [first] = stream
	const attempt = attempts.get(first?.stream ?? '')
	// Its start was discarded, so the stream can never be sent.
	const lost = attempt === undefined || (attempt.serverId === null && beginning === undefined)
	return lost && first?.command.startsWith('quiz.') ? { code: 'gone' } : []
}

/** Returns the streams with a refused entry, newest first: of two attempts at a quiz, the later one wins. */
const refusedStreams = (entries: readonly OutboxEntry[]): OutboxEntry[][] =>
	[...byStream(entries).values()]
		.filter((stream) => stream.some(({ state }) => state === 'refused'))
		.sort(([a], [b]) => (b?.seq ?? 0) - (a?.seq ?? 0))

/** Selects the entries to retry with `seq`. If the start was refused, all refused entries depend on it. */
const chosenOf = (stream: readonly OutboxEntry[], seq: number | null): OutboxEntry[] => {
	const refused = stream.filter(({ state }) => state === 'refused')
	if (seq === null) return refused
	const named = refused.filter((entry) => entry.seq === seq)
	return named.length > 0 && refused.some(isBeginning) ? refused : named
}

const planRetry = (
	entries: readonly OutboxEntry[],
	stored: readonly StoredAttempt[],
	seq: number | null,
): RetryPlan => {
	const attempts = new Map(stored.map((attempt) => [attempt.id, attempt]))
	const changed = new Map<string, StoredAttempt>()
	const again: OutboxEntry[] = []
	let left = 0
	let error: RetryError | null = null
	for (const stream of refusedStreams(entries)) {
		const chosen = chosenOf(stream, seq)
		if (chosen.length === 0) continue
		const revived = reviveStream(stream, attempts)
		if (!Array.isArray(revived)) {
			left += chosen.length
			error ??= revived
			continue
		}
		for (const attempt of revived) {
			attempts.set(attempt.id, attempt)
			changed.set(attempt.id, attempt)
		}
		again.push(...chosen.map(putBack))
	}
	return { entries: again, attempts: [...changed.values()], left, error }
}

export interface Listed {
	readonly entry: OutboxEntry
	readonly attempt: StoredAttempt | null
}

export interface OutboxCounts {
	readonly waiting: number
	readonly refused: number
}

export interface Outbox {
	waiting(): Promise<number>
	/** Reads both counts in one transaction, because every page's status shows both. */
	counts(): Promise<OutboxCounts>
	/** Returns the refused entries, oldest first. Live queries of it do not rerun for waiting entries. */
	refused(): Promise<OutboxEntry[]>
	/** Returns the signed-in voter's `Retry-After` deadline, ms since 1970 on this device. Null if there is none. */
	deferredUntil(): Promise<number | null>
	list(userId?: string): Promise<Listed[]>
	/**
	 * Requeues a refused command with its original key and position, so that later answers win on the server. Retries
	 * the whole attempt if its start was refused. Does nothing if the command is no longer refused.
	 */
	retry(seq: number): Promise<Result<null, RetryError>>
	/** Requeues all refused commands. @returns the number that cannot be retried. */
	retryAll(): Promise<number>
	/** Discards a refused command, with the dependents of a start and the guess in its test. */
	dismiss(seq: number): Promise<void>
	dismissAll(): Promise<void>
}

const streamIdsOf = (entries: readonly OutboxEntry[]): string[] => [
	...new Set(entries.map((entry) => entry.stream)),
]

const isAnswer = ({ command }: OutboxEntry): boolean => command === 'quiz.interact'

/** Counts the unsent answers, or all unsent changes if there are no answers. */
export const countUnsent = (
	entries: readonly OutboxEntry[],
): { readonly count: number; readonly unit: 'answers' | 'changes' } => {
	const answers = entries.filter(isAnswer).length
	return answers > 0
		? { count: answers, unit: 'answers' }
		: { count: entries.length, unit: 'changes' }
}

/** @param startSending called after a requeue. @param stream limits all reads and changes to it. */
export const createOutbox = (
	deps: GuardedContext,
	startSending: () => void,
	stream?: string,
): Outbox => {
	const { db, guard } = deps
	type Entries = ReturnType<typeof db.outbox.toCollection>
	const meant = (entries: Entries): Entries =>
		stream === undefined ? entries : entries.filter((entry) => entry.stream === stream)
	const inState = (state: OutboxEntry['state']) =>
		meant(db.outbox.where('[userId+state]').equals([userKey(deps), state]))
	const allOf = (userId: string): Promise<OutboxEntry[]> =>
		meant(entriesOf(db, userId)).sortBy('seq')

	const change = <Value>(run: () => Promise<Value>): Promise<Value> =>
		guard.run(() =>
			db.transaction('rw', db.outbox, db.attempts, db.testSessions, async () => run()),
		)

	const retry = async (seq: number | null): Promise<RetryPlan> => {
		const userId = userKey(deps)
		const plan = await change(async () => {
			const entries = await allOf(userId)
			const planned = planRetry(entries, await db.attempts.where({ userId }).toArray(), seq)
			await db.attempts.bulkPut([...planned.attempts])
			await db.outbox.bulkPut([...planned.entries])
			return planned
		})
		if (plan.entries.length > 0) startSending()
		return plan
	}

	const dismiss = (seq: number | null): Promise<void> =>
		change(async () => {
			const refused = await inState('refused').toArray()
			const named = refused.filter((entry) => seq === null || entry.seq === seq)
			const begun = new Set(streamIdsOf(named.filter(isBeginning)))
			const gone = refused.filter((entry) => named.includes(entry) || begun.has(entry.stream))
			await db.outbox.bulkDelete(gone.map((entry) => entry.seq))
			await forgetGuesses(db, gone)
			const streams = streamIdsOf(gone)
			const left = streamIdsOf(await db.outbox.where('stream').anyOf(streams).toArray())
			// Delete attempts that the server never received.
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
		deferredUntil: async () => (await db.fetched.get(retryAfterKey(userKey(deps))))?.at ?? null,
		async list(userId = userKey(deps)) {
			const entries = await allOf(userId)
			const attempts = await db.attempts.where('id').anyOf(streamIdsOf(entries)).toArray()
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
