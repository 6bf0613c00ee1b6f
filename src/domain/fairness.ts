import { createRandom, drawBalanced, type Random, shuffle } from './draw.ts'
import { CATEGORY_WEIGHT_DEFAULT, IMPORTANCE_DEFAULT } from './limits.ts'
import { type Attempt, answerRange, picksNeeded } from './quiz.ts'
import { type Alignment, FORMULA_VERSION, scoreAttempt } from './score.ts'
import type { QuizType, Statement } from './types.ts'

export interface FairnessRun {
	readonly quizType: QuizType
	readonly counts: readonly number[]
	readonly voters: number
	readonly seed: string
	/** balanced: the same number per candidate, as in a quiz. all: every statement, for comparison. */
	readonly ask?: 'balanced' | 'all'
	readonly weightOf?: (candidate: number, index: number) => number
}

const randomSelection = (ids: readonly string[], random: Random): string[] => {
	const needed = picksNeeded(ids.length)
	// At least half of the subsets are large enough from twelve statements on; the limit matters for tiny quizzes only.
	for (let tries = 0; tries < 1000; tries++) {
		const picked = ids.filter(() => random.below(2) === 1)
		if (picked.length >= needed) return picked
	}
	return shuffle(ids, random).slice(0, needed)
}

export const randomVoter = (
	quizType: QuizType,
	statements: readonly Statement[],
	random: Random,
): Attempt => {
	const ids = statements.map((statement) => statement.policyId)
	const base = { quizType, status: 'COMPLETED', statements, formula: FORMULA_VERSION } as const
	if (quizType === 'POLICY_PICK') {
		return { ...base, answers: {}, selection: randomSelection(ids, random) }
	}
	const { least, most } = answerRange(quizType)
	const value = (): number => least + random.below(most - least + 1)
	return { ...base, answers: Object.fromEntries(ids.map((id) => [id, value()])), selection: null }
}

/**
 * Share of first places per candidate (0 to 1) when voters answer at random; ties count in equal parts.
 * In a fair quiz every share is 1 / n within the sampling error.
 */
export const firstPlaceShares = (run: FairnessRun): number[] => {
	const random = createRandom(run.seed)
	const ids = run.counts.map((_, candidate) => `c${candidate}`)
	const pools = run.counts.map((count, candidate) => ({
		candidateId: `c${candidate}`,
		items: Array.from(
			{ length: count },
			(_, index): Statement => ({
				policyId: `c${candidate}/${index}`,
				candidateId: `c${candidate}`,
				text: '',
				weight: run.weightOf?.(candidate, index) ?? 1,
			}),
		),
	}))
	const all = pools.flatMap((pool) => pool.items)
	const wins = new Map(ids.map((id) => [id, 0]))
	for (let voter = 0; voter < run.voters; voter++) {
		const seed = `${run.seed}/${voter}`
		const statements = run.ask === 'all' ? all : drawBalanced(pools, seed, (item) => item.policyId)
		const scores = scoreAttempt(randomVoter(run.quizType, statements, random), ids, seed)
		const first = scores.filter((score) => score.rank === 1)
		for (const score of first) {
			wins.set(score.candidateId, (wins.get(score.candidateId) ?? 0) + 1 / first.length)
		}
	}
	return ids.map((id) => (wins.get(id) ?? 0) / run.voters)
}

/** Standard error of a share of 1 / n (binomial; an upper bound if ties are split). */
export const samplingError = (candidates: number, voters: number): number =>
	Math.sqrt(((1 / candidates) * (1 - 1 / candidates)) / voters)

/** With two dozen candidates, chance exceeds three standard errors in one run of fifteen. */
const BEYOND_ERRORS = 3

export const isBeyondChance = (share: number, candidates: number, error: number): boolean =>
	Math.abs(share - 1 / candidates) > BEYOND_ERRORS * error

/** Weight of a statement, rounded to ten-thousandths, the unit that the score adds up. */
export const statementWeight = (importance: number, categoryWeight: number): number =>
	Math.round(importance * categoryWeight * 10_000) / 10_000

export type CategoryWeights = Readonly<Record<string, number>>

export interface ScoredAttempt {
	readonly attempt: Attempt
	readonly candidateIds: readonly string[]
	readonly seed: string
}

export interface WeightEffect {
	readonly attempts: number
	readonly otherFirst: number
	readonly otherOrder: number
	/** Changes of percentages, in percentage points. */
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
