import type { PageOf } from '#contract/paging.ts'
import { fold, matchesSearch } from '#domain/jurisdiction.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { isLacking } from '../faults.ts'

/**
 * A page of a list, or, from a server that has no pages, the whole list as the specification has it.
 * @param keep which rows were asked for: such a server neither searches nor filters.
 */
export const orWhole = async <Row>(
	paged: Result<PageOf<Row>, Failure>,
	whole: () => Promise<Result<readonly Row[], Failure>>,
	keep: (row: Row) => boolean,
): Promise<Result<PageOf<Row>, Failure>> => {
	if (paged.ok || !isLacking(paged.error)) return paged
	const all = await whole()
	if (!all.ok) return all
	const rows = all.value.filter(keep)
	return { ok: true, value: { rows, next: null, total: rows.length } }
}

/** Whether every word of a search occurs in one of a row's texts. */
export const mentions = (search: string, texts: readonly (string | null)[]): boolean =>
	matchesSearch(search)(fold(texts.filter(Boolean).join(' ')))
