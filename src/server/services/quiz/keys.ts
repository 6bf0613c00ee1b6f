import { and, eq, sql } from 'drizzle-orm'
import { brokenUnique } from '../../db/errors.ts'
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

// A look into the index for each: a voter may have thousands of events, and a join might read them all.
const holding = prepared((db) => {
	const used = db
		.select({
			eventId: attemptEvents.id,
			attemptId: attemptEvents.attemptId,
			fingerprint: attemptEvents.fingerprint,
		})
		.from(attemptEvents)
		.where(
			and(
				eq(attemptEvents.userId, sql.placeholder('userId')),
				eq(attemptEvents.key, sql`given.key`),
			),
		)
		.limit(1)
		.as('used')
	return db
		.select({
			held: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(given.name, 0))`,
			used: { eventId: used.eventId, attemptId: used.attemptId, fingerprint: used.fingerprint },
		})
		.from(
			sql`unnest(${sql.placeholder('names')}::text[], ${sql.placeholder('keys')}::text[])
				with ordinality as given (name, key, place)`,
		)
		.leftJoinLateral(used, sql`true`)
		.orderBy(sql`given.place`)
		.prepare('hold_keys')
})

/**
 * Holds a voter's idempotency keys until the transaction ends.
 * @returns what was recorded under each, null where nothing was; of the keys, counted from the first one on, that no other
 * call has in flight: at least one.
 * @throws 409 with `Retry-After` where another call has the first one.
 */
export const holdKeys = async (
	tx: Db,
	userId: string,
	keys: readonly string[],
): Promise<(Used | null)[]> => {
	const names = keys.map((key) => lockName(userId, key))
	const rows = await holding(tx).execute({ userId, names, keys })
	const taken = rows.findIndex(({ held }) => !held)
	if (taken === 0) throw beingWorkedOn()
	return rows.slice(0, taken === -1 ? rows.length : taken).map(({ used }) => used)
}

/**
 * Records what is done under keys that are held. The statement that held them saw what was there when it began: a call
 * that ended between that and its lock has used a key all the same, and the index knows.
 * @throws 409 with `Retry-After` where it has.
 */
export const recorded = async <Value>(record: () => Promise<Value>): Promise<Value> => {
	try {
		return await record()
	} catch (error) {
		throw brokenUnique(error) === 'attempt_events_key' ? beingWorkedOn() : error
	}
}
