import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import {
	Count,
	Id,
	idParams,
	OptionalMoment,
	OptionalNumber,
	OptionalText,
	RequestId,
} from '../fields.ts'

const BOTH_NEEDED = 'Please select both candidates'

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

/** Sessions of one group. Groups below `SMALLEST_GROUP` are never reported. */
const TestGroup = v.object({
	group: OptionalText,
	tests: Count,
	/** In percent. */
	averageAccuracy: v.number(),
})
export type TestGroup = v.InferOutput<typeof TestGroup>

/** Guesses about a policy from at least `SMALLEST_GROUP` sessions. */
const TestedPolicy = v.object({
	policyId: Id,
	text: v.string(),
	candidateName: OptionalText,
	guesses: Count,
	wrongGuesses: Count,
})
export type TestedPolicy = v.InferOutput<typeof TestedPolicy>

/** Results of a pair's completed sessions. Fields that other servers do not send are null. */
const TestAnalytics = v.object({
	candidate1Name: OptionalText,
	candidate2Name: OptionalText,
	totalTests: Count,
	/** In percent. */
	averageAccuracy: OptionalNumber,
	averageResponseTimeMs: OptionalNumber,
	/** Sessions per accuracy bucket: '0-10', '11-20', ..., '91-100'. */
	accuracyDistribution: v.nullish(v.record(v.string(), Count), {}),
	hardestPolicies: v.nullish(v.array(TestedPolicy), null),
	byAge: v.nullish(v.array(TestGroup), null),
	byGender: v.nullish(v.array(TestGroup), null),
})
export type TestAnalytics = v.InferOutput<typeof TestAnalytics>

const chosenId = v.pipe(
	v.nullish(v.union([v.string(), v.number()], BOTH_NEEDED), ''),
	v.transform(String),
	v.nonEmpty(BOTH_NEEDED),
	RequestId,
)

export const TestPair = v.pipe(
	v.object({ candidate1Id: chosenId, candidate2Id: chosenId }),
	v.forward(
		v.partialCheck(
			[['candidate1Id'], ['candidate2Id']],
			({ candidate1Id, candidate2Id }) => candidate1Id !== candidate2Id,
			'Please select different candidates',
		),
		['candidate2Id'],
	),
)

const FeatureStatus = v.object({ featureEnabled: v.nullish(v.boolean(), false) })

export const testManagement = {
	all: endpoint({
		method: 'GET',
		path: '/admin/test-config/all',
		access: 'moderator',
		summary: 'List the candidate pairs of the knowledge test, oldest first.',
		reply: v.array(TestConfiguration),
	}),
	create: endpoint({
		method: 'POST',
		path: '/admin/test-config',
		access: 'admin',
		summary: 'Add an inactive candidate pair to the knowledge test.',
		body: TestPair,
		reply: v.unknown(),
		status: 201,
		idempotent: true,
	}),
	activate: endpoint({
		method: 'PUT',
		path: '/admin/test-config/:id/activate',
		access: 'admin',
		summary: 'Make a pair the only active one of the knowledge test.',
		params: idParams('id'),
		reply: v.unknown(),
		idempotent: true,
	}),
	remove: endpoint({
		method: 'DELETE',
		path: '/admin/test-config/:id',
		access: 'admin',
		summary: 'Permanently delete a pair with its analytics. Visitors’ answers stay.',
		params: idParams('id'),
		reply: v.unknown(),
		idempotent: true,
	}),
	featureStatus: endpoint({
		method: 'GET',
		path: '/admin/test-config/feature-status',
		access: 'admin',
		summary: 'Get whether the knowledge test is open to the public.',
		reply: FeatureStatus,
	}),
	toggle: endpoint({
		method: 'PUT',
		path: '/admin/test-config/toggle',
		access: 'admin',
		summary: 'Open the knowledge test to the public or close it. Opening requires an active pair.',
		query: v.object({
			enabled: v.pipe(
				v.picklist(['true', 'false'], 'must be true or false'),
				v.transform((text) => text === 'true'),
			),
		}),
		reply: v.unknown(),
		idempotent: true,
	}),
	analytics: endpoint({
		method: 'GET',
		path: '/admin/test-config/:id/analytics',
		access: 'moderator',
		summary: 'Summarize the completed sessions of a pair.',
		params: idParams('id'),
		reply: TestAnalytics,
	}),
} as const

export const FEEDBACK_PAGE_SIZES = [10, 25, 50] as const

const TestResult = v.object({
	candidate1Name: OptionalText,
	candidate2Name: OptionalText,
	correctGuesses: OptionalNumber,
	totalPolicies: OptionalNumber,
	accuracyPercentage: OptionalNumber,
	completed: v.nullish(v.boolean(), false),
})

const FeedbackRecord = v.object({
	id: Id,
	sessionId: v.nullish(Id, null),
	feedbackText: v.string(),
	submittedAt: OptionalMoment,
	testResult: v.nullish(TestResult, null),
})
export type FeedbackRecord = v.InferOutput<typeof FeedbackRecord>

const wholeNumber = (fallback: string, min: number, max: number) =>
	v.optional(
		v.pipe(
			v.string(),
			v.regex(/^\d+$/, 'must be a whole number'),
			v.transform(Number),
			v.minValue(min, `must be at least ${min}`),
			v.maxValue(max, `must be at most ${max}`),
		),
		fallback,
	)

const sorting = {
	sortBy: v.optional(v.picklist(['submittedAt'], 'must be submittedAt'), 'submittedAt'),
	sortDirection: v.optional(v.picklist(['ASC', 'DESC'], 'must be ASC or DESC'), 'DESC'),
}

export const feedback = {
	page: endpoint({
		method: 'GET',
		path: '/admin/feedback',
		access: 'moderator',
		summary: 'Page through feedback on the knowledge test.',
		query: v.object({
			/** 0-based. */
			page: wholeNumber('0', 0, 1_000_000_000),
			size: wholeNumber(String(FEEDBACK_PAGE_SIZES[0]), 1, 100),
			...sorting,
		}),
		reply: v.object({
			content: v.array(FeedbackRecord),
			totalElements: Count,
			totalPages: Count,
		}),
	}),
	export: endpoint({
		method: 'GET',
		path: '/admin/feedback/export',
		access: 'moderator',
		summary: 'Stream all feedback on the knowledge test as CSV.',
		query: v.object(sorting),
		reply: v.string(),
		file: { type: 'text/csv', name: 'feedback.csv' },
	}),
} as const
