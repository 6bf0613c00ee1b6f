import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { BATCH_MAX } from '#contract/batch.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { QuizAttempt, QuizResults, Quote, quiz } from '#contract/quiz.ts'
import { type Attempt, progress } from '#domain/quiz.ts'
import { type Alignment, scoreAttempt } from '#domain/score.ts'
import type { Statement } from '#domain/types.ts'
import type { Db } from '../../db/open.ts'
import { type ComparedCandidate, candidates, policies, positions } from '../../db/schema.ts'
import { type ServiceError, serviceError } from '../../http/errors.ts'
import {
	type AttemptRow,
	type Folded,
	foldAttempt,
	foldAttempts,
	getOwnAttempt,
	listOwnAttempts,
} from './attempts.ts'
import type { VoterContext } from './idempotency.ts'

type Ranked = Alignment & Omit<ComparedCandidate, 'id'>

/** Ranks candidates, best first. Deleted ones keep their name from the start of the attempt. */
export const resultsOf = async (
	db: Db,
	rows: readonly AttemptRow[],
): Promise<(row: AttemptRow, attempt: Attempt) => Ranked[]> => {
	const ids = [...new Set(rows.flatMap((row) => row.candidates.map(({ id }) => id)))]
	const current = await db
		.select({ id: candidates.id, name: candidates.name, logo: candidates.logo })
		.from(candidates)
		.where(and(inArray(candidates.id, ids), isNull(candidates.deletedAt)))
	const today = new Map(current.map((shown) => [shown.id, shown]))
	return (row, attempt) => {
		const then = new Map(row.candidates.map((shown) => [shown.id, shown]))
		return scoreAttempt(attempt, [...then.keys()], row.seed).map((alignment) => {
			const shown = today.get(alignment.candidateId) ?? then.get(alignment.candidateId)
			return { ...alignment, name: shown?.name ?? '', logo: shown?.logo ?? null }
		})
	}
}

export type SentState = Sent<typeof quiz.state>

const COMPLETION_MESSAGE = 'You have answered every question.'

const toPolicy = (statement: Statement) => ({
	id: statement.policyId,
	text: statement.text,
	candidateId: statement.candidateId,
	weight: statement.weight,
	category: statement.category ?? null,
	importance: statement.importance ?? null,
	clarity: statement.clarity ?? null,
	complexity: statement.complexity ?? null,
	positions: statement.positions ?? {},
	background: statement.background ?? null,
	backgroundSource: statement.backgroundSource ?? null,
})

const answersOf = ({ statements, answers }: Attempt) =>
	statements.flatMap(({ policyId }) => {
		const value = answers[policyId] ?? null
		return value === null ? [] : [{ policyId, value }]
	})

const skippedOf = ({ statements, answers }: Attempt): string[] =>
	statements.flatMap(({ policyId }) => (answers[policyId] === null ? [policyId] : []))

export const toState = (
	row: Pick<AttemptRow, 'id' | 'compareQuizId' | 'quizType' | 'seed' | 'formula'>,
	attempt: Folded,
): SentState => {
	const { total, answered, current, currentNumber, percentage, isComplete } = progress(attempt)
	const answers = answersOf(attempt)
	const allPolicies = attempt.statements.map(toPolicy)
	return {
		quizAttemptId: row.id,
		compareQuizId: row.compareQuizId,
		status: attempt.status,
		quizType: row.quizType,
		totalQuestions: total,
		answeredQuestions: answered,
		currentQuestionNumber: currentNumber,
		progressPercentage: percentage,
		isComplete,
		completionMessage: isComplete ? COMPLETION_MESSAGE : null,
		currentQuestion: current && {
			policyId: current.policyId,
			policyText: current.text,
			candidateId: current.candidateId,
		},
		allPolicies,
		viewedPolicyIds: attempt.selection
			? allPolicies.map((policy) => policy.id)
			: answers.map((answer) => answer.policyId),
		seed: row.seed,
		formula: row.formula,
		answers,
		selectedPolicyIds: attempt.selection ? [...attempt.selection] : null,
		skippedPolicyIds: skippedOf(attempt),
		revision: attempt.revision,
		batch: BATCH_MAX,
	}
}

type ReadContext = Pick<VoterContext, 'db' | 'user'>

/** Returns the state of the voter's attempt. @throws 404. */
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

/** Returns the voter's attempt for the history. @throws 404. */
export const getAttempt = async (
	{ db, user }: ReadContext,
	attemptId: string,
): Promise<QuizAttempt> => {
	const row = await getOwnAttempt(db, user.id, attemptId)
	return toAttempt(row, await foldAttempt(db, row))
}

/** Reads a page of the voter's attempts, newest first, without superseded ones. */
export const getHistory = async (
	{ db, user }: ReadContext,
	before: string | undefined,
): Promise<QuizAttempt[]> => {
	const rows = await listOwnAttempts(db, user.id, before)
	const folded = await foldAttempts(db, rows)
	return rows.map((row, index) => toAttempt(row, folded[index] as Folded))
}

const notCompleted = (): ServiceError => serviceError('conflict', 'quiz-not-completed')

/** Returns the ranking of a completed attempt. @throws 409 while it is in progress. */
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
		candidates: ranked.map(({ candidateId, name, logo, percentage, rank: place, ...rest }) => ({
			id: candidateId,
			name,
			logo,
			alignmentPercentage: percentage,
			rank: place,
			...(rest.low !== rest.high && { low: rest.low, high: rest.high }),
			asked: rest.lines.length,
			answered: rest.lines.filter(({ value }) => value !== null).length,
		})),
	}
}

/**
 * Returns the owners' quotes and the other candidates' words on the positions that the attempt began with. A position
 * that changed since has none. @throws 409 while in progress: they reveal whose statements they are.
 */
export const getQuotes = async (
	{ db, user }: Pick<VoterContext, 'db' | 'user'>,
	attemptId: string,
): Promise<Quote[]> => {
	const { status, statements, candidates: compared } = await getOwnAttempt(db, user.id, attemptId)
	if (status !== 'COMPLETED') throw notCompleted()
	const ids = statements.map(({ policyId }) => policyId)
	const rows = await db
		.select({
			policyId: policies.id,
			quote: policies.quote,
			source: policies.source,
			url: policies.sourceUrl,
		})
		.from(policies)
		.where(and(inArray(policies.id, ids), isNotNull(policies.quote)))
		.orderBy(asc(policies.id))
	const stances = await db
		.select({
			policyId: positions.policyId,
			candidateId: positions.candidateId,
			value: positions.value,
			givenBy: positions.givenBy,
			quote: positions.quote,
			source: positions.source,
			url: positions.url,
		})
		.from(positions)
		.where(
			and(
				inArray(positions.policyId, ids),
				inArray(
					positions.candidateId,
					compared.map(({ id }) => id),
				),
				eq(positions.status, 'VALIDATED'),
				isNull(positions.deletedAt),
			),
		)
		.orderBy(asc(positions.policyId), asc(positions.candidateId))
	const asBegun = new Map(statements.map(({ policyId, positions: then }) => [policyId, then]))
	const matching = stances.filter(
		({ policyId, candidateId, value }) => asBegun.get(policyId)?.[candidateId] === value,
	)
	return [...rows, ...matching].map(({ quote, ...row }) => ({
		...row,
		quote: quote ?? '',
	}))
}
