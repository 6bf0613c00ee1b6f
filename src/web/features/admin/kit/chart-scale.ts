/** End of the scale: a little beyond the largest count, and never 0. */
export const scaleEnd = (counts: readonly number[]): number => Math.max(1, ...counts) * 1.05
