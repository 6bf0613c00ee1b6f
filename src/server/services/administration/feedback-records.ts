import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { accuracyOf } from '#domain/test-summary.ts'
import { testFeedback, testGuesses, testSessions } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import type { Place } from './feedback-places.ts'

/** Which feedback is read, and from which end. */
interface Part {
	readonly where: SQL | undefined
	readonly direction: 'ASC' | 'DESC'
	readonly limit: number
	readonly offset?: number
}

/** Only what the order needs: what is skipped is not looked up. */
const placesOf = (db: Db, { where, direction, limit, offset = 0 }: Part) => {
	const order = direction === 'ASC' ? asc : desc
	return db
		.select({ id: testFeedback.id })
		.from(testFeedback)
		.where(where)
		.orderBy(order(testFeedback.submittedAt), order(testFeedback.id))
		.limit(limit)
		.offset(offset)
		.as('places')
}

const guessesOf = (db: Db) =>
	db
		.select({
			correct: sql`count(*) filter (where ${testGuesses.correct})`.mapWith(Number).as('correct'),
			total: sql`count(*)`.mapWith(Number).as('total'),
		})
		.from(testGuesses)
		.where(eq(testGuesses.sessionId, testFeedback.sessionId))
		.as('guesses')

const rowsOf = (db: Db, part: Part) => {
	const places = placesOf(db, part)
	const guesses = guessesOf(db)
	const order = part.direction === 'ASC' ? asc : desc
	return db
		.select({
			id: testFeedback.id,
			at: sql<string>`${testFeedback.submittedAt}::text`,
			sessionId: testFeedback.sessionId,
			feedbackText: testFeedback.text,
			submittedAt: testFeedback.submittedAt,
			candidate1: testSessions.candidate1,
			candidate2: testSessions.candidate2,
			completedAt: testSessions.completedAt,
			correct: guesses.correct,
			total: guesses.total,
		})
		.from(places)
		.innerJoin(testFeedback, eq(testFeedback.id, places.id))
		.innerJoin(testSessions, eq(testSessions.id, testFeedback.sessionId))
		.innerJoinLateral(guesses, sql`true`)
		.orderBy(order(testFeedback.submittedAt), order(testFeedback.id))
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const toRecord = ({ id, sessionId, feedbackText, submittedAt, ...row }: Row) => ({
	id,
	sessionId,
	feedbackText,
	submittedAt: submittedAt.toISOString(),
	testResult: {
		candidate1Name: row.candidate1.name,
		candidate2Name: row.candidate2.name,
		correctGuesses: row.correct,
		totalPolicies: row.total,
		accuracyPercentage: accuracyOf(row.correct, row.total),
		completed: row.completedAt !== null,
	},
})

/** A feedback with what came of its session, as the API tells it, and its place. */
interface Found {
	readonly record: ReturnType<typeof toRecord>
	readonly place: Place
}

/** Reads some of the feedback, in its order. */
export const readFeedback = async (db: Db, part: Part): Promise<Found[]> =>
	(await rowsOf(db, part)).map((row) => ({
		record: toRecord(row),
		place: { at: row.at, id: row.id },
	}))
