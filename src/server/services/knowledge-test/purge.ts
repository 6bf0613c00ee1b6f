import { and, eq, isNull, lt, notExists, sql } from 'drizzle-orm'
import { TEST_UNUSED_DAYS } from '#domain/constants.ts'
import { testGuesses, testSessions } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'

const DAY_MS = 86_400_000

/** Deletes sessions that nobody ever made a guess in, thirty days after they began. @returns how many. */
export const purgeUnused = async (db: Db, now: Date): Promise<number> => {
	const before = new Date(now.getTime() - TEST_UNUSED_DAYS * DAY_MS)
	const guessed = db
		.select({ one: sql`1` })
		.from(testGuesses)
		.where(eq(testGuesses.sessionId, testSessions.id))
	const gone = await db
		.delete(testSessions)
		.where(
			and(lt(testSessions.startedAt, before), isNull(testSessions.completedAt), notExists(guessed)),
		)
		.returning({ id: testSessions.id })
	return gone.length
}
