import type { FieldError } from '#contract/problem.ts'
import type { InteractBody } from '#contract/quiz-bodies.ts'
import { type Answer, type AnswerError, type Attempt, answer } from '#domain/attempt.ts'
import type { QuizType } from '#domain/types.ts'
import { invalid, type ServiceError } from '../../http/service-error.ts'
import { alreadyCompleted } from './guard.ts'

const answerOf = (body: InteractBody): Answer =>
	body.interactionType === 'POLICY_PICK'
		? { selectedPolicyIds: body.selectedPolicyIds }
		: { policyId: body.policyId, value: body.value }

const wrongKind = (quizType: QuizType): FieldError => ({
	path: 'interactionType',
	message: `must be ${quizType} for this quiz`,
})

const refusalOf = (error: AnswerError, quizType: QuizType): ServiceError => {
	const idsPath = quizType === 'POLICY_PICK' ? 'selectedPolicyIds' : 'policyId'
	switch (error.code) {
		case 'completed':
			return alreadyCompleted()
		case 'wrong-kind':
			return invalid([wrongKind(quizType)])
		case 'unknown-policy':
			return invalid([{ path: idsPath, message: `${error.policyId} is not part of this quiz` }])
		case 'bad-value':
			return invalid([{ path: 'value', message: 'is no answer of this quiz' }])
		case 'duplicate':
			return invalid([{ path: idsPath, message: `has ${error.policyId} more than once` }])
		case 'too-few':
			return invalid([{ path: idsPath, message: `needs at least ${error.needed} policies` }])
	}
}

/** What an event keeps of an answer. */
export interface AnswerDetail {
	/** Null for a selection. */
	readonly policyId: string | null
	readonly value: number | null
	readonly selected: readonly string[] | null
	readonly responseTimeMs: number
}

/**
 * Gives an answer, or a whole selection.
 * @throws 400 or 409, as the domain's rules say.
 */
export const giveAnswer = (
	before: Attempt,
	body: InteractBody,
): { readonly after: Attempt; readonly detail: AnswerDetail } => {
	const { quizType } = before
	if (body.interactionType !== quizType) throw invalid([wrongKind(quizType)])
	const given = answerOf(body)
	const answered = answer(before, given)
	if (!answered.ok) throw refusalOf(answered.error, quizType)
	const detail = {
		policyId: 'policyId' in given ? given.policyId : null,
		value: 'value' in given ? given.value : null,
		selected: 'selectedPolicyIds' in given ? given.selectedPolicyIds : null,
		responseTimeMs: body.responseTimeMs,
	}
	return { after: answered.value, detail }
}
