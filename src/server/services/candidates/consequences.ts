import { and, asc, eq, sql } from 'drizzle-orm'
import type { Sent } from '#contract/endpoint.ts'
import type { manageCandidates } from '#contract/manage-candidates.ts'
import { COMPARE_MIN_CANDIDATES } from '#domain/constants.ts'
import {
	candidates,
	compareQuizCandidates,
	compareQuizzes,
	elections,
	policies,
	testConfigurations,
} from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { notDeleted } from '../administration/deletion.ts'
import { isInPair } from './going-along.ts'
import { getCandidate } from './read.ts'

type Consequences = Sent<(typeof manageCandidates)['consequences']>

/** More names than anybody reads. */
const NAMES_MAX = 100

/** The quizzes with a candidate, by name, and how many candidates each has. */
const quizzesWith = (db: Db, candidateId: string) =>
	db
		.select({
			name: compareQuizzes.name,
			compared: sql`(
				select count(*) from ${compareQuizCandidates} as "all"
				join ${candidates} on ${candidates.id} = "all".candidate_id and ${notDeleted(candidates)}
				where "all".compare_quiz_id = ${compareQuizzes.id}
			)`.mapWith(Number),
		})
		.from(compareQuizCandidates)
		.innerJoin(compareQuizzes, eq(compareQuizzes.id, compareQuizCandidates.compareQuizId))
		.innerJoin(elections, eq(elections.id, compareQuizzes.electionId))
		.where(
			and(
				eq(compareQuizCandidates.candidateId, candidateId),
				notDeleted(compareQuizzes),
				notDeleted(elections),
			),
		)
		.orderBy(asc(compareQuizzes.name), asc(compareQuizzes.id))

/** What goes with a candidate when they are deleted, and what loses them; 404 where there is none. */
export const candidateConsequences = async (db: Db, id: string): Promise<Consequences> => {
	const candidateId = String((await getCandidate(db, id)).id)
	const quizzes = await quizzesWith(db, candidateId)
	return {
		policies: await db.$count(
			policies,
			and(eq(policies.candidateId, candidateId), notDeleted(policies)),
		),
		quizzes: {
			count: quizzes.length,
			names: quizzes.slice(0, NAMES_MAX).map(({ name }) => name),
		},
		invalidQuizzes: quizzes.filter(({ compared }) => compared - 1 < COMPARE_MIN_CANDIDATES).length,
		testConfigurations: await db.$count(
			testConfigurations,
			and(eq(testConfigurations.active, true), isInPair(candidateId)),
		),
	}
}
