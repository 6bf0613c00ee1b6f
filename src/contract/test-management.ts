import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Count, idParams, OptionalMoment, OptionalNumber } from './fields.ts'
import { Id, OptionalText } from './primitives.ts'

/** A pair of candidates that the knowledge test may ask about. */
const TestConfiguration = v.object({
	id: Id,
	candidate1Id: v.nullish(Id, null),
	candidate2Id: v.nullish(Id, null),
	candidate1Name: OptionalText,
	candidate2Name: OptionalText,
	isActive: v.nullish(v.boolean(), false),
	createdAt: OptionalMoment,
})
export type TestConfiguration = v.InferOutput<typeof TestConfiguration>

/** What the completed sessions of a pair have come to. */
const TestAnalytics = v.object({
	candidate1Name: OptionalText,
	candidate2Name: OptionalText,
	totalTests: Count,
	/** In percent. */
	averageAccuracy: OptionalNumber,
	averageResponseTimeMs: OptionalNumber,
	/** How many sessions lie in each bucket of accuracy: '0-10', '11-20' and so on to '91-100'. */
	accuracyDistribution: v.nullish(v.record(v.string(), Count), {}),
})
export type TestAnalytics = v.InferOutput<typeof TestAnalytics>

export const testManagement = {
	all: endpoint({
		method: 'GET',
		path: '/admin/test-config/all',
		access: 'moderator',
		summary: 'The pairs of the knowledge test, oldest first.',
		reply: v.array(TestConfiguration),
	}),
	analytics: endpoint({
		method: 'GET',
		path: '/admin/test-config/:id/analytics',
		access: 'moderator',
		summary: 'What the completed sessions of a pair have come to.',
		params: idParams('id'),
		reply: TestAnalytics,
	}),
} as const
