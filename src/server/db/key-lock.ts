import { sql } from 'drizzle-orm'
import { inFlight } from '../http/service-error.ts'
import { rowsOf } from './rows.ts'
import type { Db } from './types.ts'

const nameOf = (owner: string, key: string): string => JSON.stringify([owner, key])

const beingWorkedOn = () =>
	inFlight('The same request is being worked on. Please try again in a moment.')

/**
 * Holds an idempotency key until the transaction ends.
 * @param owner whose key it is: keys of different owners never meet.
 * @throws 409 with `Retry-After` where another call with the key is in flight.
 */
export const holdKey = async (tx: Db, owner: string, key: string): Promise<void> => {
	const name = nameOf(owner, key)
	const [row] = await tx
		.select({ held: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))` })
		.from(sql`(values (1)) as one`)
	if (row?.held) return
	throw beingWorkedOn()
}

/**
 * Holds several at once.
 * @returns how many of them, counted from the first one on, no other call has in flight: at least one.
 * @throws 409 with `Retry-After` where another call has the first one.
 */
export const holdKeys = async (tx: Db, owner: string, keys: readonly string[]): Promise<number> => {
	const names = JSON.stringify(keys.map((key) => nameOf(owner, key)))
	const rows = await rowsOf<{ held: boolean }>(
		tx,
		sql`select pg_try_advisory_xact_lock(hashtextextended(name, 0)) as held
			from jsonb_array_elements_text(${names}::jsonb) with ordinality as names (name, place)
			order by place`,
	)
	const taken = rows.findIndex(({ held }) => !held)
	if (taken === 0) throw beingWorkedOn()
	return taken === -1 ? keys.length : taken
}
