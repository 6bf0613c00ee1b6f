import { and, asc, count, eq, isNull, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Sent } from '#contract/endpoint.ts'
import type { manageElections } from '#contract/manage-elections.ts'
import {
	attempts,
	candidateElections,
	candidates,
	compareQuizzes,
	elections,
} from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { notDeleted } from '../administration/deletion.ts'
import { getElection } from './read.ts'

type Consequences = Sent<(typeof manageElections)['consequences']>

/** More names than anybody reads. */
const NAMES_MAX = 100

const quizzesOf = async (db: Db, electionId: string): Promise<Consequences['quizzes']> => {
	const theirs = and(eq(compareQuizzes.electionId, electionId), notDeleted(compareQuizzes))
	const named = await db
		.select({ name: compareQuizzes.name })
		.from(compareQuizzes)
		.where(theirs)
		.orderBy(asc(compareQuizzes.name), asc(compareQuizzes.id))
		.limit(NAMES_MAX)
	return { count: await db.$count(compareQuizzes, theirs), names: named.map(({ name }) => name) }
}

const candidatesOf = async (
	db: Db,
	electionId: string,
): Promise<Pick<Consequences, 'candidates' | 'onlyHere'>> => {
	const elsewhere = alias(candidateElections, 'elsewhere')
	const others = db
		.select({ one: sql`1` })
		.from(elsewhere)
		.innerJoin(elections, eq(elections.id, elsewhere.electionId))
		.where(
			and(
				eq(elsewhere.candidateId, candidates.id),
				ne(elsewhere.electionId, electionId),
				notDeleted(elections),
			),
		)
	const standing = db
		.select({ name: candidates.name, onlyHere: sql<boolean>`${notExists(others)}`.as('only_here') })
		.from(candidates)
		.innerJoin(candidateElections, eq(candidateElections.candidateId, candidates.id))
		.where(and(eq(candidateElections.electionId, electionId), notDeleted(candidates)))
		.as('standing')
	const [counts] = await db
		.select({
			count: count(),
			onlyHere: sql`count(*) filter (where ${standing.onlyHere})`.mapWith(Number),
		})
		.from(standing)
	const named = await db
		.select({ name: standing.name })
		.from(standing)
		.orderBy(asc(standing.name))
		.limit(NAMES_MAX)
	return {
		candidates: { count: counts?.count ?? 0, names: named.map(({ name }) => name) },
		onlyHere: counts?.onlyHere ?? 0,
	}
}

const countOpenAttempts = async (db: Db, electionId: string): Promise<number> => {
	const [row] = await db
		.select({ count: count() })
		.from(attempts)
		.innerJoin(compareQuizzes, eq(compareQuizzes.id, attempts.compareQuizId))
		.where(
			and(
				eq(compareQuizzes.electionId, electionId),
				notDeleted(compareQuizzes),
				eq(attempts.status, 'IN_PROGRESS'),
				isNull(attempts.supersededAt),
			),
		)
	return row?.count ?? 0
}

/** What goes with an election when it is deleted, and what loses it; 404 where there is none. */
export const electionConsequences = async (db: Db, id: string): Promise<Consequences> => {
	const election = await getElection(db, id)
	const electionId = String(election.id)
	const quizzes = await quizzesOf(db, electionId)
	const openAttempts = await countOpenAttempts(db, electionId)
	return { quizzes, ...(await candidatesOf(db, electionId)), openAttempts }
}
