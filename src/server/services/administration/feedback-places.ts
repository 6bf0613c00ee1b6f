import { type SQL, sql } from 'drizzle-orm'
import { testFeedback } from '../../db/schema.ts'

/** Where a feedback stands among all, the oldest first. */
export interface Place {
	/** Its moment as the database writes it: a date of ours knows no microseconds. */
	readonly at: string
	readonly id: string
}

const compare = (how: '>' | '<' | '<=', { at, id }: Place): SQL =>
	sql`(${testFeedback.submittedAt}, ${testFeedback.id}) ${sql.raw(how)} (${at}::timestamptz, ${id}::uuid)`

/** What is further on than a place. */
export const afterPlace = (place: Place): SQL => compare('>', place)

/** What is before a place. */
export const beforePlace = (place: Place): SQL => compare('<', place)

/** What is before a place, or at it. */
export const upToPlace = (place: Place): SQL => compare('<=', place)
