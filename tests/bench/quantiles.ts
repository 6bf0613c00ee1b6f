/** The value below which a share of the figures lies, between the two nearest ones where it falls between. */
const quantile = (figures: readonly number[], share: number): number => {
	const sorted = figures.toSorted((a, b) => a - b)
	const at = (sorted.length - 1) * share
	const [low = Number.NaN, high = low] = sorted.slice(Math.floor(at), Math.floor(at) + 2)
	return low + (high - low) * (at - Math.floor(at))
}

/** Half of the figures are at most this. */
export const median = (figures: readonly number[]): number => quantile(figures, 0.5)

/** One of ten figures is at most this. */
export const p10 = (figures: readonly number[]): number => quantile(figures, 0.1)

/** Nine of ten figures are at most this. */
export const p90 = (figures: readonly number[]): number => quantile(figures, 0.9)

/** Nineteen of twenty figures are at most this. */
export const p95 = (figures: readonly number[]): number => quantile(figures, 0.95)

/** Ninety-nine of a hundred figures are at most this. */
export const p99 = (figures: readonly number[]): number => quantile(figures, 0.99)

/** Milliseconds as they stand in a table. */
export const ms = (figure: number): string => figure.toFixed(1)
