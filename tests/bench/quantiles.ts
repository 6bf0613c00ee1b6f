/** Quantile with linear interpolation. */
const quantile = (figures: readonly number[], share: number): number => {
	const sorted = figures.toSorted((a, b) => a - b)
	const at = (sorted.length - 1) * share
	const [low = Number.NaN, high = low] = sorted.slice(Math.floor(at), Math.floor(at) + 2)
	return low + (high - low) * (at - Math.floor(at))
}

/** The median. */
export const median = (figures: readonly number[]): number => quantile(figures, 0.5)

/** The 10th percentile. */
export const p10 = (figures: readonly number[]): number => quantile(figures, 0.1)

/** The 90th percentile. */
export const p90 = (figures: readonly number[]): number => quantile(figures, 0.9)

/** The 95th percentile. */
export const p95 = (figures: readonly number[]): number => quantile(figures, 0.95)

/** The 99th percentile. */
export const p99 = (figures: readonly number[]): number => quantile(figures, 0.99)

/** Formats milliseconds for a table. */
export const ms = (figure: number): string => figure.toFixed(1)
