import { locale } from '#web/texts/language.ts'

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
const PERCENT = new Intl.NumberFormat(locale(), { ...ONE_DECIMAL, style: 'percent' })
const POINTS = new Intl.NumberFormat(locale(), ONE_DECIMAL)

/** A share from 0 to 1 with one decimal: "25.3%". */
export const shareText = (share: number): string => PERCENT.format(share)

/** A difference of shares in percentage points with one decimal: "1.9". */
export const pointsText = (difference: number): string =>
	POINTS.format(Number((100 * difference).toPrecision(12)))
