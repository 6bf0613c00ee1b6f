import { type CategoryConfig, categoryWeights } from '#contract/admin/category-weights.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/api.ts'
import { NOT_FOUND } from '../kit/errors.ts'

export const readConfigs = (
	signal?: AbortSignal,
): Promise<Result<readonly CategoryConfig[], Failure>> =>
	call(categoryWeights.configs, {}, { ...(signal && { signal }) })

/** Weight of one category, picked from the list because the server has no call for one. */
export const readConfig = async (code: string): Promise<Result<CategoryConfig, Failure>> => {
	const all = await readConfigs()
	if (!all.ok) return all
	const found = all.value.find(({ categoryCode }) => categoryCode === code)
	return found ? { ok: true, value: found } : { ok: false, error: NOT_FOUND }
}
