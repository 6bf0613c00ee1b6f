import * as v from 'valibot'
import { RESPONSE_TIME_CAP_MS } from '#domain/limits.ts'
import { POSITION_GIVERS, QUIZ_TYPES } from '#domain/types.ts'
import { BATCH_MAX, operationHeaders, operationOutcome, operationsOf } from './batch.ts'
import { endpoint } from './endpoint.ts'
import {
	AttemptStatusName,
	BodyId,
	Count,
	Id,
	idParams,
	OptionalMoment,
	OptionalNumber,
	OptionalText,
	PositionsField,
	QuizTypeName,
	RequestId,
	RequestIds,
} from './fields.ts'

export const responseTimeMs = v.pipe(
	v.number('must be a number of milliseconds'),
	v.integer('must be a whole number of milliseconds'),
	v.minValue(0, 'must be 0 or more'),
	v.maxValue(RESPONSE_TIME_CAP_MS, `must be at most ${RESPONSE_TIME_CAP_MS}`),
)

const ScaleBody = v.object({
	interactionType: v.literal('SCALE'),
	policyId: BodyId,
	value: v.picklist([-2, -1, 0, 1, 2], 'must be a whole number from -2 to 2'),
	responseTimeMs,
})
const BinaryBody = v.object({
	interactionType: v.literal('BINARY'),
	policyId: BodyId,
	value: v.picklist([0, 1], 'must be 1 (agree) or 0 (disagree)'),
	responseTimeMs,
})
/** Leaves a statement of a SCALE or BINARY quiz out of the score until it is answered. */
const SkipBody = v.object({
	interactionType: v.literal('SKIP'),
	policyId: BodyId,
	responseTimeMs: v.optional(responseTimeMs, 0),
})
const PickBody = v.object({
	interactionType: v.literal('POLICY_PICK'),
	selectedPolicyIds: RequestIds,
	responseTimeMs,
})

export const InteractBody = v.variant(
	'interactionType',
	[ScaleBody, BinaryBody, PickBody, SkipBody],
	'must be SCALE, BINARY, POLICY_PICK or SKIP',
)
export type InteractBody = v.InferOutput<typeof InteractBody>

/** `true` completes an attempt with unanswered statements, if every candidate can be scored. */
const unanswered = v.optional(v.boolean('must be true or false'))

const CompleteBody = v.optional(v.object({ unanswered }))
export type CompleteBody = v.InferOutput<typeof CompleteBody>

const BatchOperation = v.variant(
	'kind',
	[
		v.object({ kind: v.literal('INTERACT'), ...operationHeaders, body: InteractBody }),
		v.object({ kind: v.literal('COMPLETE'), ...operationHeaders, unanswered }),
	],
	'must be INTERACT or COMPLETE',
)
export type BatchOperation = v.InferOutput<typeof BatchOperation>

const BatchBody = v.object(operationsOf(BatchOperation))

/** Seed of the draw. A device that started offline sends its own, so that the server draws the same statements. */
const Seed = v.pipe(
	v.string('must be a text'),
	v.regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _'),
)

/** Version of the consent text that the voter accepted; the text is the client's. */
const Consent = v.pipe(
	v.string('must be a text'),
	v.regex(/^\d{4}-\d\d-\d\d$/, 'must be a day (YYYY-MM-DD)'),
)

/** Optional details of a start or a reset. A device that started offline sends the quiz type that the voter saw. */
export const BeginBody = v.optional(
	v.object({
		seed: v.optional(Seed),
		consent: v.optional(Consent),
		quizType: v.optional(v.picklist(QUIZ_TYPES, `must be one of ${QUIZ_TYPES.join(', ')}`)),
		/**
		 * Highest version of the score formula that the client knows. A client that drew the statements (it sends a seed)
		 * without a version knows owners only, so the server draws and scores with them alone.
		 */
		formula: v.optional(
			v.pipe(
				v.number('must be a whole number'),
				v.integer('must be a whole number'),
				v.minValue(1, 'must be 1 or more'),
			),
		),
		/** Id of an attempt that the server lost because it was restored from a backup. */
		restores: v.optional(RequestId),
	}),
)
export type BeginBody = v.InferOutput<typeof BeginBody>

