import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { idParams } from './fields.ts'
import { Id, OptionalText } from './primitives.ts'

/** A candidate's own words, of which a statement was made. */
const Quote = v.object({
	policyId: Id,
	quote: v.string(),
	/** What they are from, in words; and the address of the page that holds them. */
	source: OptionalText,
	url: OptionalText,
})
export type Quote = v.InferOutput<typeof Quote>

export const quotes = {
	ofAttempt: endpoint({
		method: 'GET',
		path: '/v2/quiz/quotes/:attemptId',
		access: 'user',
		summary:
			"The candidates' own words behind the statements of a completed attempt; before that they would tell who is who.",
		params: idParams('attemptId'),
		reply: v.array(Quote),
	}),
} as const
