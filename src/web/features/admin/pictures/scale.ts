const POWERS = Array.from({ length: 8 }, (_, power) => 10 ** power)

/** How far the lines of a scale of whole numbers may be apart: nothing is half a record. */
export const WHOLE_STEPS: readonly number[] = POWERS.flatMap((power) => [
	power,
	2 * power,
	5 * power,
])

/** Where the scale of some counts ends: a little beyond the largest, and never at nothing. */
export const scaleEnd = (counts: readonly number[]): number => Math.max(1, ...counts) * 1.05
