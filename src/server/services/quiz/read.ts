import { inArray } from 'drizzle-orm'
import type { QuizAttempt, QuizResults } from '#contract/quiz.ts'
import { type Attempt, progress } from '#domain/attempt.ts'
import { scoreAttempt } from '#domain/score.ts'
import { candidates } from '../../db/schema.ts'
import { serviceError } from '../../http/service-error.ts'
import {
	type AttemptRow,
	foldAttempt,
	foldAttempts,
	getOwnAttempt,
	listOwnAttempts,
} from './attempts.ts'
import type { VoterContext } from './once.ts'
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

const toAttempt = (row: AttemptRow, attempt: Attempt): QuizAttempt => {
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

/** The voter's attempts, newest first; those that a reset left unfinished are not among them. */
export const getHistory = async ({ db, user }: ReadContext): Promise<QuizAttempt[]> => {
	const rows = await listOwnAttempts(db, user.id)
	const folded = await foldAttempts(db, rows)
	return rows.map((row, index) => toAttempt(row, folded[index] as Attempt))
}

/** How closely the answers of a completed attempt align with each candidate, best first; 409 while it is in progress. */
export const getResults = async (
	{ db, user }: ReadContext,
	attemptId: string,
): Promise<QuizResults> => {
	const row = await getOwnAttempt(db, user.id, attemptId)
	if (row.status !== 'COMPLETED') {
		throw serviceError('conflict', 'This quiz is not completed yet.')
	}
	const ids = row.candidates.map((candidate) => candidate.id)
	const current = await db
		.select({ id: candidates.id, name: candidates.name, logo: candidates.logo })
		.from(candidates)
		.where(inArray(candidates.id, ids))
	// As they are called today; as they were then where they have been deleted since.
	const byId = new Map([...row.candidates, ...current].map((shown) => [shown.id, shown]))
	const ranked = scoreAttempt(await foldAttempt(db, row), ids, row.seed)
	return {
		quizAttemptId: row.id,
		candidates: ranked.map(({ candidateId, percentage, rank }) => ({
			id: candidateId,
			name: byId.get(candidateId)?.name ?? '',
			logo: byId.get(candidateId)?.logo ?? null,
			alignmentPercentage: percentage,
			rank,
		})),
	}
}
