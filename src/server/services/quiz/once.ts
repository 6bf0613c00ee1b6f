import { eq, sql } from 'drizzle-orm'
import type { Actor } from '../../context.ts'
import { fingerprint, keyReused } from '../../db/key-lock.ts'
import { prepared } from '../../db/prepared.ts'
import { attemptEvents, attempts } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import type { CallContext } from '../../http/mount.ts'
import { foldAttempt } from './attempts.ts'
import { holdKeys } from './keys.ts'
import { type SentState, toState } from './state.ts'

export type VoterContext = Pick<CallContext<Actor>, 'db' | 'user' | 'now' | 'key' | 'order'>

export type EventRow = typeof attemptEvents.$inferInsert

/** What a verb says of the event that it writes; who, when and under which key is known. */
type EventDetail = Pick<EventRow, 'attemptId' | 'applied'> &
	Partial<Pick<EventRow, 'policyId' | 'value' | 'selected' | 'responseTimeMs' | 'consent'>>

/** One call of a verb: what tells it from another under the same key. */
interface Operation {
	readonly kind: EventRow['kind']
	/** The id that the call names. */
	readonly target: string
	/** Parsed, so that the order of its fields is the schema's. */
	readonly body: unknown
}

/** @param record writes the verb's event and returns its number. */
type Effect = (tx: Db, record: (detail: EventDetail) => Promise<number>) => Promise<SentState>

/** Tells an operation from another one under the same key; kept with its effect. */
export const fingerprintOf = ({ kind, target, body }: Operation): string =>
	fingerprint([kind, target, body ?? null])

/** Holds a key. @returns the outcome of the call that used it first: its attempt as it stood right after; null where it is new. */
const replay = async (
	tx: Db,
	userId: string,
	key: string,
	digest: string,
): Promise<SentState | null> => {
	const used = (await holdKeys(tx, userId, [key])).used.get(key)
	if (used === undefined) return null
	if (used.fingerprint !== digest) throw keyReused()
	const [attempt] = await tx.select().from(attempts).where(eq(attempts.id, used.attemptId))
	return attempt ? toState(attempt, await foldAttempt(tx, attempt, used.eventId)) : null
}

const insertEvent = prepared((db) =>
	db
		.insert(attemptEvents)
		.values({
			attemptId: sql.placeholder('attemptId'),
			userId: sql.placeholder('userId'),
			key: sql.placeholder('key'),
			fingerprint: sql.placeholder('fingerprint'),
			kind: sql.placeholder('kind'),
			policyId: sql.placeholder('policyId'),
			value: sql.placeholder('value'),
			// Drizzle would make a JSON null of one that is not there.
			selected: sql`${sql.placeholder('selected')}::jsonb`,
			responseTimeMs: sql.placeholder('responseTimeMs'),
			consent: sql.placeholder('consent'),
			stream: sql.placeholder('stream'),
			seq: sql.placeholder('seq'),
			applied: sql.placeholder('applied'),
			at: sql.placeholder('at'),
		})
		.returning({ id: attemptEvents.id })
		.prepare('record_event'),
)

const NO_ANSWER = { policyId: null, value: null, responseTimeMs: null }

/**
 * Runs a verb of the quiz in one transaction, once for its idempotency key. The key is kept on the event that the verb
 * records, as long as that lives: a repeated call, however late, gets the first outcome and changes nothing.
 * A verb that refuses records nothing, so its key stays free.
 */
export const once = async (
	{ db, user, now, key, order }: VoterContext,
	operation: Operation,
	effect: Effect,
): Promise<SentState> => {
	const digest = fingerprintOf(operation)
	const common = { kind: operation.kind, userId: user.id, key, fingerprint: digest, at: now }
	const place = { stream: order?.stream ?? null, seq: order?.seq ?? null }
	return db.transaction(async (tx) => {
		const before = key === null ? null : await replay(tx, user.id, key, digest)
		if (before !== null) return before
		return effect(tx, async ({ selected = null, consent = null, ...detail }) => {
			const values = { ...common, ...place, ...NO_ANSWER, ...detail }
			const [row] = await insertEvent(tx).execute({
				...values,
				consent,
				selected: selected && JSON.stringify(selected),
			})
			return row?.id ?? 0
		})
	})
}
