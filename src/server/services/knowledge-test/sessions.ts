import { eq } from 'drizzle-orm'
import { summarise, type TestSummary } from '#domain/test-summary.ts'
import { rowId } from '../../db/ids.ts'
import { testGuesses, testSessions } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import type { CallContext } from '../../http/mount.ts'
import { notFound } from '../../http/service-error.ts'

export type TestContext = Pick<CallContext<null>, 'db' | 'now' | 'key'>
export type SessionRow = typeof testSessions.$inferSelect
export type GuessRow = typeof testGuesses.$inferSelect

/** A session; 404 where there is none. */
export const getSession = async (db: Db, id: string): Promise<SessionRow> => {
	const [row] = await db
		.select()
		.from(testSessions)
		.where(eq(testSessions.id, rowId(id)))
	if (row === undefined) throw notFound()
	return row
}

/** The same, kept from other writers until the transaction ends. */
export const lockSession = async (tx: Db, id: string): Promise<SessionRow> => {
	const [row] = await tx
		.select()
		.from(testSessions)
		.where(eq(testSessions.id, rowId(id)))
		.for('update')
	if (row === undefined) throw notFound()
	return row
}

/** A session's guesses, in no order: two may be of the same millisecond. What is asked has one, the session's. */
export const guessesOf = (db: Db, sessionId: string): Promise<GuessRow[]> =>
	db.select().from(testGuesses).where(eq(testGuesses.sessionId, sessionId))

/** What a session has come to so far. */
export const summaryOf = async (db: Db, sessionId: string): Promise<TestSummary> =>
	summarise(await guessesOf(db, sessionId))
