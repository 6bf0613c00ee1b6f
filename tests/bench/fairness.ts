import { type FairnessRun, samplingError } from '#domain/fairness.ts'
import { QUIZ_TYPES } from '#domain/types.ts'
import { atMost, type Figure, figure } from './figure.ts'
import { inParallel } from './pool.ts'

const VOTERS = 10_000

/**
 * Tolerated deviation in standard errors. With 114 shares, 3 standard errors would fail one in four seed choices by
 * chance (114 × 0.27 %), 4.5 fail about one in 1,300 (114 × 0.00068 %).
 */
const TOLERANCE = 4.5

const QUIZZES: Readonly<Record<string, readonly number[]>> = {
	'4 equal': [10, 10, 10, 10],
	'4 unequal': [3, 6, 12, 20],
	'2 unequal': [2, 30],
	'3, one with many': [5, 5, 40],
	'25 mixed': Array.from({ length: 25 }, (_, candidate) => 2 + ((candidate * 7) % 25)),
}

interface Case {
	readonly quiz: string
	readonly run: FairnessRun
}

const cases = (): Case[] =>
	Object.entries(QUIZZES).flatMap(([quiz, counts]) =>
		QUIZ_TYPES.flatMap((quizType) =>
			(['balanced', 'all'] as const).map((ask) => ({
				quiz,
				run: { quizType, counts, ask, voters: VOTERS, seed: `fairness/${quiz}/${quizType}` },
			})),
		),
	)

/** Largest deviation of a share from 1 / n, in standard errors. */
const furthest = ({ counts, voters }: FairnessRun, shares: readonly number[]): number => {
	if (shares.length !== counts.length) throw new Error('a share is missing')
	const n = counts.length
	return Math.max(...shares.map((share) => Math.abs(share - 1 / n) / samplingError(n, voters)))
}

/**
 * Measures how often each candidate comes first when voters answer at random. Expected: 1 / n within the sampling
 * error, for any policy counts. Compared with asking every statement.
 */
export const fairness = async (): Promise<Figure[]> => {
	const all = cases()
	const shares = await inParallel<FairnessRun, number[]>(
		new URL('./fairness-worker.ts', import.meta.url),
		all.map((each) => each.run),
	)
	return all.flatMap(({ quiz, run }, at) =>
		run.ask === 'balanced'
			? [
					figure({
						what: `${quiz}, ${run.quizType}: first places off 1/n`,
						unit: 'SE',
						value: furthest(run, shares[at] ?? []),
						by: `worst of ${run.counts.length}, ${VOTERS} voters`,
						floor: { name: 'all asked', value: furthest(run, shares[at + 1] ?? []) },
						goal: atMost(TOLERANCE),
					}),
				]
			: [],
	)
}
