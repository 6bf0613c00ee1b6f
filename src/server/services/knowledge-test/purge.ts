import { and, eq, isNull, lt, notExists, sql } from 'drizzle-orm'
import { TEST_UNUSED_DAYS } from '#domain/constants.ts'
import { testFeedback, testGuesses, testSessions } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'

const DAY_MS = 86_400_000

/**
 * Deletes unfinished sessions without a guess, thirty days after they began. One with a feedback stays: with it would go
 * what somebody wrote.
 * @returns how many.
 */
export const purgeUnused = async (db: Db, now: Date): Promise<number> => {
	const before = new Date(now.getTime() - TEST_UNUSED_DAYS * DAY_MS)
	const guessed = db
		.select({ one: sql`1` })
		.from(testGuesses)
		.where(eq(testGuesses.sessionId, testSessions.id))
	const told = db
		.select({ one: sql`1` })
		.from(testFeedback)
		.where(eq(testFeedback.sessionId, testSessions.id))
	const gone = await db
		.delete(testSessions)
		.where(
			and(
				lt(testSessions.startedAt, before),
				isNull(testSessions.completedAt),
				notExists(guessed),
				notExists(told),
			),
		)
		.returning({ id: testSessions.id })
	return gone.length
}
