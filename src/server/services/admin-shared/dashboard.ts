import {
	and,
	asc,
	count,
	desc,
	eq,
	exists,
	gt,
	gte,
	inArray,
	lt,
	not,
	or,
	type SQL,
	sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { adminStats } from '#contract/admin/overview.ts'
import { validateQuiz } from '#contract/compare-quizzes.ts'
import type { Sent } from '#contract/endpoint.ts'
import { DAY_MS } from '#domain/days.ts'
import { COMPARE_MIN_CANDIDATES } from '#domain/limits.ts'
import type { Db } from '../../db/open.ts'
import {
	attemptEvents,
	attempts,
	candidateElections,
	candidates,
	compareQuizCandidates,
	compareQuizzes,
	elections,
	policies,
	positions,
	users,
} from '../../db/schema.ts'
import { dayOf } from '../../util.ts'
import { countByQuiz } from '../compare-quizzes/counts.ts'
import { countConcerns } from '../policies/concerns.ts'
import { notDeleted } from './change.ts'

type SentAttention = Sent<typeof adminStats.attention>

const FEW = 10
const owners = alias(candidates, 'owners')
const TO_REVIEW = ['PENDING', 'NEEDS_REVIEW'] as const

/** Row count of the query without its limit, repeated on each row. */
const total = sql<number>`count(*) over ()`.mapWith(Number)

const fewOf = <Row extends { readonly total: number }>(rows: readonly Row[]) => ({
	total: rows[0]?.total ?? 0,
	rows: rows.map(({ total: _, ...row }) => row),
})

const isValidated = and(eq(policies.validationStatus, 'VALIDATED'), notDeleted(policies))

const hasValidated = (db: Db): SQL =>
	exists(
		db
			.select({ one: sql`1` })
			.from(policies)
			.where(and(eq(policies.candidateId, candidates.id), isValidated)),
	)

/** The candidate has a known position on a validated statement of an undeleted one. @param which limits the owners. */
const hasPosition = (db: Db, which?: SQL): SQL =>
	exists(
		db
			.select({ one: sql`1` })
			.from(positions)
			.innerJoin(policies, and(eq(policies.id, positions.policyId), isValidated))
			.innerJoin(owners, and(eq(owners.id, policies.candidateId), notDeleted(owners)))
			.where(
				and(
					eq(positions.candidateId, candidates.id),
					eq(positions.status, 'VALIDATED'),
					notDeleted(positions),
					which,
				),
			),
	)

/** Candidates compared by the quiz of the outer query. */
const comparedBy = (db: Db, what: SQL) =>
	db
		.select({ what })
		.from(compareQuizCandidates)
		.innerJoin(
			candidates,
			and(eq(candidates.id, compareQuizCandidates.candidateId), notDeleted(candidates)),
		)

/** Mirrors `validateQuiz` for active quizzes in SQL, without the reason. */
const isInvalid = (db: Db, today: string): SQL | undefined => {
	const own = eq(compareQuizCandidates.compareQuizId, compareQuizzes.id)
	const others = alias(compareQuizCandidates, 'others')
	const compared = db
		.select({ id: others.candidateId })
		.from(others)
		.where(eq(others.compareQuizId, compareQuizzes.id))
	return or(
		gt(compareQuizzes.startDate, today),
		lt(compareQuizzes.endDate, today),
		sql`${comparedBy(db, sql`count(*)`).where(own)} < ${COMPARE_MIN_CANDIDATES}`,
		exists(
			comparedBy(db, sql`1`).where(
				and(own, not(hasValidated(db)), not(hasPosition(db, inArray(owners.id, compared)))),
			),
		),
	)
}

const readInvalidQuizzes = async (
	db: Db,
	today: string,
): Promise<SentAttention['invalidQuizzes']> => {
	const found = await db
		.select({
			id: compareQuizzes.id,
			name: compareQuizzes.name,
			electionId: compareQuizzes.electionId,
			active: compareQuizzes.active,
			startDate: compareQuizzes.startDate,
			endDate: compareQuizzes.endDate,
			total,
		})
		.from(compareQuizzes)
		.innerJoin(elections, and(eq(elections.id, compareQuizzes.electionId), notDeleted(elections)))
		.where(and(notDeleted(compareQuizzes), eq(compareQuizzes.active, true), isInvalid(db, today)))
		.orderBy(desc(compareQuizzes.createdAt), asc(compareQuizzes.id))
		.limit(FEW)
	const { total: all, rows } = fewOf(found)
	const countsOf = await countByQuiz(
		db,
		rows.map(({ id }) => id),
	)
	return {
		total: all,
		rows: rows.map(({ id, name, electionId, ...quiz }) => {
			const { message } = validateQuiz({ ...quiz, ...countsOf(id) }, today, false)
			return { id, name, electionId, message }
		}),
	}
}

const readWithoutPolicies = async (db: Db): Promise<SentAttention['withoutPolicies']> => {
	const active = db
		.select({ id: candidateElections.candidateId })
		.from(candidateElections)
		.innerJoin(elections, eq(elections.id, candidateElections.electionId))
		.where(and(eq(elections.active, true), notDeleted(elections)))
	const rows = await db
		.select({ id: candidates.id, name: candidates.name, total })
		.from(candidates)
		.where(
			and(
				notDeleted(candidates),
				inArray(candidates.id, active),
				not(hasValidated(db)),
				not(hasPosition(db)),
			),
		)
		.orderBy(asc(candidates.name), asc(candidates.id))
		.limit(FEW)
	return fewOf(rows)
}

const readToReview = async (db: Db): Promise<SentAttention['toReview']> => {
	const rows = await db
		.select({ id: candidates.id, name: candidates.name, count: count(), total })
		.from(policies)
		.innerJoin(candidates, and(eq(candidates.id, policies.candidateId), notDeleted(candidates)))
		.where(and(inArray(policies.validationStatus, TO_REVIEW), notDeleted(policies)))
		.groupBy(candidates.id)
		.orderBy(desc(count()), asc(candidates.name), asc(candidates.id))
		.limit(FEW)
	return fewOf(rows)
}

const readConcerns = async (db: Db): Promise<NonNullable<SentAttention['concerns']>> => {
	const rows = await countConcerns(db)
	return { total: rows.length, rows: rows.slice(0, FEW) }
}

const readPastElections = async (
	db: Db,
	today: string,
): Promise<SentAttention['pastElections']> => {
	const { id, name, electionDate, active } = elections
	const rows = await db
		.select({ id, name, electionDate, total })
		.from(elections)
		.where(and(notDeleted(elections), eq(active, true), lt(electionDate, today)))
		.orderBy(desc(electionDate), asc(name), asc(id))
		.limit(FEW)
	return fewOf(rows)
}

/** Reads items that need an administrator's attention: up to ten per kind, and totals. */
export const readAttention = async ({
	db,
	now,
}: {
	readonly db: Db
	readonly now: Date
}): Promise<SentAttention> => {
	const today = dayOf(now)
	return {
		invalidQuizzes: await readInvalidQuizzes(db, today),
		withoutPolicies: await readWithoutPolicies(db),
		toReview: await readToReview(db),
		concerns: await readConcerns(db),
		pastElections: await readPastElections(db, today),
	}
}

const ACTIVE_DAYS = 30

/** Activity means answers, because sign-ins are not recorded. */
const answeredSince = (db: Db, since: Date): SQL =>
	inArray(
		users.id,
		db.select({ id: attemptEvents.userId }).from(attemptEvents).where(gte(attemptEvents.at, since)),
	)

/** Reads the dashboard's figures, without deleted records. */
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
