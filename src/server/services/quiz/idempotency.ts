import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '../../context.ts'
import { beingWorkedOn, fingerprint, keyReused, lockName } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import { attemptEvents, attempts } from '../../db/schema.ts'
import { prepared } from '../../db/sql.ts'
import type { CallContext } from '../../http/mount.ts'
import { foldAttempt } from './attempts.ts'
import { type SentState, toState } from './read.ts'

export interface Used {
	readonly eventId: number
	readonly attemptId: string
	readonly fingerprint: string
}

const holding = prepared((db) =>
	db
		.select({ held: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(given.name, 0))` })
		.from(sql`unnest(${sql.placeholder('names')}::text[]) with ordinality as given (name, place)`)
		.orderBy(sql`given.place`)
		.prepare('hold_keys'),
)

const finding = prepared((db) =>
	db
		.select({
			key: attemptEvents.key,
			eventId: attemptEvents.id,
			attemptId: attemptEvents.attemptId,
			fingerprint: attemptEvents.fingerprint,
		})
		.from(attemptEvents)
		.where(
			and(
				eq(attemptEvents.userId, sql.placeholder('userId')),
				sql`${attemptEvents.key} = any(${sql.placeholder('keys')}::text[])`,
			),
		)
		.prepare('used_keys'),
)

interface HeldKeys {
	/** Number of leading keys that could be locked, at least one. */
	readonly held: number
	readonly used: ReadonlyMap<string, Used>
}

/**
 * Locks keys and looks up their events. The second statement sees everything committed before the locks.
 * @throws 409 with `Retry-After` if another call holds the first key.
 */
const holdKeys = async (tx: Db, userId: string, keys: readonly string[]): Promise<HeldKeys> => {
	const names = keys.map((key) => lockName(userId, key))
	const rows = await holding(tx).execute({ names })
	const taken = rows.findIndex(({ held }) => !held)
	if (taken === 0) throw beingWorkedOn()
	const found = await finding(tx).execute({ userId, keys })
	return {
		held: taken === -1 ? keys.length : taken,
		used: new Map(found.map(({ key, ...used }) => [key ?? '', used])),
	}
}

export type VoterContext = Pick<CallContext<Actor>, 'db' | 'user' | 'now' | 'key' | 'order'>

export type EventRow = typeof attemptEvents.$inferInsert

type EventDetail = Pick<EventRow, 'attemptId' | 'applied'> &
	Partial<Pick<EventRow, 'policyId' | 'value' | 'selected' | 'responseTimeMs' | 'consent'>>

interface Operation {
	readonly kind: EventRow['kind']
	readonly target: string
	/** Parsed, so that its fields are in the schema's order. */
	readonly body: unknown
}

/** @param record writes the event and returns its id. */
type Effect = (tx: Db, record: (detail: EventDetail) => Promise<number>) => Promise<SentState>

/** Hashes an operation to detect reuse of its key. Hashes are stored with the events. */
export const fingerprintOf = ({ kind, target, body }: Operation): string =>
	fingerprint([kind, target, body ?? null])

/** Replays the outcome of a used key: the attempt right after the first call. Null if the key is new. */
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
			// Without the cast, Drizzle would write a missing value as JSON null.
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

/** Runs an operation once per idempotency key. The key lives on its event; refused operations do not use it up. */
export const runOnce = async (
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
