import * as v from 'valibot'
import {
	IMPORTANCE_DEFAULT,
	IMPORTANCE_MAX,
	IMPORTANCE_MIN,
	POLICY_TEXT_MAX,
} from '#domain/constants.ts'
import {
	asTenths,
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
import { endpoint } from './endpoint.ts'
import { Count, idParams, OptionalNumber, Uuid } from './fields.ts'
import { Etag, optionalText, requiredId, requiredText } from './manage-fields.ts'
import { Id, OptionalText } from './primitives.ts'

/** What is said of a statement with fewer than 5 or more than 100 words. */
export const POLICY_LENGTH = 'Policy text must be 5 to 100 words'

/** What is said of an importance that is none of those that there are. */
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
	/** What `importance` is called by some clients. */
	suggestedImportance: v.optional(importance),
	complexityLevel: v.nullish(whole('Complexity', COMPLEXITY_MAX), null),
	clarityScore: score('Clarity'),
	biasScore: score('Bias'),
	effectivenessScore: score('Effectiveness'),
	priority: v.optional(whole('Priority', PRIORITY_MAX), PRIORITY_DEFAULT),
	/** Who gave the priority, or what. */
	prioritySource: optionalText('Priority source'),
	validationStatus: v.optional(
		v.picklist(POLICY_STATUSES, `Status must be one of ${POLICY_STATUSES.join(', ')}`),
		'PENDING',
	),
	keywords: v.optional(keywords, []),
	/** Where the statement comes from: a page, a platform, a speech. */
	source: optionalText('Source', POLICY_TEXT_MAX),
	/** Fields that a person set, so that a new text does not measure them again; left out, the server decides by what changed. */
	setByHand: v.nullish(v.array(v.picklist(MEASURED_FIELDS)), null),
	/** Why a statement that names a candidate or a party may be VALIDATED all the same. */
	overrideReason: optionalText('Reason', OVERRIDE_REASON_MAX),
}

const withOneImportance = <
	Typed extends {
		readonly importance?: number | undefined
		readonly suggestedImportance?: number | undefined
	},
>({
	importance: said,
	suggestedImportance,
	...rest
}: Typed) => ({
	...rest,
	importance: asTenths(said ?? suggestedImportance ?? IMPORTANCE_DEFAULT),
})

/**
 * A policy as it is typed. One that was shorter or longer before may stay so, and so may an importance between two steps,
 * which a file may have brought: both are held to it when they are changed.
 */
export const PolicyFields = v.pipe(v.object(entries), v.transform(withOneImportance))
export type PolicyFields = v.InferOutput<typeof PolicyFields>

const newImportance = v.pipe(importance, v.check(isOfTenths, IMPORTANCE_STEP))

const newEntries = {
	...entries,
	importance: v.optional(newImportance),
	suggestedImportance: v.optional(newImportance),
	text: v.pipe(entries.text, v.check(isPolicyLength, POLICY_LENGTH)),
	/** Given by the client, so that a repeated call makes no second one; ours where it is left out. */
	id: v.nullish(Uuid),
}

/** A policy as it was reviewed, of a candidate who is named once for all of them. */
export const ReviewedPolicy = v.pipe(v.object(newEntries), v.transform(withOneImportance))
export type ReviewedPolicy = v.InferOutput<typeof ReviewedPolicy>

/** A new policy. */
export const NewPolicy = v.pipe(
	v.object({ ...newEntries, candidateId: requiredId('Candidate') }),
	v.transform(withOneImportance),
)
export type NewPolicy = v.InferOutput<typeof NewPolicy>

/** A policy as administrators see it. */
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
	setByHand: v.nullish(v.array(v.string()), null),
	overrideReason: OptionalText,
	/** The candidate's words that it was made of, and the address of the page that holds them. */
	quote: OptionalText,
	sourceUrl: OptionalText,
	/** ISO 8601. */
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
		summary: 'How many policies there are, how clear they are, and how many have each status.',
		reply: v.object({
			totalPolicies: Count,
			/** Over those that have a clarity; null where none has. */
			averageClarityScore: OptionalNumber,
			validationDistribution: v.array(v.object({ status: v.string(), count: Count })),
			/** The same for each category, and its own average. */
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
		summary: 'All policies of a candidate, whatever their status, oldest first.',
		params: idParams('candidateId'),
		reply: v.array(ManagedPolicy),
	}),
	get: endpoint({
		method: 'GET',
		path: '/admin/policies/:id',
		access: 'admin',
		summary: 'One policy, with its version.',
		params,
		reply: ManagedPolicy,
	}),
	create: endpoint({
		method: 'POST',
		path: '/policies',
		access: 'admin',
		summary: 'Make a policy of a candidate.',
		body: NewPolicy,
		reply: ManagedPolicy,
		status: 201,
		idempotent: true,
	}),
	update: endpoint({
		method: 'PUT',
		path: '/policies/:id/enhanced',
		access: 'admin',
		summary: 'Change a policy.',
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
		summary: 'Delete a policy; for 30 days it can be restored.',
		params,
		reply: v.unknown(),
		idempotent: true,
		conditional: true,
	}),
	restore: endpoint({
		method: 'POST',
		path: '/admin/policies/:id/restore',
		access: 'admin',
		summary: 'Take back the deletion of a policy.',
		params,
		reply: v.unknown(),
		idempotent: true,
	}),
} as const
