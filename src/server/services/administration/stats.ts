import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { adminStats } from '#contract/admin-stats.ts'
import type { Sent } from '#contract/endpoint.ts'
import { attemptEvents, attempts, candidates, elections, policies, users } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { notDeleted } from './deletion.ts'

const ACTIVE_DAYS = 30
const DAY_MS = 86_400_000

/** Who answered lately. That somebody signed in is written down nowhere. */
const answeredSince = (db: Db, since: Date): SQL =>
	inArray(
		users.id,
		db.select({ id: attemptEvents.userId }).from(attemptEvents).where(gte(attemptEvents.at, since)),
	)

/** The dashboard's figures. What is deleted counts nowhere; what an election or a candidate was deleted with is deleted too. */
export const readStats = async ({
	db,
	now,
}: {
	readonly db: Db
	readonly now: Date
}): Promise<Sent<typeof adminStats.figures>> => {
	const since = new Date(now.getTime() - ACTIVE_DAYS * DAY_MS)
	const [row] = await db
		.select({
			totalUsers: db.$count(users, notDeleted(users)),
			activeUsers: db.$count(users, and(notDeleted(users), answeredSince(db, since))),
			totalElections: db.$count(elections, notDeleted(elections)),
			activeElections: db.$count(elections, and(notDeleted(elections), eq(elections.active, true))),
			totalCandidates: db.$count(candidates, notDeleted(candidates)),
			totalPolicies: db.$count(policies, notDeleted(policies)),
			quizAttempts: db.$count(attempts),
		})
		.from(sql`(values (1)) as one`)
	return row ?? {}
}
