import { and, count, countDistinct, eq, inArray, isNull } from 'drizzle-orm'
import { candidateElections, candidates, compareQuizzes, policies } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Counts } from './planning.ts'

const NONE: Counts = { candidates: 0, policies: 0, quizzes: 0 }

/** How many candidates stand in elections, how many policies they have, and how many quizzes there are. */
export const countElections = async (
	tx: Db,
	ids: readonly string[],
): Promise<(id: string) => Counts> => {
	if (ids.length === 0) return () => NONE
	const people = await tx
		.select({
			id: candidateElections.electionId,
			candidates: countDistinct(candidates.id),
			policies: count(policies.id),
		})
		.from(candidateElections)
		.innerJoin(
			candidates,
			and(eq(candidates.id, candidateElections.candidateId), isNull(candidates.deletedAt)),
		)
		.leftJoin(policies, and(eq(policies.candidateId, candidates.id), isNull(policies.deletedAt)))
		.where(inArray(candidateElections.electionId, [...ids]))
		.groupBy(candidateElections.electionId)
	const quizzes = await tx
		.select({ id: compareQuizzes.electionId, quizzes: count() })
		.from(compareQuizzes)
		.where(and(inArray(compareQuizzes.electionId, [...ids]), isNull(compareQuizzes.deletedAt)))
		.groupBy(compareQuizzes.electionId)
	const peopleById = new Map(people.map(({ id, ...counts }) => [id, counts]))
	const quizzesById = new Map(quizzes.map(({ id, ...counts }) => [id, counts]))
	return (id) => ({ ...NONE, ...peopleById.get(id), ...quizzesById.get(id) })
}
