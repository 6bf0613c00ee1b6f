import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { categoryWeights as rows, WeightFields } from '#contract/admin/category-weights.ts'
import type { Sent } from '#contract/endpoint.ts'
import { weightEffect } from '#domain/fairness.ts'
import { PREVIEW_ATTEMPTS, PREVIEW_MIN_VOTERS, WEIGHT_SAME } from '#domain/policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import type { Db } from '../../db/open.ts'
import { attempts, categoryWeights } from '../../db/schema.ts'
import { fieldError, invalid, notFound } from '../../http/errors.ts'
import {
	type AdminContext,
	changeOnce,
	etagOf,
	guardVersion,
	nextVersion,
} from '../admin-shared/change.ts'
import { type Folded, foldAttempts } from '../quiz/attempts.ts'

type Row = typeof categoryWeights.$inferSelect
type SentConfig = Sent<typeof rows.setWeight>

const toConfig = (row: Row): SentConfig => ({
	categoryCode: row.category,
	currentWeight: row.weight,
	defaultWeight: row.defaultWeight,
	weightSource: row.source,
	lastUpdated: row.updatedAt.toISOString(),
	etag: etagOf(row.revised),
})

const byCategory = ({ category: a }: Row, { category: b }: Row): number =>
	POLICY_CATEGORIES.indexOf(a) - POLICY_CATEGORIES.indexOf(b)

export const listCategoryConfigs = async (db: Db): Promise<SentConfig[]> =>
	(await db.select().from(categoryWeights)).toSorted(byCategory).map(toConfig)

const weightsOf = (list: readonly Row[]): Record<string, number> =>
	Object.fromEntries(list.toSorted(byCategory).map(({ category, weight }) => [category, weight]))

export const readCategoryWeights = async (db: Db): Promise<Record<string, number>> =>
	weightsOf(await db.select().from(categoryWeights))

const snapshotOf = ({ weight, source }: Row) => ({ weight, reason: source })

/** Sets a weight for future attempts. @throws 400 if unchanged; 412 for another version. */
export const setCategoryWeight = (
	context: AdminContext,
	code: (typeof POLICY_CATEGORIES)[number],
	fields: WeightFields,
): Promise<SentConfig> =>
	changeOnce(context, { action: 'category.updated', target: code, body: fields }, async (tx) => {
		const own = eq(categoryWeights.category, code)
		const [row] = await tx.select().from(categoryWeights).where(own).for('update')
		if (row === undefined) throw notFound()
		guardVersion(context, row.revised)
		const { weight, reason: source } = fields
		if (Math.abs(weight - row.weight) <= WEIGHT_SAME) {
			throw invalid([fieldError('weight', 'weight-unchanged')])
		}
		const [changed] = await tx
			.update(categoryWeights)
			.set({ weight, source, updatedAt: context.now, ...nextVersion(categoryWeights) })
			.where(own)
			.returning()
		const after = changed as Row
		return {
			...{ target: code, name: code, told: toConfig(after) },
			...{ before: snapshotOf(row), after: snapshotOf(after) },
		}
	})

export const ALL_CATEGORIES = 'all'

const isFirst = ({ weight, defaultWeight, source }: Row): boolean =>
	weight === defaultWeight && source === null

/** Resets all categories to their default weights. If all are at their defaults, nothing is written. */
export const resetCategoryWeights = async (
	context: AdminContext,
): Promise<{ readonly weights: Record<string, number> }> => {
	const now = await context.db.select().from(categoryWeights)
	if (now.every(isFirst)) return { weights: weightsOf(now) }
	return changeOnce(context, { action: 'category.reset', target: ALL_CATEGORIES }, async (tx) => {
		const before = await tx
			.select()
			.from(categoryWeights)
			.orderBy(asc(categoryWeights.category))
			.for('update')
		const after = await tx
			.update(categoryWeights)
			.set({
				weight: sql`${categoryWeights.defaultWeight}`,
				source: null,
				updatedAt: context.now,
				...nextVersion(categoryWeights),
			})
			.returning()
		return {
			...{ target: ALL_CATEGORIES, name: ALL_CATEGORIES, told: { weights: weightsOf(after) } },
			...{ before: weightsOf(before), after: weightsOf(after) },
		}
	})
}

/** Previews a weight on the latest results of all voters. Null for few voters, to protect their privacy. */
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
