import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { feedback } from '#contract/feedback.ts'
import { accuracyOf } from '#domain/test-summary.ts'
import { testFeedback, testGuesses, testSessions } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'

type Row = typeof feedback.page

const guesses = (what: SQL): SQL<number> =>
	sql<number>`(select count(*) from ${testGuesses} where ${testGuesses.sessionId} = ${testFeedback.sessionId} and ${what})`.mapWith(
		Number,
	)

const recordsOf = (db: Db, { page, size, sortDirection }: HandlerInput<Row>['query']) => {
	const order = sortDirection === 'ASC' ? asc : desc
	return db
		.select({
			id: testFeedback.id,
			sessionId: testFeedback.sessionId,
			feedbackText: testFeedback.text,
			submittedAt: testFeedback.submittedAt,
			candidate1: testSessions.candidate1,
			candidate2: testSessions.candidate2,
			completedAt: testSessions.completedAt,
			correctGuesses: guesses(sql`${testGuesses.correct}`),
			totalPolicies: guesses(sql`true`),
		})
		.from(testFeedback)
		.innerJoin(testSessions, eq(testSessions.id, testFeedback.sessionId))
		.orderBy(order(testFeedback.submittedAt), order(testFeedback.id))
		.limit(size)
		.offset(page * size)
}

/** What visitors told of the knowledge test, a page of it, each with what came of the session that it is about. */
export const listFeedback = async (
	{ db }: { readonly db: Db },
	{ query }: Pick<HandlerInput<Row>, 'query'>,
): Promise<Sent<Row>> => {
	const totalElements = await db.$count(testFeedback)
	const found = await recordsOf(db, query)
	return {
		content: found.map(({ candidate1, candidate2, completedAt, submittedAt, ...record }) => {
			const { correctGuesses, totalPolicies, ...told } = record
			return {
				...told,
				submittedAt: submittedAt.toISOString(),
				testResult: {
					candidate1Name: candidate1.name,
					candidate2Name: candidate2.name,
					correctGuesses,
					totalPolicies,
					accuracyPercentage: accuracyOf(correctGuesses, totalPolicies),
					completed: completedAt !== null,
				},
			}
		}),
		totalElements,
		totalPages: Math.ceil(totalElements / query.size),
	}
}
