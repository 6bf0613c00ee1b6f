import { SCORE_MAX } from '#domain/policies.ts'

/** From which share of the most on a score is called what. */
const BANDS = [
	['good', 0.8],
	['fair', 0.6],
	['weak', 0.4],
] as const

export type Band = (typeof BANDS)[number][0] | 'poor'

/** The colour band of a score of 0 to 10, more being better: cut at 80, 60 and 40 percent of the most. */
export const scoreBand = (score: number): Band =>
	BANDS.find(([, from]) => score >= from * SCORE_MAX)?.[0] ?? 'poor'

/** The class of each band's colour. */
export const BAND_LOOKS: Readonly<Record<Band, string>> = {
	good: 'text-success',
	fair: 'text-primary',
	weak: 'text-warning',
	poor: 'text-error',
}
