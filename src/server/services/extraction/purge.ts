import { and, eq, lt, notExists } from 'drizzle-orm'
import { extractions, policies, policySources } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { aliveSince, INTERRUPTED, keptSince } from './managed.ts'
import { failedOutcome } from './result.ts'

/** Writes down of extractions that have lost their process that they failed. */
const endLost = async (db: Db, now: Date): Promise<void> => {
	const isLost = and(eq(extractions.status, 'RUNNING'), lt(extractions.aliveAt, aliveSince(now)))
	const lost = await db.select({ id: extractions.id }).from(extractions).where(isLost)
	for (const { id } of lost) {
		await db
			.update(extractions)
			.set({ status: 'FAILED', stage: null, result: failedOutcome(id, INTERRUPTED) })
			.where(and(eq(extractions.id, id), isLost))
	}
}

/** Deletes extractions that are older than they are kept, and the sources that no policy and no extraction has any more. */
export const purgeExtractions = async (db: Db, now: Date): Promise<void> => {
	await endLost(db, now)
	const before = keptSince(now)
	await db.delete(extractions).where(lt(extractions.createdAt, before))
	const quoted = db
		.select({ id: policies.id })
		.from(policies)
		.where(eq(policies.sourceId, policySources.id))
	const kept = db
		.select({ id: extractions.id })
		.from(extractions)
		.where(eq(extractions.sourceId, policySources.id))
	await db
		.delete(policySources)
		.where(and(lt(policySources.createdAt, before), notExists(quoted), notExists(kept)))
}
