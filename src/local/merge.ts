import type { QuizAttempt, QuizState } from '#contract/quiz.ts'
import { IMPORTANCE_DEFAULT } from '#domain/constants.ts'
import type { Statement } from '#domain/types.ts'
import type { StoredAttempt } from './db.ts'

/** What of an attempt still waits to be sent: the server does not know it yet, so the device's word stands. */
export interface Unsent {
	readonly policyIds: ReadonlySet<string>
	readonly selection: boolean
	readonly completion: boolean
}

const statementsOf = (state: QuizState, known: readonly Statement[]): readonly Statement[] => {
	if (state.allPolicies.length === 0) return known
	const before = new Map(known.map((statement) => [statement.policyId, statement]))
	return state.allPolicies.map(({ id, text, candidateId, weight, ...rest }) => ({
		...rest,
		policyId: id,
		text,
		candidateId,
		weight: weight ?? before.get(id)?.weight ?? rest.importance ?? IMPORTANCE_DEFAULT,
	}))
}

const answersOf = (
	state: QuizState,
	attempt: StoredAttempt,
	unsent: Unsent,
): Readonly<Record<string, number>> => {
	// A server that does not repeat the answers has nothing to correct them with.
	if (state.answers === undefined) return attempt.answers
	const merged: Record<string, number> = {}
	for (const { policyId, value } of state.answers) merged[policyId] = value
	for (const policyId of unsent.policyIds) {
		const value = attempt.answers[policyId]
		if (value !== undefined) merged[policyId] = value
	}
	return merged
}

/** A server that repeats the answers means it when it names no selection. */
const selectionOf = (state: QuizState, attempt: StoredAttempt): readonly string[] | null =>
	state.answers === undefined
		? (state.selectedPolicyIds ?? attempt.selection)
		: state.selectedPolicyIds

/** The attempt as the server knows it, with what is still unsent kept as the voter left it. */
export const mergeState = (
	attempt: StoredAttempt,
	state: QuizState,
	unsent: Unsent,
): StoredAttempt => {
	const statements = statementsOf(state, attempt.statements)
	const asked = [...new Set(statements.map((statement) => statement.candidateId))]
	return {
		...attempt,
		serverId: state.quizAttemptId ?? attempt.serverId,
		compareQuizId: attempt.compareQuizId || (state.compareQuizId ?? ''),
		quizType: state.quizType,
		status: unsent.completion ? attempt.status : state.status,
		seed: state.seed ?? attempt.seed,
		statements,
		candidateIds: attempt.candidateIds.length > 0 ? attempt.candidateIds : asked,
		answers: answersOf(state, attempt, unsent),
		selection: unsent.selection ? attempt.selection : selectionOf(state, attempt),
		reported: statements.length > 0 ? null : attempt.reported,
		...(state.revision !== undefined && { revision: state.revision }),
	}
}

/** An attempt that this device first hears of from the voter's history. */
export const attemptFromHistory = (
	row: QuizAttempt,
	id: string,
	userId: string,
): StoredAttempt => ({
	id,
	serverId: row.id,
	userId,
	compareQuizId: row.compareQuizId ?? '',
	electionId: row.electionId,
	quizName: row.quizName,
	electionName: row.electionName,
	quizType: row.quizType,
	status: row.status,
	seed: row.id,
	statements: [],
	candidateIds: [],
	answers: {},
	selection: null,
	startedAt: row.startedAt,
	completedAt: row.completedAt,
	settled: 0,
	superseded: false,
	reported: reportedOf(row),
})

/** What the server counted of an attempt. */
export const reportedOf = (row: QuizAttempt): NonNullable<StoredAttempt['reported']> => ({
	answered: row.answeredQuestions,
	total: row.totalQuestions,
	percentage: row.progressPercentage,
})
