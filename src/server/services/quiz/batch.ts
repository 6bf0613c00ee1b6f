import { eq, sql } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { BatchOperation, quiz } from '#contract/quiz.ts'
import { type Attempt, complete } from '#domain/quiz.ts'
import { keyReused } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import { attemptEvents, attempts } from '../../db/schema.ts'
import { rowsOf } from '../../db/sql.ts'
import { isServiceError, outcomeOf } from '../../http/errors.ts'
import {
	type AttemptRow,
	foldPlaced,
	giveAnswer,
	isLate,
	lockOwnAttempt,
	type Placed,
	refuseSuperseded,
} from './attempts.ts'
import { type EventRow, fingerprintOf, holdKeys, type VoterContext } from './idempotency.ts'
import { toState } from './read.ts'
import { unfinished } from './take.ts'

type Input = HandlerInput<typeof quiz.batch>
type Reply = Sent<typeof quiz.batch>
type Outcome = Reply['outcomes'][number]

interface Going {
	attempt: Attempt
	/** Fingerprints by idempotency key, from earlier calls and this batch. */
	readonly used: Map<string, string>
	readonly places: Placed['places']
	readonly events: EventRow[]
}

const act = (going: Going, operation: BatchOperation): Partial<EventRow> & { applied: boolean } => {
	const { attempt, places } = going
	if (operation.kind === 'COMPLETE') {
		const completed = complete(attempt, operation.unanswered)
		if (!completed.ok) throw unfinished(completed.error.missing)
		going.attempt = completed.value
		return { applied: attempt.status !== 'COMPLETED' }
	}
	const { after, detail } = giveAnswer(attempt, operation.body)
	const applied = !isLate(places, detail.policyId, operation.seq)
	if (applied) {
		going.attempt = after
		places.set(detail.policyId, operation.seq)
	}
	return { applied, ...detail }
}

const takeOne = (
	going: Going,
	row: AttemptRow,
	operation: BatchOperation,
	common: Pick<EventRow, 'at' | 'stream' | 'userId'>,
): Outcome => {
	const { kind, key, seq } = operation
	const early = operation.kind === 'COMPLETE' && operation.unanswered ? { unanswered: true } : null
	const body = operation.kind === 'INTERACT' ? operation.body : early
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
		return outcomeOf(error)
	}
}

/** One JSON parameter: building thirteen parameters per event would cost more than the rest of the batch. */
const insertEvents = async (tx: Db, events: readonly EventRow[]): Promise<number> => {
	const rows = await rowsOf<{ id: string; applied: boolean }>(
		tx,
		sql`insert into ${attemptEvents} (attempt_id, user_id, key, fingerprint, kind, policy_id, value, selected,
					response_time_ms, stream, seq, applied, at)
				select "attemptId", "userId", key, fingerprint, kind, "policyId", value, selected,
					"responseTimeMs", stream, seq, applied, at
				from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event ("attemptId" uuid, "userId" uuid, key text,
					fingerprint text, kind text, "policyId" text, value integer, selected jsonb,
					"responseTimeMs" integer, stream text, seq bigint, applied boolean, at timestamptz)
				returning id, applied`,
	)
	return Math.max(0, ...rows.filter(({ applied }) => applied).map(({ id }) => Number(id)))
}

const write = async (
	tx: Db,
	row: AttemptRow,
	{ events }: Going,
	before: Placed['attempt'],
	now: Date,
): Promise<number> => {
	if (events.length === 0) return before.revision
	const last = await insertEvents(tx, events)
	if (events.some(({ kind, applied }) => kind === 'COMPLETE' && applied)) {
		await tx
			.update(attempts)
			.set({ status: 'COMPLETED', completedAt: now })
			.where(eq(attempts.id, row.id))
	}
	return Math.max(last, before.revision)
}

/**
 * Applies operations in one transaction and a constant number of statements, each with its usual outcome.
 * @throws 404; 409 with `Retry-After` if another call is processing the first operation.
 */
export const takeBatch = (
	{ db, user, now }: Pick<VoterContext, 'db' | 'user' | 'now'>,
	{ params, body: { stream, operations } }: Input,
): Promise<Reply> =>
	db.transaction(async (tx) => {
		const keys = operations.map(({ key }) => key)
		const { held, used } = await holdKeys(tx, user.id, keys)
		const row = await lockOwnAttempt(tx, user.id, params.attemptId)
		const { attempt, places } = await foldPlaced(tx, row, stream)
		const fingerprints = new Map([...used].map(([key, { fingerprint }]) => [key, fingerprint]))
		const going: Going = { attempt, used: fingerprints, places, events: [] }
		const common = { at: now, stream, userId: user.id }
		const outcomes = operations
			.slice(0, held)
			.map((operation) => takeOne(going, row, operation, common))
		const revision = await write(tx, row, going, attempt, now)
		return { outcomes, state: toState(row, { ...going.attempt, revision }) }
	})
