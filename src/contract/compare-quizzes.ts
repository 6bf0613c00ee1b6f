import * as v from 'valibot'
import { checkQuiz } from '#domain/quiz.ts'
import { Candidate, Policy } from './candidates.ts'
import { Election } from './elections.ts'
import { endpoint } from './endpoint.ts'
import {
	Count,
	codeFields,
	Id,
	idParams,
	OptionalDay,
	OptionalText,
	QuizTypeName,
	ServerTimeZone,
} from './fields.ts'
import { MESSAGES, messageOf } from './messages.ts'

export const CompareQuiz = v.object({
	id: Id,
	name: v.string(),
	electionId: Id,
	electionName: OptionalText,
	candidateIds: v.nullish(v.array(Id), []),
	active: v.nullish(v.boolean(), true),
	startDate: OptionalDay,
	endDate: OptionalDay,
	quizType: QuizTypeName,
	timeZone: ServerTimeZone,
})
export type CompareQuiz = v.InferOutput<typeof CompareQuiz>

/** Everything that a voter needs to take a quiz, in one reply. */
const QuizMaterial = v.object({
	election: Election,
	candidates: v.array(Candidate),
	policies: v.array(Policy),
})
export type QuizMaterial = v.InferOutput<typeof QuizMaterial>

export const QuizValidation = v.object({
	valid: v.boolean(),
	message: v.nullish(v.string(), ''),
	...codeFields,
	policyCount: Count,
})
export type QuizValidation = v.InferOutput<typeof QuizValidation>

/** Checks that a quiz can be taken, as {@link checkQuiz} does, and states the result. */
export const validateQuiz = (...check: Parameters<typeof checkQuiz>) => {
	const { valid, finding, policyCount } = checkQuiz(...check)
	return { valid, ...messageOf(finding), policyCount }
}

/** Removes the sentence "already completed" from a message, because the intro states it differently. */
export const afterCompleted = (message: string): string =>
	message.replace(MESSAGES['quiz-already-completed'], '').trim()

export const compareQuizzes = {
	ofElection: endpoint({
		method: 'GET',
		path: '/compare-quizzes/election/:electionId',
		access: 'user',
		summary: 'List the compare quizzes of an election.',
		params: idParams('electionId'),
		reply: v.array(CompareQuiz),
	}),
	get: endpoint({
		method: 'GET',
		path: '/compare-quizzes/:id',
		access: 'user',
		summary: 'Get a compare quiz, on request with its material.',
		params: idParams('id'),
		query: v.optional(v.object({ include: v.optional(v.picklist(['material'])) })),
		// Other servers ignore the query: clients then read the parts one by one.
		reply: v.object({ ...CompareQuiz.entries, material: v.optional(QuizMaterial) }),
	}),
	validate: endpoint({
		method: 'GET',
		path: '/compare-quizzes/:id/validate',
		access: 'user',
		summary: 'Check whether the quiz can be taken, and count its statements.',
		params: idParams('id'),
		reply: QuizValidation,
	}),
} as const
