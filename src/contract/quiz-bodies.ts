import * as v from 'valibot'
import { RESPONSE_TIME_CAP_MS } from '#domain/constants.ts'
import { QUIZ_TYPES } from '#domain/types.ts'
import { operationHeaders, operationsOf } from './batch.ts'
import { RequestIds } from './fields.ts'
import { BodyId, RequestId } from './primitives.ts'

/** How long an answer or a guess took. */
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
const PickBody = v.object({
	interactionType: v.literal('POLICY_PICK'),
	selectedPolicyIds: RequestIds,
	responseTimeMs,
})

/** An answer as it is sent: a scale value, agree or disagree, or the whole selection. */
export const InteractBody = v.variant(
	'interactionType',
	[ScaleBody, BinaryBody, PickBody],
	'must be SCALE, BINARY or POLICY_PICK',
)
export type InteractBody = v.InferOutput<typeof InteractBody>

const BatchOperation = v.variant(
	'kind',
	[
		v.object({ kind: v.literal('INTERACT'), ...operationHeaders, body: InteractBody }),
		v.object({ kind: v.literal('COMPLETE'), ...operationHeaders }),
	],
	'must be INTERACT or COMPLETE',
)
export type BatchOperation = v.InferOutput<typeof BatchOperation>

/** Operations on one attempt. */
export const BatchBody = v.object(operationsOf(BatchOperation))

/** What draws an attempt's statements. A device that began offline sends the seed it drew with, so that both have the same. */
const Seed = v.pipe(
	v.string('must be a text'),
	v.regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _'),
)

/** What the voter agreed to by beginning: the version of a text, which is the client's own. */
const Consent = v.pipe(
	v.string('must be a text'),
	v.regex(/^\d{4}-\d\d-\d\d$/, 'must be a day (YYYY-MM-DD)'),
)

/** Optional details of a start or a reset. A device that began offline sends the quiz type that its voter saw. */
export const BeginBody = v.optional(
	v.object({
		seed: v.optional(Seed),
		consent: v.optional(Consent),
		quizType: v.optional(v.picklist(QUIZ_TYPES, `must be one of ${QUIZ_TYPES.join(', ')}`)),
		/** The id of an attempt that the server had and lost, because it was restored from a backup. */
		restores: v.optional(RequestId),
	}),
)
export type BeginBody = v.InferOutput<typeof BeginBody>
