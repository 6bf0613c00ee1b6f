import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import * as schema from '#server/db/schema.ts'

interface Options {
	/** Number new events from the backup's last number, instead of the server's. */
	readonly renumber?: boolean
}

/** Saves voters' data. @returns a function that restores it, as from an older backup. */
export const takeBackup = async (db: Db): Promise<(options?: Options) => Promise<void>> => {
	const attempts = await db.select().from(schema.attempts)
	const events = await db.select().from(schema.attemptEvents)
	const sessions = await db.select().from(schema.testSessions)
	const guesses = await db.select().from(schema.testGuesses)
	const feedback = await db.select().from(schema.testFeedback)
	return async ({ renumber = true } = {}) => {
		await db.delete(schema.attempts)
		await db.delete(schema.testSessions)
		if (attempts.length > 0) await db.insert(schema.attempts).values(attempts)
		if (events.length > 0) {
			await db.insert(schema.attemptEvents).overridingSystemValue().values(events)
		}
		if (sessions.length > 0) await db.insert(schema.testSessions).values(sessions)
		if (guesses.length > 0) await db.insert(schema.testGuesses).values(guesses)
		if (feedback.length > 0) await db.insert(schema.testFeedback).values(feedback)
		if (!renumber) return
		const last = Math.max(1, ...events.map(({ id }) => id))
		await db.execute(
			sql`select setval(pg_get_serial_sequence('attempt_events', 'id'), ${last}::bigint)`,
		)
	}
}
