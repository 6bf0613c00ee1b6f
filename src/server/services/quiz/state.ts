import { BATCH_MAX } from '#contract/batch.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { quiz } from '#contract/quiz.ts'
import { type Attempt, progress } from '#domain/attempt.ts'
import type { Statement } from '#domain/types.ts'
import type { AttemptRow, Folded } from './attempts.ts'

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
})

const answersOf = ({ statements, answers }: Attempt) =>
	statements.flatMap(({ policyId }) => {
		const value = answers[policyId]
		return value === undefined ? [] : [{ policyId, value }]
	})

/** The reply of every call that says where an attempt stands. */
export const toState = (row: AttemptRow, attempt: Folded): SentState => {
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
		revision: attempt.revision,
		batch: BATCH_MAX,
	}
}
