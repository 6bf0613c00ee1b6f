import * as v from 'valibot'

/** The body of every error: RFC 9457 problem details, plus `message` for the person and `errors` for bad fields. */
export const Problem = v.object({
	type: v.optional(v.string()),
	title: v.optional(v.string()),
	status: v.optional(v.number()),
	detail: v.optional(v.string()),
	message: v.optional(v.string()),
	errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
})
export type Problem = v.InferOutput<typeof Problem>

/** One bad field: its path ("email", "candidates.0.name") and what is wrong with it. */
export interface FieldError {
	readonly path: string
	readonly message: string
}

/**
 * The `type` of a 401 whose token is good, but whose account is no longer there. Any other 401 is a sign-in that has
 * ended: only this one says that somebody was erased.
 */
export const ACCOUNT_GONE = 'urn:evenhand:account-gone'
