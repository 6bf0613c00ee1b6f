import { and, eq, inArray, isNotNull, max } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { BatchOperation, quiz } from '#contract/quiz.ts'
import { type Attempt, complete } from '#domain/attempt.ts'
import { holdKeys } from '../../db/key-lock.ts'
import { attemptEvents, attempts } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { statusOf } from '../../http/on-error.ts'
import { isServiceError } from '../../http/service-error.ts'
import { giveAnswer } from './answers.ts'
import { type AttemptRow, foldAttempt, lockOwnAttempt } from './attempts.ts'
import { unfinished } from './complete.ts'
import { refuseSuperseded } from './guard.ts'
import { type EventRow, fingerprintOf, keyReused, type VoterContext } from './once.ts'
import { toState } from './state.ts'

type Input = HandlerInput<typeof quiz.batch>
type Reply = Sent<typeof quiz.batch>
type Outcome = Reply['outcomes'][number]

/** What a batch is held against, and what it comes to, while it is gone through. */
interface Going {
	attempt: Attempt
	/** What was recorded under which key: before, or by this batch. */
	readonly used: Map<string, string>
	/** The last place in the stream of what counts, by policy; null is the selection. */
	readonly places: Map<string | null, number>
	readonly events: EventRow[]
}

const usedKeys = async (
	tx: Db,
	userId: string,
	keys: readonly string[],
): Promise<Map<string, string>> => {
	const rows = await tx
		.select({ key: attemptEvents.key, fingerprint: attemptEvents.fingerprint })
		.from(attemptEvents)
		.where(and(eq(attemptEvents.userId, userId), inArray(attemptEvents.key, [...keys])))
	return new Map(rows.map(({ key, fingerprint }) => [key ?? '', fingerprint]))
}

const lastPlaces = async (
	tx: Db,
	attemptId: string,
	stream: string,
): Promise<Map<string | null, number>> => {
	const rows = await tx
		.select({ policyId: attemptEvents.policyId, seq: max(attemptEvents.seq) })
		.from(attemptEvents)
		.where(
			and(
				eq(attemptEvents.attemptId, attemptId),
				eq(attemptEvents.kind, 'INTERACT'),
				eq(attemptEvents.applied, true),
				eq(attemptEvents.stream, stream),
				isNotNull(attemptEvents.seq),
			),
		)
		.groupBy(attemptEvents.policyId)
	return new Map(rows.map(({ policyId, seq }) => [policyId, seq ?? 0]))
}

/** Does an operation to what is known of the attempt. @returns what its event says of it. */
const act = (going: Going, operation: BatchOperation): Partial<EventRow> & { applied: boolean } => {
	const { attempt, places } = going
	if (operation.kind === 'COMPLETE') {
		const completed = complete(attempt)
		if (!completed.ok) throw unfinished(completed.error.missing)
		going.attempt = completed.value
		return { applied: attempt.status !== 'COMPLETED' }
	}
	const { after, detail } = giveAnswer(attempt, operation.body)
	const applied = (places.get(detail.policyId) ?? -1) <= operation.seq
	if (applied) {
		going.attempt = after
		places.set(detail.policyId, operation.seq)
	}
	return { applied, ...detail }
}

/** What becomes of an operation: as of a call of its own. */
const takeOne = (
	going: Going,
	row: AttemptRow,
	operation: BatchOperation,
	common: Pick<EventRow, 'at' | 'stream' | 'userId'>,
): Outcome => {
	const { kind, key, seq } = operation
	const body = operation.kind === 'INTERACT' ? operation.body : null
	const fingerprint = fingerprintOf({ kind, target: row.id, body })
	try {
		const before = going.used.get(key)
		if (before === fingerprint) return { status: 200 }
		if (before !== undefined) throw keyReused()
		refuseSuperseded(row)
		const detail = act(going, operation)
		going.events.push({ ...common, attemptId: row.id, kind, key, seq, fingerprint, ...detail })
		going.used.set(key, fingerprint)
		return { status: 200 }
	} catch (error) {
		if (!isServiceError(error)) throw error
		return { status: statusOf(error), message: error.message }
	}
}

const write = async (tx: Db, row: AttemptRow, { events }: Going, now: Date): Promise<void> => {
	if (events.length === 0) return
	await tx.insert(attemptEvents).values(events)
	if (!events.some(({ kind, applied }) => kind === 'COMPLETE' && applied)) return
	await tx
		.update(attempts)
		.set({ status: 'COMPLETED', completedAt: now })
		.where(eq(attempts.id, row.id))
}

/**
 * Takes several operations on an attempt in one transaction, with as many statements for fifty as for one. Each has the
 * outcome, the key and the place in its stream that a call of its own would have had, and a refused one stops no other.
 * @throws 404 where the voter has no such attempt; 409 with `Retry-After` where the first one is under way elsewhere.
 */
export const takeBatch = (
	{ db, user, now }: Pick<VoterContext, 'db' | 'user' | 'now'>,
	{ params, body: { stream, operations } }: Input,
): Promise<Reply> =>
	db.transaction(async (tx) => {
		const keys = operations.map(({ key }) => key)
		const free = await holdKeys(tx, user.id, keys)
		const row = await lockOwnAttempt(tx, user.id, params.attemptId)
		const going: Going = {
			attempt: await foldAttempt(tx, row),
			used: await usedKeys(tx, user.id, keys),
			places: await lastPlaces(tx, row.id, stream),
			events: [],
		}
		const common = { at: now, stream, userId: user.id }
		const outcomes = operations
			.slice(0, free)
			.map((operation) => takeOne(going, row, operation, common))
		await write(tx, row, going, now)
		return { outcomes, state: toState(row, await foldAttempt(tx, row)) }
	})
