import { locale } from '#web/texts/language.ts'

const ONE_DECIMAL = new Intl.NumberFormat(locale(), {
	minimumFractionDigits: 1,
	maximumFractionDigits: 1,
})

/** A score of 0 to 10 with one decimal, rounded half up. */
export const scoreText = (score: number): string => ONE_DECIMAL.format(score)
