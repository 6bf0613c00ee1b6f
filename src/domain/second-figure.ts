import type { Attempt } from './quiz.ts'
import { type Alignment, scoreAttempt } from './score.ts'
import type { Statement } from './types.ts'

/**
 * Scores an attempt with changed weights, as a second figure beside the stored one.
 * @param factorOf multiplies a statement's weight: 0 leaves the statement out, 2 counts it twice.
 */
export const rescore = (
	attempt: Attempt,
	candidateIds: readonly string[],
	seed: string,
	factorOf: (statement: Statement) => number,
): Alignment[] => {
	const statements = attempt.statements.flatMap((statement) => {
		const factor = factorOf(statement)
		return factor === 0 ? [] : [{ ...statement, weight: statement.weight * factor }]
	})
	const kept = new Set(statements.map(({ policyId }) => policyId))
	const selection = attempt.selection?.filter((id) => kept.has(id)) ?? null
	return scoreAttempt({ ...attempt, statements, selection }, candidateIds, seed)
}
