import * as v from 'valibot'
import { asTenths, isOfTenths, WEIGHT_MAX, WEIGHT_MIN } from '#domain/policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { endpoint } from '../endpoint.ts'
import { Count, OptionalText } from '../fields.ts'
import { Etag } from './fields.ts'

export const WEIGHT_AND_REASON = 'Please provide both a weight and a reason for the change.'

export const CategoryConfig = v.object({
	categoryCode: v.string(),
	currentWeight: v.number(),
	defaultWeight: v.number(),
	/** Research behind the weight, or the reason for the last change. */
	weightSource: OptionalText,
	lastUpdated: OptionalText,
	etag: Etag,
})
export type CategoryConfig = v.InferOutput<typeof CategoryConfig>

const Weights = v.record(v.string(), v.number())

const Code = v.pipe(
	v.string(),
	// Not v.toUpperCase: no voter page uses it, so it would add to the shared bundle.
	v.transform((code) => code.toUpperCase()),
	v.picklist(POLICY_CATEGORIES, `must be one of ${POLICY_CATEGORIES.join(', ')}`),
)

export const WeightFields = v.object({
	weight: v.pipe(
		v.number(WEIGHT_AND_REASON),
		v.minValue(WEIGHT_MIN, `Weight must be at least ${WEIGHT_MIN}`),
		v.maxValue(WEIGHT_MAX, `Weight must be at most ${WEIGHT_MAX}`),
		v.check(isOfTenths, 'Weight must be in steps of 0.1'),
		v.transform(asTenths),
	),
	reason: v.pipe(
		v.string(WEIGHT_AND_REASON),
		v.trim(),
		v.nonEmpty(WEIGHT_AND_REASON),
		v.maxLength(1000, 'Reason must be at most 1000 characters'),
	),
})
export type WeightFields = v.InferOutput<typeof WeightFields>

const Effect = v.object({
	attempts: Count,
	/** Results with a different first place, and results in which any rank changes. */
	otherFirst: Count,
	otherOrder: Count,
	/** Changes of percentages, in percentage points. */
	meanChange: v.number(),
	largestChange: v.number(),
})
export type Effect = v.InferOutput<typeof Effect>

export const categoryWeights = {
	weights: endpoint({
		method: 'GET',
		path: '/admin/policies/categories/weights',
		access: 'admin',
		summary: 'Get the weight of each category.',
		reply: Weights,
	}),
	configs: endpoint({
		method: 'GET',
		path: '/admin/policies/categories/configs',
		access: 'admin',
		summary: 'List each category with its weight, default weight, and reason.',
		reply: v.array(CategoryConfig),
	}),
	setWeight: endpoint({
		method: 'PUT',
		path: '/admin/policies/categories/:code/weight',
		access: 'admin',
		summary: 'Set the weight of a category, with a reason.',
		params: v.object({ code: Code }),
		body: WeightFields,
		reply: CategoryConfig,
		idempotent: true,
		conditional: true,
	}),
	preview: endpoint({
		method: 'POST',
		path: '/admin/policies/categories/:code/preview',
		access: 'admin',
		summary: 'Preview how another weight of a category would change the newest results.',
		params: v.object({ code: Code }),
		body: v.object({ weight: WeightFields.entries.weight }),
		/** Null if there are results of too few voters, to protect single voters' results. */
		reply: v.object({ effect: v.nullish(Effect, null) }),
	}),
	reset: endpoint({
		method: 'POST',
		path: '/admin/policies/categories/weights/reset',
		access: 'admin',
		summary: 'Reset all categories to their default weights.',
		reply: v.object({ weights: Weights }),
		idempotent: true,
	}),
} as const
