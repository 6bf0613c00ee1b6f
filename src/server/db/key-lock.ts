import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { inFlight, serviceError } from '../http/service-error.ts'
import type { Db } from './types.ts'

/** What the lock of a key is called. */
export const lockName = (owner: string, key: string): string => JSON.stringify([owner, key])

/** What another call with a key is told while the first is in flight: 409 with `Retry-After`. */
export const beingWorkedOn = () =>
	inFlight('The same request is being worked on. Please try again in a moment.')

/** What another request under a key that was used is told. */
export const keyReused = () =>
	serviceError('unprocessable', 'This idempotency key was used for another request.')

/**
 * Tells a request from another one under the same key; kept with its effect, so it must come out the same in every version.
 * @param request parsed, so that the order of its fields is the schema's.
 */
export const fingerprint = (request: unknown): string =>
	createHash('sha256').update(JSON.stringify(request)).digest('base64url')

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
