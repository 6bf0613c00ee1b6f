import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { CompareQuiz } from '#contract/compare-quizzes.ts'
import { rowId } from '../../db/ids.ts'
import { candidates, compareQuizCandidates, compareQuizzes, elections } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { notFound } from '../../http/service-error.ts'
import { timeZone } from '../../time-zone.ts'
import { getElection } from '../elections/read.ts'

/** The candidates of quizzes by quiz: of those that are not deleted. */
export const candidateIdsByQuiz = async (
	db: Db,
	ids: readonly string[],
): Promise<Map<string, string[]>> => {
	// By id, which is random: an order that favours nobody.
	const links = await db
		.select({
			compareQuizId: compareQuizCandidates.compareQuizId,
			candidateId: compareQuizCandidates.candidateId,
		})
		.from(compareQuizCandidates)
		.innerJoin(candidates, eq(candidates.id, compareQuizCandidates.candidateId))
		.where(
			and(inArray(compareQuizCandidates.compareQuizId, [...ids]), isNull(candidates.deletedAt)),
		)
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
		.where(and(isNull(compareQuizzes.deletedAt), isNull(elections.deletedAt), where))
		.orderBy(asc(compareQuizzes.createdAt), asc(compareQuizzes.name), asc(compareQuizzes.id))
	const candidateIds = await candidateIdsByQuiz(
		db,
		found.map((quiz) => quiz.id),
	)
	return found.map((quiz) => ({
		...quiz,
		candidateIds: candidateIds.get(quiz.id) ?? [],
		timeZone: timeZone(),
	}))
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

/** Whether there is such a quiz. */
export const hasCompareQuiz = async (db: Db, id: string): Promise<boolean> =>
	(await find(db, eq(compareQuizzes.id, id))).length > 0
