import { isBeginning } from './apply-state.ts'
import type { OutboxEntry, StoredAttempt } from './db.ts'
import { byStream } from './entries.ts'

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
export const planRetry = (
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
