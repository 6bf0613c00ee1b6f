import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Sent } from '#contract/endpoint.ts'
import type { testManagement } from '#contract/test-management.ts'
import { rowId } from '../../db/ids.ts'
import { candidates, testConfigurations, testGuesses, testSessions } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { notFound } from '../../http/service-error.ts'

type Rows = typeof testManagement
type SentConfiguration = Sent<Rows['all']>[number]

/** Candidates who were deleted keep their names here: what was asked about them stays what it was. */
const findConfigurations = async (db: Db, where?: SQL): Promise<SentConfiguration[]> => {
	const [one, two] = [alias(candidates, 'one'), alias(candidates, 'two')]
	const found = await db
		.select({
			id: testConfigurations.id,
			candidate1Id: one.id,
			candidate2Id: two.id,
			candidate1Name: one.name,
			candidate2Name: two.name,
			isActive: testConfigurations.active,
			createdAt: testConfigurations.createdAt,
		})
		.from(testConfigurations)
		.innerJoin(one, eq(one.id, testConfigurations.candidate1Id))
		.innerJoin(two, eq(two.id, testConfigurations.candidate2Id))
		.where(where)
		.orderBy(asc(testConfigurations.createdAt), asc(testConfigurations.id))
	return found.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** The pairs of the knowledge test, oldest first. */
export const listConfigurations = ({ db }: { readonly db: Db }): Promise<SentConfiguration[]> =>
	findConfigurations(db)

const BUCKETS = Array.from({ length: 10 }, (_, index) => ({
	label: index === 0 ? '0-10' : `${index * 10 + 1}-${index * 10 + 10}`,
	bucket: index + 1,
}))

/** The completed sessions of a pair, each with how much was guessed and right, and the time that its timed guesses took. */
const sessionsOf = (db: Db, configurationId: string) =>
	db
		.select({
			right: sql<number>`count(*) filter (where ${testGuesses.correct})`.as('right_guesses'),
			total: sql<number>`count(*)`.as('total_guesses'),
			time: sql<number>`sum(${testGuesses.responseTimeMs})`.as('response_time'),
			// 0 stands where no timer ran: it took some time all the same.
			timed: sql<number>`count(*) filter (where ${testGuesses.responseTimeMs} > 0)`.as('timed'),
		})
		.from(testSessions)
		.innerJoin(testGuesses, eq(testGuesses.sessionId, testSessions.id))
		.where(
			and(eq(testSessions.configurationId, configurationId), isNotNull(testSessions.completedAt)),
		)
		.groupBy(testSessions.id)
		.as('sessions')

/** How many sessions lie in each bucket of ten percent. Whole numbers alone: what lies on a border lies below it. */
const distributionOf = async (db: Db, configurationId: string) => {
	const sessions = sessionsOf(db, configurationId)
	const bucket = sql<number>`greatest(1, (10 * ${sessions.right} + ${sessions.total} - 1) / ${sessions.total})`
	return db
		.select({
			bucket: bucket.mapWith(Number).as('bucket'),
			tests: sql`count(*)`.mapWith(Number),
			accuracy: sql`sum(100.0 * ${sessions.right} / ${sessions.total})`.mapWith(Number),
			time: sql`sum(${sessions.time})`.mapWith(Number),
			timed: sql`sum(${sessions.timed})`.mapWith(Number),
		})
		.from(sessions)
		.groupBy(bucket)
}

/**
 * What the completed sessions of a pair have come to: the mean of their accuracies, and of all guesses that were timed.
 * 404 where there is no such pair.
 */
export const analyseConfiguration = async (
	{ db }: { readonly db: Db },
	id: string,
): Promise<Sent<Rows['analytics']>> => {
	const [pair] = await findConfigurations(db, eq(testConfigurations.id, rowId(id)))
	if (pair === undefined) throw notFound()
	const found = await distributionOf(db, rowId(id))
	const sum = (what: 'tests' | 'accuracy' | 'time' | 'timed') =>
		found.reduce((total, row) => total + row[what], 0)
	const totalTests = sum('tests')
	const counts = new Map(found.map(({ bucket, tests }) => [bucket, tests]))
	return {
		candidate1Name: pair.candidate1Name ?? null,
		candidate2Name: pair.candidate2Name ?? null,
		totalTests,
		averageAccuracy: totalTests === 0 ? null : Math.round((10 * sum('accuracy')) / totalTests) / 10,
		averageResponseTimeMs: sum('timed') === 0 ? null : Math.round(sum('time') / sum('timed')),
		accuracyDistribution: Object.fromEntries(
			BUCKETS.map(({ label, bucket }) => [label, counts.get(bucket) ?? 0]),
		),
	}
}