/**
 * A statement of a quiz state. Fields after `candidateId` are for the score and the badges; other servers may omit
 * them.
 */
const StatePolicy = v.object({
	id: Id,
	text: v.string(),
	candidateId: Id,
	weight: OptionalNumber,
	category: OptionalText,
	importance: OptionalNumber,
	clarity: OptionalNumber,
	complexity: OptionalNumber,
	positions: PositionsField,
	background: OptionalText,
	backgroundSource: OptionalText,
})

const CurrentQuestion = v.object({ policyId: Id, policyText: v.string(), candidateId: Id })

/**
 * Server state of an attempt. `allPolicies` is in order. `seed`, `answers` and `selectedPolicyIds` let another device
 * continue. A higher `revision` is newer, regardless of arrival order. Other servers may omit these four.
 */
export const QuizState = v.object({
	quizAttemptId: v.nullish(Id, null),
	compareQuizId: v.nullish(Id, null),
	// Required, because a captive portal may also answer 200 with JSON.
	status: AttemptStatusName,
	quizType: QuizTypeName,
	totalQuestions: v.pipe(v.number(), v.integer(), v.minValue(0)),
	answeredQuestions: Count,
	currentQuestionNumber: Count,
	progressPercentage: v.nullish(v.number(), 0),
	isComplete: v.nullish(v.boolean(), false),
	completionMessage: OptionalText,
	currentQuestion: v.nullish(CurrentQuestion, null),
	allPolicies: v.nullish(v.array(StatePolicy), []),
	viewedPolicyIds: v.nullish(v.array(Id), []),
	seed: v.optional(v.string()),
	formula: v.optional(v.number()),
	answers: v.optional(v.array(v.object({ policyId: Id, value: v.number() }))),
	selectedPolicyIds: v.nullish(v.array(Id), null),
	skippedPolicyIds: v.optional(v.array(Id)),
	revision: v.optional(v.number()),
	/** Maximum batch size per attempt; absent if the server does not support `quiz.batch`. */
	batch: v.optional(v.number()),
})
export type QuizState = v.InferOutput<typeof QuizState>

const percentage = v.pipe(
	OptionalNumber,
	v.check((value) => value === null || (value >= 0 && value <= 100), 'must be from 0 to 100'),
)

export const QuizResults = v.object({
	quizAttemptId: Id,
	candidates: v.array(
		v.object({
			id: v.optional(Id),
			name: v.string(),
			logo: OptionalText,
			alignmentPercentage: percentage,
			rank: v.nullish(v.number(), null),
			/** Percentages that the candidate's unknown positions allow. Absent if none is unknown. */
			low: v.optional(percentage),
			high: v.optional(percentage),
			/** Statements on which the candidate's position is known, and how many of them the voter answered. */
			asked: v.optional(v.number()),
			answered: v.optional(v.number()),
		}),
	),
})
export type QuizResults = v.InferOutput<typeof QuizResults>

export const QuizAttempt = v.object({
	id: Id,
	compareQuizId: v.nullish(Id, null),
	electionId: v.nullish(Id, null),
	quizName: v.nullish(v.string(), ''),
	quizType: QuizTypeName,
	electionName: OptionalText,
	status: AttemptStatusName,
	startedAt: OptionalMoment,
	completedAt: OptionalMoment,
	answeredQuestions: Count,
	totalQuestions: Count,
	progressPercentage: v.nullish(v.number(), 0),
	revision: v.optional(v.number()),
})
export type QuizAttempt = v.InferOutput<typeof QuizAttempt>

/**
 * Reply of a completion: a state, as our server sends. The specification defines no reply, so results, an attempt or
 * plain success are accepted too and become null.
 */
const CompletionReply = v.union([
	QuizState,
	v.pipe(
		v.union([QuizResults, QuizAttempt, v.object({ success: v.literal(true) })]),
		v.transform(() => null),
	),
])

/**
 * Outcomes of the operations, in order, and the state after all of them. Operations missing at the end were not
 * processed, because an earlier one is in progress elsewhere; resend them.
 */
