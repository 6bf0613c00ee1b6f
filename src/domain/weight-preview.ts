import type { Attempt } from './attempt.ts'
import { CATEGORY_WEIGHT_DEFAULT, IMPORTANCE_DEFAULT } from './constants.ts'
import { type Alignment, scoreAttempt } from './score.ts'

/** A weight is exact to ten-thousandths, the unit in which the score adds them. */
export const statementWeight = (importance: number, categoryWeight: number): number =>
	Math.round(importance * categoryWeight * 10_000) / 10_000

/** What each category counts, by its code. */
export type CategoryWeights = Readonly<Record<string, number>>

/** An attempt with what its score needs besides. */
export interface ScoredAttempt {
	readonly attempt: Attempt
	readonly candidateIds: readonly string[]
	readonly seed: string
}

/** What other weights do to some results. */
export interface WeightEffect {
	readonly attempts: number
	/** In how many somebody else is first. */
	readonly otherFirst: number
	/** In how many any candidate has another rank. */
	readonly otherOrder: number
	/** Of all percentages, in percentage points. */
	readonly meanChange: number
	readonly largestChange: number
}

const weigh = (attempt: Attempt, weights: CategoryWeights): Attempt => ({
	...attempt,
	statements: attempt.statements.map((statement) => ({
		...statement,
		weight: statementWeight(
			statement.importance ?? IMPORTANCE_DEFAULT,
			weights[statement.category ?? ''] ?? CATEGORY_WEIGHT_DEFAULT,
		),
	})),
})

/** The ranks of candidates in an order that is always the same. */
const ranksOf = (alignments: readonly Alignment[], upTo = Number.POSITIVE_INFINITY): string =>
	alignments
		.flatMap(({ candidateId, rank }) =>
			rank === null || rank > upTo ? [] : [`${candidateId} ${rank}`],
		)
		.toSorted()
		.join('\n')

const changesOf = (before: readonly Alignment[], after: readonly Alignment[]): number[] => {
	const old = new Map(before.map(({ candidateId, percentage }) => [candidateId, percentage]))
	return after.flatMap(({ candidateId, percentage }) => {
		const was = old.get(candidateId)
		return percentage === null || was === null || was === undefined
			? []
			: [Math.abs(percentage - was)]
	})
}

/** What weights would do to results, scored with those of now and with the others by the one formula of the score. */
export const weightEffect = (
	scored: readonly ScoredAttempt[],
	now: CategoryWeights,
	other: CategoryWeights,
): WeightEffect => {
	let [otherFirst, otherOrder] = [0, 0]
	const changes: number[] = []
	for (const { attempt, candidateIds, seed } of scored) {
		const before = scoreAttempt(weigh(attempt, now), candidateIds, seed)
		const after = scoreAttempt(weigh(attempt, other), candidateIds, seed)
		if (ranksOf(before, 1) !== ranksOf(after, 1)) otherFirst += 1
		if (ranksOf(before) !== ranksOf(after)) otherOrder += 1
		changes.push(...changesOf(before, after))
	}
	const sum = changes.reduce((all, change) => all + change, 0)
	return {
		attempts: scored.length,
		otherFirst,
		otherOrder,
		meanChange: changes.length === 0 ? 0 : sum / changes.length,
		largestChange: changes.reduce((largest, change) => Math.max(largest, change), 0),
	}
}
