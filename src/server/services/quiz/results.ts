import { and, inArray, isNull } from 'drizzle-orm'
import type { Attempt } from '#domain/attempt.ts'
import { type Alignment, scoreAttempt } from '#domain/score.ts'
import { type ComparedCandidate, candidates } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import type { AttemptRow } from './attempts.ts'

/** A candidate's figures in an attempt, with the name to show. */
type Ranked = Alignment & Omit<ComparedCandidate, 'id'>

/**
 * Makes the results of some attempts, best candidate first. Candidates are called as they are today; as they were at the
 * start of the attempt where they have been deleted since.
 */
export const resultsOf = async (
	db: Db,
	rows: readonly AttemptRow[],
): Promise<(row: AttemptRow, attempt: Attempt) => Ranked[]> => {
	const ids = [...new Set(rows.flatMap((row) => row.candidates.map(({ id }) => id)))]
	const current = await db
		.select({ id: candidates.id, name: candidates.name, logo: candidates.logo })
		.from(candidates)
		.where(and(inArray(candidates.id, ids), isNull(candidates.deletedAt)))
	const today = new Map(current.map((shown) => [shown.id, shown]))
	return (row, attempt) => {
		const then = new Map(row.candidates.map((shown) => [shown.id, shown]))
		return scoreAttempt(attempt, [...then.keys()], row.seed).map((alignment) => {
			const shown = today.get(alignment.candidateId) ?? then.get(alignment.candidateId)
			return { ...alignment, name: shown?.name ?? '', logo: shown?.logo ?? null }
		})
	}
}
