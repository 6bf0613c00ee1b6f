import { type FairnessRun, samplingError } from '#domain/fairness.ts'
import { QUIZ_TYPES } from '#domain/types.ts'
import { atMost, type Figure, figure } from './figure.ts'
import { inParallel } from './pool.ts'

const VOTERS = 10_000

/**
 * How many standard errors a share may be off. 114 shares are looked at: at 3 standard errors chance alone would fail
 * every fourth choice of seeds (114 × 0.27 %), at 4.5 it fails one in about 1,300 (114 × 0.00068 %).
 */
const TOLERANCE = 4.5

/** Validated policies of the candidates. */
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

/** By how many standard errors the furthest of some shares is off from 1 / n. */
const furthest = ({ counts, voters }: FairnessRun, shares: readonly number[]): number => {
	if (shares.length !== counts.length) throw new Error('there is a share for each candidate')
	const n = counts.length
	return Math.max(...shares.map((share) => Math.abs(share - 1 / n) / samplingError(n, voters)))
}

/**
 * How often each candidate comes first when voters answer at random: 1 / n within the sampling error, however unequal the
 * numbers of validated policies are. Beside it, what asking every statement would give.
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
