import * as v from 'valibot'
import {
	IMPORTANCE_DEFAULT,
	IMPORTANCE_MAX,
	IMPORTANCE_MIN,
	POLICY_TEXT_MAX,
} from '#domain/limits.ts'
import {
	asTenths,
	BACKGROUND_MAX,
	COMPLEXITY_MAX,
	isOfTenths,
	isPolicyLength,
	KEYWORD_MAX,
	KEYWORDS_MAX,
	keywordsOf,
	MEASURED_FIELDS,
	OVERRIDE_REASON_MAX,
	POLICY_STATUSES,
	PRIORITY_DEFAULT,
	PRIORITY_MAX,
	SCORE_MAX,
} from '#domain/policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { Policy } from '../candidates.ts'
import { endpoint } from '../endpoint.ts'
import { Count, Id, idParams, OptionalNumber, OptionalText, RequestIds, Uuid } from '../fields.ts'
import { Etag, optionalText, requiredId, requiredText } from './fields.ts'

export const POLICY_LENGTH = 'Policy text must be 5 to 100 words'

export const IMPORTANCE_STEP = 'Importance must be in steps of 0.1'

const between = (name: string, min: number, max: number) =>
	v.pipe(
		v.number(`${name} must be a number`),
		v.minValue(min, `${name} must be at least ${min}`),
		v.maxValue(max, `${name} must be at most ${max}`),
	)
const whole = (name: string, max: number) =>
	v.pipe(between(name, 1, max), v.integer(`${name} must be a whole number`))
const importance = between('Importance', IMPORTANCE_MIN, IMPORTANCE_MAX)
const score = (name: string) => v.nullish(between(name, 0, SCORE_MAX), null)

const keywords = v.pipe(
	v.array(
		v.pipe(
			v.string('must be a text'),
			v.trim(),
			v.maxLength(KEYWORD_MAX, `A keyword must be at most ${KEYWORD_MAX} characters`),
		),
		'must be a list of texts',
	),
	v.transform(keywordsOf),
	v.maxLength(KEYWORDS_MAX, `Keywords must be at most ${KEYWORDS_MAX}`),
)

const entries = {
	text: requiredText('Policy text', POLICY_TEXT_MAX),
	category: v.picklist(POLICY_CATEGORIES, 'Category is required'),
	importance: v.optional(importance),
	suggestedImportance: v.optional(importance),
	complexityLevel: v.nullish(whole('Complexity', COMPLEXITY_MAX), null),
	clarityScore: score('Clarity'),
	biasScore: score('Bias'),
	effectivenessScore: score('Effectiveness'),
	priority: v.optional(whole('Priority', PRIORITY_MAX), PRIORITY_DEFAULT),
	prioritySource: optionalText('Priority source'),
	validationStatus: v.optional(
		v.picklist(POLICY_STATUSES, `Status must be one of ${POLICY_STATUSES.join(', ')}`),
		'PENDING',
	),
	keywords: v.optional(keywords, []),
	source: optionalText('Source', POLICY_TEXT_MAX),
	/** Neutral explanation for voters, with its source. Both omitted: what is stored stays. */
	background: v.optional(optionalText('Background', BACKGROUND_MAX)),
	backgroundSource: v.optional(optionalText('Background source', POLICY_TEXT_MAX)),
	/**
	 * Fields set by a person, which a new text must not overwrite. If omitted, the server infers them from the changes.
	 */
	setByHand: v.nullish(v.array(v.picklist(MEASURED_FIELDS)), null),
	overrideReason: optionalText('Reason', OVERRIDE_REASON_MAX),
}

/** False for a background without a source; together they stay one fact. */
export const isSourced = ({
	background,
	backgroundSource,
}: {
	readonly background?: string | null | undefined
	readonly backgroundSource?: string | null | undefined
}): boolean =>
	background ? Boolean(backgroundSource) : background === null || backgroundSource !== null

export const UNSOURCED = 'A background needs a source'

const withOneImportance = <
	Typed extends {
		readonly importance?: number | undefined
		readonly suggestedImportance?: number | undefined
	},
>({
	importance: given,
	suggestedImportance,
	...rest
}: Typed) => ({
	...rest,
	importance: asTenths(given ?? suggestedImportance ?? IMPORTANCE_DEFAULT),
})

/**
 * Body of an update. Length and importance steps are not checked here, because imported policies may violate them and
 * must stay editable. The server checks both when they change.
 */
export const PolicyFields = v.pipe(
	v.object(entries),
	v.forward(v.partialCheck([['background'], ['backgroundSource']], isSourced, UNSOURCED), [
		'backgroundSource',
	]),
	v.transform(withOneImportance),
)
export type PolicyFields = v.InferOutput<typeof PolicyFields>

const newImportance = v.pipe(importance, v.check(isOfTenths, IMPORTANCE_STEP))

const newEntries = {
	...entries,
	importance: v.optional(newImportance),
	suggestedImportance: v.optional(newImportance),
	text: v.pipe(entries.text, v.check(isPolicyLength, POLICY_LENGTH)),
	/** Client-generated, so that a retry creates no duplicate; otherwise assigned by the server. */
	id: v.nullish(Uuid),
}

export const ReviewedPolicy = v.pipe(
	v.object(newEntries),
	v.forward(v.partialCheck([['background'], ['backgroundSource']], isSourced, UNSOURCED), [
		'backgroundSource',
	]),
	v.transform(withOneImportance),
)
export type ReviewedPolicy = v.InferOutput<typeof ReviewedPolicy>

