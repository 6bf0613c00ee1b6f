import type { Result } from '#domain/types.ts'
import { isBeginning } from './attempt-merge.ts'
import { type GuardedContext, userKey } from './context.ts'
import type { LocalDb, OutboxEntry, StoredAttempt } from './db.ts'
import { byStream, entriesOf } from './entries.ts'
import { retryAfterKey } from './sync/backoff.ts'

const policyOf = ({ args }: OutboxEntry): string | undefined =>
	(args as { policyId?: string }).policyId

/**
 * Takes guesses out of their sessions that the server will never have: what is shown of a test is then the server's truth
 * again. Inside a transaction over `testSessions`.
 * @param entries of any command, which are being forgotten.
 */
const forgetGuesses = async (db: LocalDb, entries: readonly OutboxEntry[]): Promise<void> => {
	for (const entry of entries.filter(({ command }) => command === 'test.guess')) {
		const session = await db.testSessions.get(entry.stream)
		if (session === undefined) continue
		const guesses = session.guesses.filter(({ policyId }) => policyId !== policyOf(entry))
		await db.testSessions.update(session.id, { guesses })
	}
}

/** Why a refused command cannot be sent again: the voter has another attempt at its quiz by now, or it has lost what it belongs to. */
export type RetryError = { readonly code: 'replaced' } | { readonly code: 'gone' }

/** What trying again changes. */
export interface RetryPlan {
	/** The entries as they wait again, with the keys and places that they had. */
	readonly entries: readonly OutboxEntry[]
	/** The attempts that the refusal had changed, as they were before it. */
	readonly attempts: readonly StoredAttempt[]
	/** How many of the entries stay refused, and why the first of them does. */
	readonly left: number
	readonly error: RetryError | null
}

const putBack = (entry: OutboxEntry): OutboxEntry => ({
	...entry,
	state: 'waiting',
	tries: 0,
	notBefore: null,
	waitMs: 0,
	reason: null,
	refusedAt: null,
	checked: false,
})

type Attempts = ReadonlyMap<string, StoredAttempt>

/** Undoes what a refused beginning took back. @returns the attempts that it changes, or why it cannot. */
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
	// A completed one stays in the history after a reset; a first start is refused as long as there is one.
	if (others.some(({ status }) => status === 'IN_PROGRESS' || entry.command === 'quiz.start')) {
		return { code: 'replaced' }
	}
	const old = attempts.get(resetAttemptId ?? '')
	const left = old?.status === 'IN_PROGRESS' ? [{ ...old, superseded: true }] : []
	return [{ ...attempt, superseded: false, notCounted: null }, ...left]
}

/** What has to be there for a stream's entries to be sent again. @param stream everything of it, also what waits. */
const reviveStream = (
	stream: readonly OutboxEntry[],
	attempts: Attempts,
): StoredAttempt[] | RetryError => {
	const beginning = stream.find(isBeginning)
	if (beginning?.state === 'refused') return revive(beginning, attempts)
	const [first] = stream
	const attempt = attempts.get(first?.stream ?? '')
	// Its start was discarded: nothing of it can ever be sent.
	const lost = attempt === undefined || (attempt.serverId === null && beginning === undefined)
	return lost && first?.command.startsWith('quiz.') ? { code: 'gone' } : []
}

/** The streams that have a refused entry, the newest first: of two attempts at a quiz the later one is meant. */
const refusedStreams = (entries: readonly OutboxEntry[]): OutboxEntry[][] =>
	[...byStream(entries).values()]
		.filter((stream) => stream.some(({ state }) => state === 'refused'))
		.sort(([a], [b]) => (b?.seq ?? 0) - (a?.seq ?? 0))

/** Which of a stream are tried again with `seq`: where its beginning was refused, everything that depends on it. */
const chosenOf = (stream: readonly OutboxEntry[], seq: number | null): OutboxEntry[] => {
	const refused = stream.filter(({ state }) => state === 'refused')
	if (seq === null) return refused
	const named = refused.filter((entry) => entry.seq === seq)
	return named.length > 0 && refused.some(isBeginning) ? refused : named
}

/**
 * Works out what trying refused commands again comes to: the inverse of their refusal.
 * @param entries the voter's outbox in order; @param stored the voter's attempts.
 * @param seq the one that is meant; null means all.
 */
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
export const createOutbox = (deps: GuardedContext, sent: () => void, stream?: string): Outbox => {
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
		heldUntil: async () => (await db.fetched.get(retryAfterKey(userKey(deps))))?.at ?? null,
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
