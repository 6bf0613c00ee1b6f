import { and, eq, sql } from 'drizzle-orm'
import { beingWorkedOn, lockName } from '../../db/key-lock.ts'
import { prepared } from '../../db/prepared.ts'
import { attemptEvents } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'

/** What was recorded under a key. */
interface Used {
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

/** Voters' idempotency keys that a transaction holds. */
export interface HeldKeys {
	/** How many of those that were asked for, from the first one on, no other call has in flight: at least one. */
	readonly held: number
	/** What was recorded under them before. */
	readonly used: ReadonlyMap<string, Used>
}

/**
 * Holds a voter's idempotency keys until the transaction ends, and looks up what they were used for. By a statement of its
 * own, which sees what was committed until the keys were held.
 * @throws 409 with `Retry-After` where another call has the first one.
 */
export const holdKeys = async (
	tx: Db,
	userId: string,
	keys: readonly string[],
): Promise<HeldKeys> => {
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