export const NewPolicy = v.pipe(
	v.object({ ...newEntries, candidateId: requiredId('Candidate') }),
	v.forward(v.partialCheck([['background'], ['backgroundSource']], isSourced, UNSOURCED), [
		'backgroundSource',
	]),
	v.transform(withOneImportance),
)
export type NewPolicy = v.InferOutput<typeof NewPolicy>

export const ManagedPolicy = v.object({
	id: Id,
	candidateId: Id,
	text: v.string(),
	category: v.string(),
	importance: v.number(),
	complexityLevel: OptionalNumber,
	clarityScore: OptionalNumber,
	biasScore: OptionalNumber,
	effectivenessScore: OptionalNumber,
	priority: v.nullish(v.number(), PRIORITY_DEFAULT),
	prioritySource: OptionalText,
	validationStatus: v.string(),
	keywords: v.nullish(v.array(v.string()), []),
	source: OptionalText,
	background: OptionalText,
	backgroundSource: OptionalText,
	setByHand: v.nullish(v.array(v.string()), null),
	overrideReason: OptionalText,
	quote: OptionalText,
	sourceUrl: OptionalText,
	createdAt: OptionalText,
	etag: Etag,
})
export type ManagedPolicy = v.InferOutput<typeof ManagedPolicy>

const params = idParams('id')

export const managePolicies = {
	stats: endpoint({
		method: 'GET',
		path: '/admin/policies/stats',
		access: 'admin',
		summary: 'Get policy statistics: count, average clarity, and count per status.',
		reply: v.object({
			totalPolicies: Count,
			averageClarityScore: OptionalNumber,
			validationDistribution: v.array(v.object({ status: v.string(), count: Count })),
			categories: v.nullish(
				v.array(
					v.object({ category: v.string(), count: Count, averageClarityScore: OptionalNumber }),
				),
				[],
			),
		}),
	}),
	ofCandidate: endpoint({
		method: 'GET',
		path: '/admin/policies/candidate/:candidateId',
		access: 'admin',
		summary: 'List all policies of a candidate in any status, oldest first.',
		params: idParams('candidateId'),
		reply: v.array(ManagedPolicy),
	}),
	get: endpoint({
		method: 'GET',
		path: '/admin/policies/:id',
		access: 'admin',
		summary: 'Get a policy with its etag.',
		params,
		reply: ManagedPolicy,
	}),
	create: endpoint({
		method: 'POST',
		path: '/policies',
		access: 'admin',
		summary: 'Create a policy of a candidate.',
		body: NewPolicy,
		reply: ManagedPolicy,
		status: 201,
		idempotent: true,
	}),
	update: endpoint({
		method: 'PUT',
		path: '/policies/:id/enhanced',
		access: 'admin',
		summary: 'Update a policy.',
		params,
		body: PolicyFields,
		reply: ManagedPolicy,
		idempotent: true,
		conditional: true,
	}),
	remove: endpoint({
		method: 'DELETE',
		path: '/policies/:id',
		access: 'admin',
		summary: 'Delete a policy. It can be restored for 30 days.',
		params,
		reply: v.unknown(),
		idempotent: true,
		conditional: true,
	}),
	restore: endpoint({
		method: 'POST',
		path: '/admin/policies/:id/restore',
		access: 'admin',
		summary: 'Restore a deleted policy.',
		params,
		reply: v.unknown(),
		idempotent: true,
	}),
} as const

const Texts = v.nullish(v.array(v.string()), [])

const Validation = v.object({
	valid: v.boolean(),
	errors: Texts,
	warnings: Texts,
	/** Invalid, or clarity below 7 or bias above 3. */
	needsReview: v.boolean(),
	clarityScore: OptionalNumber,
	biasScore: OptionalNumber,
	effectivenessScore: OptionalNumber,
	complexityLevel: OptionalNumber,
	suggestedImportance: OptionalNumber,
	suggestedCategory: OptionalText,
	keywords: Texts,
})
export type Validation = v.InferOutput<typeof Validation>

const text = requiredText('Policy text', POLICY_TEXT_MAX)

export const policyChecks = {
	prepareBatch: endpoint({
		method: 'POST',
		path: '/admin/policies/prepare-batch',
		access: 'admin',
		summary: 'Check policies by heuristics, without changing them.',
		body: v.object({ policyIds: v.pipe(RequestIds, v.minLength(1, 'must have at least one id')) }),
		reply: v.object({
			/** By policy id; an unknown id has an error. */
			validations: v.record(v.string(), Validation),
		}),
	}),
	validate: endpoint({
		method: 'POST',
		path: '/admin/policies/:id/validate',
		access: 'admin',
		summary: 'Check one policy by heuristics, without changing its status.',
		params: idParams('id'),
		reply: Validation,
	}),
	calculateImportance: endpoint({
		method: 'POST',
		path: '/admin/policies/calculate-importance',
		access: 'admin',
		summary: "Calculate a policy's importance from its text.",
		body: v.object({
			text,
			quote: v.nullish(v.pipe(v.string(), v.maxLength(20_000, 'Quote is too long')), null),
			mentions: v.nullish(
				v.pipe(
					v.number('Mentions must be a number'),
					v.integer('Mentions must be a whole number'),
					v.minValue(1, 'Mentions must be at least 1'),
					v.maxValue(1000, 'Mentions must be at most 1000'),
				),
				1,
			),
		}),
		reply: v.object({
			/** 0.5 to 2.0. */
			importance: v.number(),
			reasons: Texts,
			methodology: OptionalText,
		}),
	}),
} as const

export const policies = {
	ofCandidate: endpoint({
		method: 'GET',
		path: '/policies/candidate/:candidateId/enhanced',
		access: 'user',
		summary: "List a candidate's validated policies (alternative path).",
		params: idParams('candidateId'),
		reply: v.array(Policy),
	}),
} as const
