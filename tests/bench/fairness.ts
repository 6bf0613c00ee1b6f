import { type FairnessRun, samplingError } from '#domain/fairness.ts'
import { QUIZ_TYPES } from '#domain/types.ts'
import { inParallel } from './pool.ts'
import { tableOf } from './table.ts'

const VOTERS = 100_000

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

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`
const signed = (value: number): string => {
	const text = value.toFixed(1)
	return Number(text) === 0 ? '0.0' : value > 0 ? `+${text}` : text
}

const rowsOf = ({ quiz, run }: Case, balanced: readonly number[], all: readonly number[]) => {
	const n = run.counts.length
	const error = samplingError(n, run.voters)
	return run.counts.map((count, candidate) => {
		const off = ((balanced[candidate] ?? 0) - 1 / n) / error
		const cells = [
			`${quiz}, ${run.quizType}`,
			count,
			percent(1 / n),
			percent(balanced[candidate] ?? 0),
			signed(off),
			percent(error),
			percent(all[candidate] ?? 0),
		]
		return { cells, off: Math.abs(off) }
	})
}

/**
 * How often each candidate comes first when 100,000 voters answer at random: 1 / n within the sampling error, however
 * unequal the numbers of validated policies are. Beside it, what asking every statement would give.
 * @returns whether no share is further off than chance explains.
 */
export const fairness = async (): Promise<boolean> => {
	const all = cases()
	const shares = await inParallel<FairnessRun, number[]>(
		new URL('./fairness-worker.ts', import.meta.url),
		all.map((each) => each.run),
	)
	const rows = all.flatMap((each, index) =>
		each.run.ask === 'balanced' ? rowsOf(each, shares[index] ?? [], shares[index + 1] ?? []) : [],
	)
	const headings = ['quiz', 'policies', '1/n', 'balanced', 'off by (SE)', 'SE', 'all asked']
	console.log(
		tableOf(
			headings,
			rows.map((row) => row.cells),
		),
	)
	const worst = Math.max(...rows.map((row) => row.off))
	console.log(
		`\n${VOTERS.toLocaleString('en')} voters a quiz, ${rows.length} shares; the furthest is ${worst.toFixed(1)} standard errors (SE) off, ${TOLERANCE} are allowed.`,
	)
	return worst <= TOLERANCE
}
