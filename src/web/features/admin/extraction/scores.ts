import { SCORE_MAX } from '#domain/policies.ts'
import { type Band, scoreBand } from '../policies/score-band.ts'

/** The class of the bar of a band. */
export const BAND_ACCENTS: Readonly<Record<Band, string>> = {
	good: 'accent-success',
	fair: 'accent-primary',
	weak: 'accent-warning',
	poor: 'accent-error',
}

/** The band of a score. @param lowIsGood of bias: none of it is best. */
export const bandOf = (score: number, lowIsGood: boolean): Band =>
	scoreBand(lowIsGood ? SCORE_MAX - score : score)
