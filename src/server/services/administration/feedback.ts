import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { feedback } from '#contract/feedback.ts'
import { atOneMoment } from '../../db/at-one-moment.ts'
import type { Db } from '../../db/types.ts'
import { countFeedback, markUpTo } from './feedback-marks.ts'
import { afterPlace } from './feedback-places.ts'
import { readFeedback } from './feedback-records.ts'

type Row = typeof feedback.page
type Query = HandlerInput<Row>['query']

/** Where a page lies among all, counted from the oldest. Pages of the newest first are counted from the other end. */
const windowOf = ({ page, size, sortDirection }: Query, total: number) => {
	const skipped = Math.min(page * size, total)
	const count = Math.min(size, total - skipped)
	return { from: sortDirection === 'ASC' ? skipped : total - skipped - count, count }
}

/**
 * What visitors told of the knowledge test, a page of it, each with what came of the session that it is about. Nothing
 * is counted or skipped from further off than the nearest mark, so that every page of many takes as long as one of few.
 */
export const listFeedback = (
	{ db }: { readonly db: Db },
	{ query }: Pick<HandlerInput<Row>, 'query'>,
): Promise<Sent<Row>> =>
	atOneMoment(db, async (tx) => {
		const totalElements = await countFeedback(tx)
		const totalPages = Math.ceil(totalElements / query.size)
		const { from, count } = windowOf(query, totalElements)
		if (count === 0) return { content: [], totalElements, totalPages }
		const mark = await markUpTo(tx, from)
		const found = await readFeedback(tx, {
			where: afterPlace(mark),
			direction: 'ASC',
			limit: count,
			offset: from - mark.ordinal,
		})
		const content = found.map(({ record }) => record)
		if (query.sortDirection === 'DESC') content.reverse()
		return { content, totalElements, totalPages }
	})
