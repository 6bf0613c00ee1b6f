import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Sent } from '#contract/endpoint.ts'
import type { policyExtraction } from '#contract/policy-extraction.ts'
import { EXTRACTION_DAYS } from '#domain/extraction-limits.ts'
import type { Deps } from '../../context.ts'
import { rowId } from '../../db/ids.ts'
import { type ExtractionOutcome, extractions, policySources } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { notFound } from '../../http/service-error.ts'
import { getManagedCandidate } from '../candidates/managed.ts'
import { failedOutcome } from './result.ts'

type Rows = typeof policyExtraction
export type SentExtraction = Sent<Rows['get']>
type Context = Pick<Deps, 'db'> & { readonly now: Date }

const DAY_MS = 86_400_000
/** One that no process has worked on for so long has lost its process. */
const LOST_MS = 60_000
export const INTERRUPTED = 'The extraction was interrupted'

/** One that no process has worked on since this moment is worked on by none. */
export const aliveSince = (now: Date): Date => new Date(now.getTime() - LOST_MS)
/** The newest so many are listed. */
const MOST_LISTED = 20

/** Before this moment, what nobody saved is no longer kept. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - EXTRACTION_DAYS * DAY_MS)

const COLUMNS = {
	id: extractions.id,
	candidateId: extractions.candidateId,
	status: extractions.status,
	stage: extractions.stage,
	done: extractions.done,
	total: extractions.total,
	kind: extractions.kind,
	source: extractions.label,
	createdAt: extractions.createdAt,
	savedAt: extractions.savedAt,
	aliveAt: extractions.aliveAt,
	title: policySources.title,
	policyCount: sql<number>`coalesce(jsonb_array_length(${extractions.result} -> 'policies'), 0)::int`,
}

interface Row extends Omit<SentExtraction, 'createdAt' | 'savedAt' | 'result'> {
	readonly createdAt: Date
	readonly savedAt: Date | null
	readonly aliveAt: Date
}

const tell = (
	{ aliveAt, createdAt, savedAt, ...row }: Row,
	result: ExtractionOutcome | null,
	now: Date,
): SentExtraction => {
	const lost = row.status === 'RUNNING' && aliveAt < aliveSince(now)
	const at = { createdAt: createdAt.toISOString(), savedAt: savedAt?.toISOString() ?? null }
	const told = { ...row, ...at, result }
	if (!lost) return told
	const why = failedOutcome(String(row.id), INTERRUPTED)
	return { ...told, status: 'FAILED', stage: null, result: result ?? why }
}

const find = (db: Db) =>
	db
		.select({ ...COLUMNS, result: extractions.result })
		.from(extractions)
		.leftJoin(policySources, eq(policySources.id, extractions.sourceId))

/** An extraction with its result; 404 where there is none. */
export const getExtraction = async ({ db, now }: Context, id: string): Promise<SentExtraction> => {
	const [row] = await find(db).where(eq(extractions.id, rowId(id)))
	if (row === undefined) throw notFound()
	const { result, ...rest } = row
	return tell(rest, result, now)
}

/** Extractions of a candidate that are under way or wait to be saved, newest first, without their results. */
export const openExtractions = async (
	{ db, now }: Context,
	candidateId: string,
): Promise<SentExtraction[]> => {
	const { id } = await getManagedCandidate(db, candidateId)
	const rows = await db
		.select(COLUMNS)
		.from(extractions)
		.leftJoin(policySources, eq(policySources.id, extractions.sourceId))
		.where(
			and(
				eq(extractions.candidateId, String(id)),
				isNull(extractions.savedAt),
				gt(extractions.createdAt, keptSince(now)),
				inArray(extractions.status, ['RUNNING', 'SUCCESS', 'WARNINGS']),
			),
		)
		.orderBy(desc(extractions.createdAt), desc(extractions.id))
		.limit(MOST_LISTED)
	return rows.map((row) => ({ ...tell(row, null, now), result: null }))
}

/** The source of an extraction as it is stored; 404 where there is none, or it was not read yet. */
export const getExtractionSource = async (db: Db, id: string): Promise<Sent<Rows['source']>> => {
	const [row] = await db
		.select({
			text: policySources.text,
			blocks: policySources.blocks,
			title: policySources.title,
			url: policySources.url,
		})
		.from(extractions)
		.innerJoin(policySources, eq(policySources.id, extractions.sourceId))
		.where(eq(extractions.id, rowId(id)))
	if (row === undefined) throw notFound()
	return { ...row, blocks: [...row.blocks] }
}

/** Cancels an extraction that is under way: whichever process works on it sees that, and stops. One that has ended is not offered again. */
export const cancelExtraction = async (db: Db, id: string): Promise<Record<string, never>> => {
	const rows = await db
		.update(extractions)
		.set({ status: 'CANCELLED', stage: null })
		.where(and(eq(extractions.id, rowId(id)), ne(extractions.status, 'CANCELLED')))
		.returning({ id: extractions.id })
	if (rows.length > 0) return {}
	if ((await db.$count(extractions, eq(extractions.id, rowId(id)))) === 0) throw notFound()
	return {}
}

/** Whether extraction works, and who puts the statements into words. */
export const readHealth = async ({
	db,
	extractor,
	now,
}: Context & Pick<Deps, 'extractor'>): Promise<Sent<Rows['health']>> => ({
	status: 'UP',
	engine: extractor.model === null ? 'BUILT_IN' : 'MODEL',
	model: extractor.model?.name ?? null,
	running: await db.$count(
		extractions,
		and(eq(extractions.status, 'RUNNING'), gt(extractions.aliveAt, aliveSince(now))),
	),
})
