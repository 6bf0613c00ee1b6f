import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Count, OptionalMoment, OptionalNumber } from './fields.ts'
import { Id, OptionalText } from './primitives.ts'

/** How many feedback records a page may have. */
export const FEEDBACK_PAGE_SIZES = [10, 25, 50] as const

/** What came of the session that a feedback is about. */
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

/** When it was submitted is all that feedback is sorted by; the newest first unless asked otherwise. */
const sorting = {
	sortBy: v.optional(v.picklist(['submittedAt'], 'must be submittedAt'), 'submittedAt'),
	sortDirection: v.optional(v.picklist(['ASC', 'DESC'], 'must be ASC or DESC'), 'DESC'),
}

export const feedback = {
	page: endpoint({
		method: 'GET',
		path: '/admin/feedback',
		access: 'moderator',
		summary: 'Feedback on the knowledge test, page by page.',
		query: v.object({
			/** From 0. */
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
		summary: 'All feedback on the knowledge test as one CSV file, row by row as it is read.',
		query: v.object(sorting),
		reply: v.string(),
		file: { type: 'text/csv', name: 'feedback.csv' },
	}),
} as const