const BatchReply = v.object({
	outcomes: v.pipe(v.array(v.object(operationOutcome)), v.minLength(1)),
	state: QuizState,
})

const attemptParams = idParams('attemptId')
export const HISTORY_PAGE = 500

const attemptQuery = v.object({ quizAttemptId: RequestId })

export const quiz = {
	start: endpoint({
		method: 'POST',
		path: '/v2/quiz/start/:compareQuizId',
		access: 'user',
		summary: "Start a quiz, or continue the voter's attempt in progress.",
		params: idParams('compareQuizId'),
		body: BeginBody,
		reply: QuizState,
		idempotent: true,
	}),
	state: endpoint({
		method: 'GET',
		path: '/v2/quiz/state/:attemptId',
		access: 'user',
		summary: 'Get the state of an attempt.',
		params: attemptParams,
		reply: QuizState,
	}),
	interact: endpoint({
		method: 'POST',
		path: '/v2/quiz/interact/:attemptId',
		access: 'user',
		summary: 'Answer or skip a statement, or submit a selection.',
		params: attemptParams,
		body: InteractBody,
		reply: QuizState,
		idempotent: true,
	}),
	complete: endpoint({
		method: 'POST',
		path: '/v2/quiz/complete/:attemptId',
		access: 'user',
		summary:
			'Complete an attempt. All statements must be answered or skipped, or with `unanswered` enough for every candidate.',
		params: attemptParams,
		body: CompleteBody,
		reply: CompletionReply,
		idempotent: true,
	}),
	batch: endpoint({
		method: 'POST',
		path: '/v2/quiz/batch/:attemptId',
		access: 'user',
		summary: `Send up to ${BATCH_MAX} answers and the completion of an attempt in one call.`,
		params: attemptParams,
		body: BatchBody,
		reply: BatchReply,
	}),
	results: endpoint({
		method: 'GET',
		path: '/v2/quiz/results/:attemptId',
		access: 'user',
		summary: "Get the voter's alignment with each candidate.",
		params: attemptParams,
		reply: QuizResults,
	}),
	reset: endpoint({
		method: 'POST',
		path: '/v2/quiz/reset/:attemptId',
		access: 'user',
		summary: 'Keep the attempt as history and start a new one.',
		params: attemptParams,
		body: BeginBody,
		reply: QuizState,
		idempotent: true,
	}),
	completeByQuery: endpoint({
		method: 'POST',
		path: '/quiz/complete',
		access: 'user',
		summary: 'Complete an attempt (older path).',
		query: attemptQuery,
		reply: CompletionReply,
		idempotent: true,
	}),
	history: endpoint({
		method: 'GET',
		path: '/quiz/history',
		access: 'user',
		summary: `List the voter's newest ${HISTORY_PAGE} attempts, newest first. With \`before\`, lists those that started before that attempt.`,
		query: v.optional(v.object({ before: v.optional(RequestId) })),
		reply: v.array(QuizAttempt),
	}),
	attempt: endpoint({
		method: 'GET',
		path: '/quiz/attempt',
		access: 'user',
		summary: "Get one of the voter's attempts.",
		query: attemptQuery,
		reply: QuizAttempt,
	}),
} as const

/** A candidate's words about a statement. Without a candidate: the owner's. */
const Quote = v.object({
	policyId: Id,
	candidateId: v.optional(Id),
	/** Position of the candidate, if it is not the owner. */
	value: v.optional(v.number()),
	givenBy: v.fallback(v.optional(v.picklist(POSITION_GIVERS)), undefined),
	quote: v.string(),
	source: OptionalText,
	url: OptionalText,
})
export type Quote = v.InferOutput<typeof Quote>

export const quotes = {
	ofAttempt: endpoint({
		method: 'GET',
		path: '/v2/quiz/quotes/:attemptId',
		access: 'user',
		summary:
			"List the candidates' original quotes and positions for a completed attempt. 409 before completion, because quotes reveal the candidates.",
		params: idParams('attemptId'),
		reply: v.array(Quote),
	}),
} as const
