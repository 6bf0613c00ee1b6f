import { setImmediate as breathe } from 'node:timers/promises'
import { and, eq, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import { DAY_MS } from '#domain/days.ts'
import { TEST_UNUSED_DAYS } from '#domain/limits.ts'
import type { Db } from '../../db/open.ts'
import { testFeedback, testGuesses, testSessions } from '../../db/schema.ts'

const BATCH = 500

const isUnused = (db: Db) => {
	const guessed = db
		.select({ one: sql`1` })
		.from(testGuesses)
		.where(eq(testGuesses.sessionId, testSessions.id))
	const told = db
		.select({ one: sql`1` })
		.from(testFeedback)
		.where(eq(testFeedback.sessionId, testSessions.id))
	return and(isNull(testSessions.completedAt), notExists(guessed), notExists(told))
}

/** Locks, then checks again in a second statement: the first one's snapshot misses guesses being written. */
const purgeSome = (db: Db, before: Date): Promise<{ held: number; gone: number }> =>
	db.transaction(async (tx) => {
		const held = await tx
			.select({ id: testSessions.id })
			.from(testSessions)
			.where(and(lt(testSessions.startedAt, before), isUnused(tx)))
			.limit(BATCH)
			.for('update', { skipLocked: true })
		const ids = held.map(({ id }) => id)
		const gone = await tx
			.delete(testSessions)
			.where(and(inArray(testSessions.id, ids), isUnused(tx)))
			.returning({ id: testSessions.id })
		return { held: held.length, gone: gone.length }
	})

/** Deletes unused sessions thirty days after their start. @param ending stops after the current batch. */
export const purgeUnused = async (db: Db, now: Date, ending?: AbortSignal): Promise<number> => {
	const before = new Date(now.getTime() - TEST_UNUSED_DAYS * DAY_MS)
	let all = 0
	for (let held = BATCH; held === BATCH && !ending?.aborted; ) {
		const some = await purgeSome(db, before)
		held = some.held
		all += some.gone
		await breathe()
	}
	return all
}
