import { and, inArray, isNotNull } from 'drizzle-orm'
import type { Quote } from '#contract/quotes.ts'
import { policies } from '../../db/schema.ts'
import { getOwnAttempt } from './attempts.ts'
import type { VoterContext } from './once.ts'
import { notCompleted } from './read.ts'

/**
 * The candidates' own words behind the statements of a completed attempt, as far as they are kept.
 * @throws 409 while it is in progress: a quote would tell whose statement it is.
 */
export const getQuotes = async (
	{ db, user }: Pick<VoterContext, 'db' | 'user'>,
	attemptId: string,
): Promise<Quote[]> => {
	const { status, statements } = await getOwnAttempt(db, user.id, attemptId)
	if (status !== 'COMPLETED') throw notCompleted()
	const ids = statements.map(({ policyId }) => policyId)
	const rows = await db
		.select({
			policyId: policies.id,
			quote: policies.quote,
			source: policies.source,
			url: policies.sourceUrl,
		})
		.from(policies)
		.where(and(inArray(policies.id, ids), isNotNull(policies.quote)))
	return rows.map(({ quote, ...row }) => ({ ...row, quote: quote ?? '' }))
}
