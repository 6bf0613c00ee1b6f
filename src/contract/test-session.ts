import * as v from 'valibot'
import { TEST_POLICIES, TEST_POLICIES_MAX } from '#domain/limits.ts'
import { endpoint } from './endpoint.ts'
import { BodyId, Day, Id, OptionalText } from './fields.ts'

export const TestCandidate = v.object({ id: Id, name: v.string(), logo: OptionalText })

/** `digest` and `salt` let a device grade guesses offline; other servers omit them. */
const TestPolicy = v.object({
	policyId: Id,
	text: v.string(),
	digest: v.optional(v.string()),
})

export const TestSession = v.object({
	sessionId: Id,
	policies: v.array(TestPolicy),
	candidate1: TestCandidate,
	candidate2: TestCandidate,
	salt: v.optional(v.string()),
	/** Active election in which both candidates run; absent if there is none. Other servers omit it. */
	election: v.optional(v.object({ id: Id, name: v.string(), electionDate: Day })),
})
export type TestSession = v.InferOutput<typeof TestSession>

const optionalId = v.nullish(BodyId, null)

/** Two candidates or neither. Only the server checks that, to keep the first visit's bundle small. */
const StartBody = v.object({
	candidate1Id: optionalId,
	candidate2Id: optionalId,
	numberOfPolicies: v.nullish(
		v.pipe(
			v.number('must be a number'),
			v.integer('must be a whole number'),
			v.minValue(1, 'must be 1 or more'),
			v.maxValue(TEST_POLICIES_MAX, `must be at most ${TEST_POLICIES_MAX}`),
		),
		TEST_POLICIES,
	),
	/** Restores a lost session of the active pair, with the policies it asked. */
	restores: v.optional(
		v.object({
			sessionId: BodyId,
			policyIds: v.pipe(
				v.array(BodyId, 'must be a list of ids'),
				v.maxLength(2 * TEST_POLICIES_MAX, `must have at most ${2 * TEST_POLICIES_MAX} ids`),
			),
		}),
	),
})

/** Start of a session. Separate from `knowledge-test.ts` to keep the first visit's bundle small. */
export const startTest = endpoint({
	method: 'POST',
	path: '/policy-knowledge-test/start',
	access: 'public',
	summary:
		'Start a session with the active pair or two given candidates, or restore a session that the server lost.',
	body: StartBody,
	reply: TestSession,
	idempotent: true,
})
