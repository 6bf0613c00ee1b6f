import { and } from 'drizzle-orm'
import Papa from 'papaparse'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { feedback } from '#contract/feedback.ts'
import { FEEDBACK_COLUMNS, feedbackCells } from '#domain/feedback-csv.ts'
import { BYTE_ORDER_MARK, CSV_FORM } from '#domain/spreadsheets.ts'
import type { Db } from '../../db/types.ts'
import { afterPlace, beforePlace, upToPlace } from './feedback-places.ts'
import { readFeedback } from './feedback-records.ts'

type Direction = HandlerInput<typeof feedback.export>['query']['sortDirection']

/** So many rows are read, written and sent at a time. */
const BATCH = 1000

const toCsv = (rows: string[][]): string => Papa.unparse(rows, CSV_FORM) + CSV_FORM.newline

const HEAD = BYTE_ORDER_MARK + toCsv([[...FEEDBACK_COLUMNS]])

/** All feedback up to the newest that there is when it begins, in batches. Between them nothing is held. */
const batchesOf = async function* (db: Db, direction: Direction) {
	const [newest] = await readFeedback(db, { where: undefined, direction: 'DESC', limit: 1 })
	if (newest === undefined) return
	const end = upToPlace(newest.place)
	let rest = end
	for (;;) {
		const found = await readFeedback(db, { where: rest, direction, limit: BATCH })
		const last = found.at(-1)
		if (last === undefined) return
		yield found.map(({ record }) => record)
		rest = direction === 'ASC' ? (and(afterPlace(last.place), end) ?? end) : beforePlace(last.place)
	}
}

/**
 * All feedback on the knowledge test as a table, piece by piece as it is read: a million rows take no more room than a
 * thousand.
 */
export const exportFeedback = async function* (
	{ db }: { readonly db: Db },
	{ query }: Pick<HandlerInput<typeof feedback.export>, 'query'>,
): AsyncGenerator<string> {
	let head = HEAD
	for await (const records of batchesOf(db, query.sortDirection)) {
		// Together with the first rows: whatever keeps those from being read is still an ordinary refusal.
		yield head + toCsv(records.map(feedbackCells))
		head = ''
	}
	if (head !== '') yield head
}
