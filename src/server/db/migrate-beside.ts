import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { dbFailure } from './errors.ts'
import type { Db } from './types.ts'

/** A lock that was not to be had, and a deadlock with somebody who uses the same tables. */
const PASSING = ['55P03', '40P01']
/** How long each change of a table waits for those who use it, in ms: whoever asks for the table meanwhile waits behind it. */
const WAIT_MS = 800
/** How long everybody else has the table before the next try, in ms. */
const BETWEEN_MS = 2000
/** How often it is tried: for ten minutes. What then still holds a table is nothing that ends by itself. */
const TRIES = 200

/**
 * Changes tables that other processes are reading and writing. PostgreSQL has a change wait for every transaction that
 * uses its table, and everybody who comes later wait for the change: a backup under way would so stop the whole server.
 * It is given up before long instead, which undoes it, and tried again.
 * @param change makes all changes in one transaction.
 * @throws what `change` throws, and where a table never came free.
 */
export const migrateBeside = async (db: Db, change: () => Promise<void>): Promise<void> => {
	await db.execute(sql.raw(`set lock_timeout = ${WAIT_MS}`))
	for (let tries = 1; ; tries++) {
		try {
			await change()
			break
		} catch (error) {
			if (!PASSING.includes(dbFailure(error)?.code ?? '') || tries === TRIES) throw error
			await pause(BETWEEN_MS)
		}
	}
	await db.execute(sql`set lock_timeout = default`)
}
