import { sql } from 'drizzle-orm'
import { inFlight } from '../http/service-error.ts'
import type { Db } from './types.ts'

/** What the lock of a key is called. */
export const lockName = (owner: string, key: string): string => JSON.stringify([owner, key])

/** What another call with a key is told while the first is in flight: 409 with `Retry-After`. */
export const beingWorkedOn = () =>
	inFlight('The same request is being worked on. Please try again in a moment.')

/**
 * Holds an idempotency key until the transaction ends.
 * @param owner whose key it is: keys of different owners never meet.
 * @throws 409 with `Retry-After` where another call with the key is in flight.
 */
export const holdKey = async (tx: Db, owner: string, key: string): Promise<void> => {
	const name = lockName(owner, key)
	const [row] = await tx
		.select({ held: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))` })
		.from(sql`(values (1)) as one`)
	if (row?.held) return
	throw beingWorkedOn()
}
