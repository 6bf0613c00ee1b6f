import { and, desc, gt, lt, lte, sql } from 'drizzle-orm'
import { createBreathing } from '../../breathing.ts'
import { testFeedback, testFeedbackMarks } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { afterPlace, type Place } from './feedback-places.ts'

/** Every so many feedback there is a mark. */
const STEP = 1000
/** So many feedback are looked through at a time: a database in this process lets nobody else have a turn meanwhile. */
const BATCH = 20 * STEP
/** What is younger may still get a neighbour before it, of another process or one that has not committed. */
const SETTLED_MS = 300_000

/** The place of a feedback that is known to have so many up to it, itself included. */
interface Mark extends Place {
	readonly ordinal: number
}

const START: Mark = { ordinal: 0, at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

const MARK = {
	ordinal: testFeedbackMarks.ordinal,
	at: sql<string>`${testFeedbackMarks.submittedAt}::text`,
	id: testFeedbackMarks.feedbackId,
}

/** The last mark, or the last up to an ordinal; the very beginning where there is none. */
export const markUpTo = async (db: Db, ordinal?: number): Promise<Mark> => {
	const [mark] = await db
		.select(MARK)
		.from(testFeedbackMarks)
		.where(ordinal === undefined ? undefined : lte(testFeedbackMarks.ordinal, ordinal))
		.orderBy(desc(testFeedbackMarks.ordinal))
		.limit(1)
	return mark ?? START
}

/** How many feedback there are. */
export const countFeedback = async (db: Db): Promise<number> => {
	const mark = await markUpTo(db)
	return mark.ordinal + (await db.$count(testFeedback, afterPlace(mark)))
}

/** Marks the next of the settled feedback. @returns the last mark that it set; undefined where there was none to set. */
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

/** Sets marks from a place on. @returns the last one; null where it was ended before. */
const markFrom = async (
	db: Db,
	from: Mark,
	now: Date,
	ending: AbortSignal,
): Promise<Mark | null> => {
	const breathe = createBreathing()
	let last = from
	for (;;) {
		const next = await markNext(db, last, now)
		if (next === undefined) return last
		last = next
		if (ending.aborted) return null
		await breathe()
	}
}

/** Sets marks among the feedback that came since the last one. */
export const markFeedback = async (db: Db, now: Date, ending: AbortSignal): Promise<void> => {
	await markFrom(db, await markUpTo(db), now, ending)
}

/**
 * Sets every mark anew, so that feedback that came late among older ones, of a host with a wrong clock, is counted too.
 * Each mark is right or as it was at any moment; a page is read meanwhile as before.
 */
export const renewMarks = async (db: Db, now: Date, ending: AbortSignal): Promise<void> => {
	const last = await markFrom(db, START, now, ending)
	if (last === null) return
	await db.delete(testFeedbackMarks).where(gt(testFeedbackMarks.ordinal, last.ordinal))
}
