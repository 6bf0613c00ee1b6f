import * as v from 'valibot'

/** The body of every error: RFC 9457 problem details, plus `message` for the person and `errors` for bad fields. */
export const Problem = v.object({
	type: v.optional(v.string()),
	title: v.optional(v.string()),
	status: v.optional(v.number()),
	detail: v.optional(v.string()),
	message: v.optional(v.string()),
	errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
	/** With {@link QUIZ_CLOSED}: the last day on which the quiz could be taken, YYYY-MM-DD. */
	closedOn: v.optional(v.string()),
})
export type Problem = v.InferOutput<typeof Problem>

/** One bad field: its path ("email", "candidates.0.name") and what is wrong with it. */
export interface FieldError {
	readonly path: string
	readonly message: string
}

/**
 * Type of a 401 for a valid token whose account the server does not have: it was erased, or a restored backup lacks it.
 * A device must not delete anything for this reason alone.
 */
export const ACCOUNT_GONE = 'urn:evenhand:account-gone'

/** The `type` of a refused start or reset: the quiz was open once and takes no new attempts. */
export const QUIZ_CLOSED = 'urn:evenhand:quiz-closed'
