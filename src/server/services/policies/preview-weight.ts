import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { categoryWeights as rows } from '#contract/category-weights.ts'
import type { Sent } from '#contract/endpoint.ts'
import { PREVIEW_ATTEMPTS, PREVIEW_MIN_VOTERS } from '#domain/policies.ts'
import { weightEffect } from '#domain/weight-preview.ts'
import { attempts } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { type Folded, foldAttempts } from '../quiz/attempts.ts'
import { readCategoryWeights } from './category-weights.ts'

/**
 * What another weight of a category would do to the newest results, whoever's they are: figures over all of them, and
 * nothing where they are those of so few voters that somebody's own could be told.
 */
export const previewWeight = async (
	db: Db,
	code: string,
	weight: number,
): Promise<Sent<typeof rows.preview>> => {
	const newest = await db
		.select()
		.from(attempts)
		.where(and(eq(attempts.status, 'COMPLETED'), isNotNull(attempts.completedAt)))
		.orderBy(desc(attempts.completedAt), desc(attempts.id))
		.limit(PREVIEW_ATTEMPTS)
	if (new Set(newest.map(({ userId }) => userId)).size < PREVIEW_MIN_VOTERS) return { effect: null }
	const folded = await foldAttempts(db, newest)
	const scored = newest.map(({ candidates, seed }, index) => ({
		attempt: folded[index] as Folded,
		candidateIds: candidates.map(({ id }) => id),
		seed,
	}))
	const now = await readCategoryWeights(db)
	return { effect: weightEffect(scored, now, { ...now, [code]: weight }) }
}
