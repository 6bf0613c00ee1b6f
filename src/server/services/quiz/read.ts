import type { QuizAttempt, QuizResults } from '#contract/quiz.ts'
import { progress } from '#domain/attempt.ts'
import { type ServiceError, serviceError } from '../../http/service-error.ts'
import {
	type AttemptRow,
	type Folded,
	foldAttempt,
	foldAttempts,
	getOwnAttempt,
	listOwnAttempts,
} from './attempts.ts'
import type { VoterContext } from './once.ts'
import { resultsOf } from './results.ts'
import { type SentState, toState } from './state.ts'

type ReadContext = Pick<VoterContext, 'db' | 'user'>

/** Where an attempt of the voter stands. */
export const getState = async (
	{ db, user }: ReadContext,
	attemptId: string,
): Promise<SentState> => {
	const row = await getOwnAttempt(db, user.id, attemptId)
	return toState(row, await foldAttempt(db, row))
}

const toAttempt = (row: AttemptRow, attempt: Folded): QuizAttempt => {
	const { total, answered, percentage } = progress(attempt)
	return {
		id: row.id,
		compareQuizId: row.compareQuizId,
		electionId: row.electionId,
		quizName: row.quizName,
		quizType: row.quizType,
		electionName: row.electionName,
		status: row.status,
		startedAt: row.startedAt.toISOString(),
		completedAt: row.completedAt?.toISOString() ?? null,
		answeredQuestions: answered,
		totalQuestions: total,
		progressPercentage: percentage,
		revision: attempt.revision,
	}
}

/** One attempt of the voter, as the history shows it. */
export const getAttempt = async (
	{ db, user }: ReadContext,
	attemptId: string,
): Promise<QuizAttempt> => {
	const row = await getOwnAttempt(db, user.id, attemptId)
	return toAttempt(row, await foldAttempt(db, row))
}

/** A page of the voter's attempts, newest first; those that a reset left unfinished are not among them. */
export const getHistory = async (
	{ db, user }: ReadContext,
	before: string | undefined,
): Promise<QuizAttempt[]> => {
	const rows = await listOwnAttempts(db, user.id, before)
	const folded = await foldAttempts(db, rows)
	return rows.map((row, index) => toAttempt(row, folded[index] as Folded))
}

/** What is refused while an attempt is in progress. */
export const notCompleted = (): ServiceError =>
	serviceError('conflict', 'This quiz is not completed yet.')

/** How closely the answers of a completed attempt align with each candidate, best first; 409 while it is in progress. */
export const getResults = async (
	{ db, user }: ReadContext,
	attemptId: string,
): Promise<QuizResults> => {
	const row = await getOwnAttempt(db, user.id, attemptId)
	if (row.status !== 'COMPLETED') throw notCompleted()
	const rank = await resultsOf(db, [row])
	const ranked = rank(row, await foldAttempt(db, row))
	return {
		quizAttemptId: row.id,
		candidates: ranked.map(({ candidateId, name, logo, percentage, rank: place }) => ({
			id: candidateId,
			name,
			logo,
			alignmentPercentage: percentage,
			rank: place,
		})),
	}
}
