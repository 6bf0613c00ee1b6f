import { and, asc, desc, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm'
import Papa from 'papaparse'
import type { feedback } from '#contract/admin/knowledge-test.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { BYTE_ORDER_MARK, CSV_FORM, FEEDBACK_COLUMNS, feedbackCells } from '#domain/csv.ts'
import { accuracyOf } from '#domain/knowledge-test.ts'
import type { Db } from '../../db/open.ts'
import { testFeedback, testFeedbackMarks, testGuesses, testSessions } from '../../db/schema.ts'
import { atOneMoment } from '../../db/sql.ts'
import { createYield } from '../../util.ts'

export interface Place {
	/** Timestamp as database text, because `Date` drops microseconds. */
	readonly at: string
	readonly id: string
}

const compare = (how: '>' | '<' | '<=', { at, id }: Place): SQL =>
	sql`(${testFeedback.submittedAt}, ${testFeedback.id}) ${sql.raw(how)} (${at}::timestamptz, ${id}::uuid)`

const afterPlace = (place: Place): SQL => compare('>', place)

const beforePlace = (place: Place): SQL => compare('<', place)

const upToPlace = (place: Place): SQL => compare('<=', place)

const STEP = 1000
/** Entries per statement. Larger statements would block the embedded database. */
const BATCH = 20 * STEP
/** Younger entries get no marks: another process may still commit one before them. */
const SETTLED_MS = 300_000

interface Mark extends Place {
	readonly ordinal: number
}

const START: Mark = { ordinal: 0, at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

const MARK = {
	ordinal: testFeedbackMarks.ordinal,
	at: sql<string>`${testFeedbackMarks.submittedAt}::text`,
	id: testFeedbackMarks.feedbackId,
}

const markUpTo = async (db: Db, ordinal?: number): Promise<Mark> => {
	const [mark] = await db
		.select(MARK)
		.from(testFeedbackMarks)
		.where(ordinal === undefined ? undefined : lte(testFeedbackMarks.ordinal, ordinal))
		.orderBy(desc(testFeedbackMarks.ordinal))
		.limit(1)
	return mark ?? START
}

const countFeedback = async (db: Db): Promise<number> => {
	const mark = await markUpTo(db)
	return mark.ordinal + (await db.$count(testFeedback, afterPlace(mark)))
}

const markNext = async (db: Db, from: Mark, now: Date): Promise<Mark | undefined> => {
	const settled = lt(testFeedback.submittedAt, new Date(now.getTime() - SETTLED_MS))
	const next = db
		.select({ submittedAt: testFeedback.submittedAt, id: testFeedback.id })
		.from(testFeedback)
		.where(and(afterPlace(from), settled))
		.orderBy(testFeedback.submittedAt, testFeedback.id)
		.limit(BATCH)
	const set = await db
		.insert(testFeedbackMarks)
		.select(sql`
			select ${from.ordinal}::bigint + place, submitted_at, id
			from (select *, row_number() over (order by submitted_at, id) as place from ${next} as next) as placed
			where place % ${STEP} = 0`)
		.onConflictDoUpdate({
			target: testFeedbackMarks.ordinal,
			set: { submittedAt: sql`excluded.submitted_at`, feedbackId: sql`excluded.feedback_id` },
		})
		.returning(MARK)
	return set.toSorted((one, other) => other.ordinal - one.ordinal)[0]
}

const markFrom = async (
	db: Db,
	from: Mark,
	now: Date,
	ending: AbortSignal,
): Promise<Mark | null> => {
	const breathe = createYield()
	let last = from
	for (;;) {
		const next = await markNext(db, last, now)
		if (next === undefined) return last
		last = next
		if (ending.aborted) return null
		await breathe()
	}
}

export const markFeedback = async (db: Db, now: Date, ending: AbortSignal): Promise<void> => {
	await markFrom(db, await markUpTo(db), now, ending)
}

/** Recomputes all marks, to include entries that arrived late with older timestamps. */
export const renewMarks = async (db: Db, now: Date, ending: AbortSignal): Promise<void> => {
	const last = await markFrom(db, START, now, ending)
	if (last === null) return
	await db.delete(testFeedbackMarks).where(gt(testFeedbackMarks.ordinal, last.ordinal))
}

interface Part {
	readonly where: SQL | undefined
	readonly direction: 'ASC' | 'DESC'
	readonly limit: number
	readonly offset?: number
}

/** Selects ids only, so skipped rows cost just an index scan. */
const placesOf = (db: Db, { where, direction, limit, offset = 0 }: Part) => {
	const order = direction === 'ASC' ? asc : desc
	return db
		.select({ id: testFeedback.id })
		.from(testFeedback)
		.where(where)
		.orderBy(order(testFeedback.submittedAt), order(testFeedback.id))
		.limit(limit)
		.offset(offset)
		.as('places')
}

const guessesOf = (db: Db) =>
	db
		.select({
			correct: sql`count(*) filter (where ${testGuesses.correct})`.mapWith(Number).as('correct'),
			total: sql`count(*)`.mapWith(Number).as('total'),
		})
		.from(testGuesses)
		.where(eq(testGuesses.sessionId, testFeedback.sessionId))
		.as('guesses')

const rowsOf = (db: Db, part: Part) => {
	const places = placesOf(db, part)
	const guesses = guessesOf(db)
	const order = part.direction === 'ASC' ? asc : desc
	return db
		.select({
			id: testFeedback.id,
			at: sql<string>`${testFeedback.submittedAt}::text`,
			sessionId: testFeedback.sessionId,
			feedbackText: testFeedback.text,
			submittedAt: testFeedback.submittedAt,
			candidate1: testSessions.candidate1,
			candidate2: testSessions.candidate2,
			completedAt: testSessions.completedAt,
			correct: guesses.correct,
			total: guesses.total,
		})
		.from(places)
		.innerJoin(testFeedback, eq(testFeedback.id, places.id))
		.innerJoin(testSessions, eq(testSessions.id, testFeedback.sessionId))
		.innerJoinLateral(guesses, sql`true`)
		.orderBy(order(testFeedback.submittedAt), order(testFeedback.id))
}

type FeedbackRow = Awaited<ReturnType<typeof rowsOf>>[number]

const toRecord = ({ id, sessionId, feedbackText, submittedAt, ...row }: FeedbackRow) => ({
	id,
	sessionId,
	feedbackText,
	submittedAt: submittedAt.toISOString(),
	testResult: {
		candidate1Name: row.candidate1.name,
		candidate2Name: row.candidate2.name,
		correctGuesses: row.correct,
		totalPolicies: row.total,
		accuracyPercentage: accuracyOf(row.correct, row.total),
		completed: row.completedAt !== null,
	},
})

interface Found {
	readonly record: ReturnType<typeof toRecord>
	readonly place: Place
}

const readFeedback = async (db: Db, part: Part): Promise<Found[]> =>
	(await rowsOf(db, part)).map((row) => ({
		record: toRecord(row),
		place: { at: row.at, id: row.id },
	}))

type Row = typeof feedback.page
type Query = HandlerInput<Row>['query']

/** Converts a page to an offset from the oldest entry. Pages in descending order count from the end. */
const windowOf = ({ page, size, sortDirection }: Query, total: number) => {
	const skipped = Math.min(page * size, total)
	const count = Math.min(size, total - skipped)
	return { from: sortDirection === 'ASC' ? skipped : total - skipped - count, count }
}

/** Reads a page of feedback with test results. Counting starts at the nearest mark, so all pages take equal time. */
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

type Direction = HandlerInput<typeof feedback.export>['query']['sortDirection']

const EXPORT_BATCH = 1000

const toCsv = (rows: string[][]): string => Papa.unparse(rows, CSV_FORM) + CSV_FORM.newline

const HEAD = BYTE_ORDER_MARK + toCsv([[...FEEDBACK_COLUMNS]])

/** Keeps no transaction open between batches. */
const batchesOf = async function* (db: Db, direction: Direction) {
	const [newest] = await readFeedback(db, { where: undefined, direction: 'DESC', limit: 1 })
	if (newest === undefined) return
	const end = upToPlace(newest.place)
	let rest = end
	for (;;) {
		const found = await readFeedback(db, { where: rest, direction, limit: EXPORT_BATCH })
		const last = found.at(-1)
		if (last === undefined) return
		yield found.map(({ record }) => record)
		rest = direction === 'ASC' ? (and(afterPlace(last.place), end) ?? end) : beforePlace(last.place)
	}
}

/** Streams all feedback as CSV in batches, so memory use is constant. */
export const exportFeedback = async function* (
	{ db }: { readonly db: Db },
	{ query }: Pick<HandlerInput<typeof feedback.export>, 'query'>,
): AsyncGenerator<string> {
	let head = HEAD
	for await (const records of batchesOf(db, query.sortDirection)) {
		// Sent with the first rows, so that an error while reading those is still a normal error response.
		yield head + toCsv(records.map(feedbackCells))
		head = ''
	}
	if (head !== '') yield head
}
