import { locale } from '#web/texts/language.ts'

const ONE_DECIMAL = new Intl.NumberFormat(locale(), {
	minimumFractionDigits: 1,
	maximumFractionDigits: 1,
})

/** A score of 0 to 10 as it is read, with one decimal; cut rather than rounded, so that what is below a mark reads so. */
export const scoreText = (score: number): string =>
	ONE_DECIMAL.format(Math.floor(score * 10 + 1e-9) / 10)
