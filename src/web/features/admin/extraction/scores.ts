import { SCORE_MAX } from '#domain/policies.ts'
import { type Band, scoreBand } from '../policies/score-band.ts'

/** What the words and the bar of a band look like. */
export const BAND_LOOKS: Readonly<
	Record<Band, { readonly text: string; readonly accent: string }>
> = {
	good: { text: 'text-success', accent: 'accent-success' },
	fair: { text: 'text-primary', accent: 'accent-primary' },
	weak: { text: 'text-warning', accent: 'accent-warning' },
	poor: { text: 'text-error', accent: 'accent-error' },
}

/** The band of a score. @param lowIsGood of bias: none of it is best. */
export const bandOf = (score: number, lowIsGood: boolean): Band =>
	scoreBand(lowIsGood ? SCORE_MAX - score : score)
