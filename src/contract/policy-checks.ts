import * as v from 'valibot'
import { POLICY_TEXT_MAX } from '#domain/constants.ts'
import { endpoint } from './endpoint.ts'
import { idParams, OptionalNumber, RequestIds } from './fields.ts'
import { requiredText } from './manage-fields.ts'
import { OptionalText } from './primitives.ts'

const Texts = v.nullish(v.array(v.string()), [])

/** What the rules of thumb say of a statement. */
const Validation = v.object({
	valid: v.boolean(),
	/** What keeps it from being asked: its length, the name of its candidate. */
	errors: Texts,
	/** What its words do that may not be neutral. */
	warnings: Texts,
	/** Invalid, with errors, clarity below 7 or bias above 3. */
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
		summary: 'Check policies by the rules of thumb before they are validated; nothing is changed.',
		body: v.object({ policyIds: v.pipe(RequestIds, v.minLength(1, 'must have at least one id')) }),
		reply: v.object({
			/** By the id of the policy; an id of none has an error. */
			validations: v.record(v.string(), Validation),
		}),
	}),
	validate: endpoint({
		method: 'POST',
		path: '/admin/policies/:id/validate',
		access: 'admin',
		summary: 'Check one policy by the rules of thumb; its status stays as it is.',
		params: idParams('id'),
		reply: Validation,
	}),
	calculateImportance: endpoint({
		method: 'POST',
		path: '/admin/policies/calculate-importance',
		access: 'admin',
		summary: "How much weight a policy's own words give it.",
		body: v.object({
			text,
			/** The candidate's words, where they are known. */
			quote: v.nullish(v.pipe(v.string(), v.maxLength(20_000, 'Quote is too long')), null),
			/** How often the source says it. */
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
