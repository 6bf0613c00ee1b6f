import type { QuizPreview } from '#contract/manage-quizzes.ts'
import { isBeyondChance } from '#domain/fairness.ts'

/** So many standard errors a figure is off by chance alone in 19 cases of 20. */
const USUAL = 1.96

/** What the shares of a preview are held against. */
export interface Fairness {
	/** 1/n: what everyone would have. */
	readonly expected: number
	/** By how much chance alone usually moves a share. */
	readonly error: number
	/** Who comes first more or less often than chance explains. */
	readonly outliers: readonly string[]
	/** What fills the whole width of a bar. */
	readonly scale: number
}

/** Reads a preview's shares; null where there are none. */
export const fairnessOf = ({ candidates, samplingError }: QuizPreview): Fairness | null => {
	const shares = candidates.flatMap(({ firstPlaceShare }) =>
		firstPlaceShare === null ? [] : [firstPlaceShare],
	)
	if (samplingError === null || shares.length === 0) return null
	const expected = 1 / candidates.length
	const outliers = candidates.filter(
		({ firstPlaceShare }) =>
			firstPlaceShare !== null && isBeyondChance(firstPlaceShare, candidates.length, samplingError),
	)
	return {
		expected,
		error: USUAL * samplingError,
		outliers: outliers.map(({ name }) => name),
		// Twice the expected stands at the end, so that the line in the middle is where everyone should be.
		scale: Math.max(2 * expected, ...shares),
	}
}
