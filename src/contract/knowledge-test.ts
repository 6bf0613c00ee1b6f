import * as v from 'valibot'
import { accuracyOf } from '#domain/knowledge-test.ts'
import { FEEDBACK_MAX, TEST_AGES, TEST_GENDERS } from '#domain/limits.ts'
import { BATCH_MAX, operationHeaders, operationOutcome, operationsOf } from './batch.ts'
import { endpoint } from './endpoint.ts'
import {
	BodyId,
	codeFields,
	Id,
	OptionalMoment,
	OptionalNumber,
	OptionalText,
	RequestId,
} from './fields.ts'
import type { SchemaCode } from './messages.ts'
import { responseTimeMs } from './quiz.ts'
import { startTest, TestCandidate } from './test-session.ts'

const number = (value: number | null | undefined): number => value ?? 0

/** Summary of a session; other servers use other names. */
const Summary = v.pipe(
	v.object({
		totalPolicies: OptionalNumber,
		correctGuesses: OptionalNumber,
		correctCount: OptionalNumber,
		accuracyPercentage: OptionalNumber,
		accuracy: OptionalNumber,
		avgResponseTimeMs: OptionalNumber,
	}),
	v.check(
		(summary) => (summary.correctGuesses ?? summary.correctCount) !== null,
		'a summary says how many guesses were correct',
	),
	v.transform((summary) => {
		const totalPolicies = number(summary.totalPolicies)
		const correctGuesses = number(summary.correctGuesses ?? summary.correctCount)
		return {
			totalPolicies,
			correctGuesses,
			accuracyPercentage:
				summary.accuracyPercentage ?? summary.accuracy ?? accuracyOf(correctGuesses, totalPolicies),
			avgResponseTimeMs: number(summary.avgResponseTimeMs),
		}
	}),
)

const PolicyResult = v.object({
	policyId: v.nullish(Id, null),
	policyText: v.string(),
	correct: v.boolean(),
	guessedCandidateName: OptionalText,
	correctCandidateName: OptionalText,
})

const TestResults = v.object({
	summary: Summary,
	policyResults: v.array(PolicyResult),
	/** True once the session is complete. Other servers may omit this field and the next. */
	completed: v.optional(v.boolean()),
	feedback: v.optional(v.number()),
})
export type TestResults = v.InferOutput<typeof TestResults>

export const Demographics = v.object({
	age: v.nullish(v.picklist(TEST_AGES, `must be one of ${TEST_AGES.join(', ')}`), null),
	gender: v.nullish(v.picklist(TEST_GENDERS, `must be one of ${TEST_GENDERS.join(', ')}`), null),
})
export type Demographics = v.InferOutput<typeof Demographics>

export const FeedbackText = v.pipe(
	v.string('feedback-required' satisfies SchemaCode),
	v.trim(),
	v.nonEmpty('feedback-required' satisfies SchemaCode),
	v.maxLength(FEEDBACK_MAX, 'feedback-too-long' satisfies SchemaCode),
)

const guess = { policyId: BodyId, guessedCandidateId: BodyId, responseTimeMs }
const end = {
	demographics: v.nullish(Demographics, {}),
	/** Number of guesses the server confirmed. A server that has fewer replies 409. */
	guesses: v.optional(v.number('must be a number')),
}

const TestOperation = v.variant(
	'kind',
	[
		v.object({ kind: v.literal('GUESS'), ...operationHeaders, body: v.object(guess) }),
		v.object({ kind: v.literal('PROGRESS'), ...operationHeaders }),
		v.object({ kind: v.literal('COMPLETE'), ...operationHeaders, body: v.object(end) }),
	],
	'must be GUESS, PROGRESS or COMPLETE',
)
export type TestOperation = v.InferOutput<typeof TestOperation>

const TestBatchReply = v.object({
	outcomes: v.pipe(
		v.array(
			v.object({
				...operationOutcome,
				correct: v.optional(v.boolean()),
			}),
		),
		v.minLength(1),
	),
	summary: Summary,
})
export type TestBatchReply = v.InferOutput<typeof TestBatchReply>

const sessionQuery = v.object({ sessionId: RequestId })

export const knowledgeTest = {
	start: startTest,
	submitGuess: endpoint({
		method: 'POST',
		path: '/policy-knowledge-test/submit-guess',
		access: 'public',
		summary: 'Guess whose policy it is. Only the first guess counts; repeats return its outcome.',
		body: v.object({ sessionId: BodyId, ...guess }),
		reply: v.object({
			correct: v.boolean(),
			/** Maximum batch size per session; absent if the server does not support `batch`. */
			batch: v.optional(v.number()),
		}),
		idempotent: true,
	}),
	batch: endpoint({
		method: 'POST',
		path: '/policy-knowledge-test/batch',
		access: 'public',
		summary: `Send up to ${BATCH_MAX} guesses and the end of the session in one call.`,
		body: v.object({ sessionId: BodyId, ...operationsOf(TestOperation) }),
		reply: TestBatchReply,
	}),
	saveProgress: endpoint({
		method: 'POST',
		path: '/policy-knowledge-test/save-progress',
		access: 'public',
		summary: 'Get the current summary of a session.',
		query: sessionQuery,
		reply: Summary,
	}),
	complete: endpoint({
		method: 'POST',
		path: '/policy-knowledge-test/complete',
		access: 'public',
		summary: 'End a session, optionally with demographics.',
		body: v.object({ sessionId: BodyId, ...end }),
		reply: Summary,
		idempotent: true,
	}),
	candidates: endpoint({
		method: 'GET',
		path: '/policy-knowledge-test/candidates',
		access: 'public',
		summary: 'List the candidates of the active test.',
		reply: v.array(TestCandidate),
	}),
	results: endpoint({
		method: 'GET',
		path: '/policy-knowledge-test/results/:sessionId',
		access: 'public',
		summary: 'List all guesses of a session with their outcomes.',
		params: v.object({ sessionId: RequestId }),
		reply: TestResults,
	}),
	feedback: endpoint({
		method: 'POST',
		path: '/policy-knowledge-test/feedback',
		access: 'public',
		summary: 'Send feedback about the test.',
		body: v.object({ sessionId: BodyId, feedbackText: FeedbackText }),
		reply: v.object({
			success: v.boolean(),
			message: v.nullish(v.string(), ''),
			...codeFields,
		}),
		idempotent: true,
	}),
} as const

export const testConfig = {
	active: endpoint({
		method: 'GET',
		path: '/public/test-config/active',
		access: 'public',
		summary:
			'Get the active pair of the knowledge test. 404 if there is none or the test is closed.',
		reply: v.object({
			id: Id,
			candidate1Id: v.nullish(Id, null),
			candidate2Id: v.nullish(Id, null),
			candidate1Name: OptionalText,
			candidate2Name: OptionalText,
			isActive: v.nullish(v.boolean(), true),
			createdAt: OptionalMoment,
		}),
	}),
} as const
