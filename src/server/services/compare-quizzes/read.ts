import { asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { CompareQuiz } from '#contract/compare-quizzes.ts'
import { rowId } from '../../db/ids.ts'
import { compareQuizCandidates, compareQuizzes, elections } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { notFound } from '../../http/service-error.ts'
import { getElection } from '../elections/read.ts'

const candidateIdsByQuiz = async (
	db: Db,
	ids: readonly string[],
): Promise<Map<string, string[]>> => {
	// By id, which is random: an order that favours nobody.
	const links = await db
		.select()
		.from(compareQuizCandidates)
		.where(inArray(compareQuizCandidates.compareQuizId, [...ids]))
		.orderBy(asc(compareQuizCandidates.candidateId))
	const byQuiz = new Map<string, string[]>(ids.map((id) => [id, []]))
	for (const link of links) byQuiz.get(link.compareQuizId)?.push(link.candidateId)
	return byQuiz
}

const find = async (db: Db, where: SQL): Promise<CompareQuiz[]> => {
	const found = await db
		.select({
			id: compareQuizzes.id,
			name: compareQuizzes.name,
			electionId: compareQuizzes.electionId,
			electionName: elections.name,
			active: compareQuizzes.active,
			startDate: compareQuizzes.startDate,
			endDate: compareQuizzes.endDate,
			quizType: compareQuizzes.quizType,
		})
		.from(compareQuizzes)
		.innerJoin(elections, eq(elections.id, compareQuizzes.electionId))
		.where(where)
		.orderBy(asc(compareQuizzes.createdAt), asc(compareQuizzes.name), asc(compareQuizzes.id))
	const candidateIds = await candidateIdsByQuiz(
		db,
		found.map((quiz) => quiz.id),
	)
	return found.map((quiz) => ({ ...quiz, candidateIds: candidateIds.get(quiz.id) ?? [] }))
}

/** One compare quiz; 404 where there is none. */
export const getCompareQuiz = async (db: Db, id: string): Promise<CompareQuiz> => {
	const [quiz] = await find(db, eq(compareQuizzes.id, rowId(id)))
	if (quiz === undefined) throw notFound()
	return quiz
}

/** The compare quizzes of an election, inactive ones too; 404 where there is no such election. */
export const listCompareQuizzesOf = async (db: Db, electionId: string): Promise<CompareQuiz[]> => {
	const election = await getElection(db, electionId)
	return find(db, eq(compareQuizzes.electionId, election.id))
}
