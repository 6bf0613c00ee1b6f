import { locale } from '#web/texts/language.ts'

const WHOLE = new Intl.NumberFormat(locale(), { maximumFractionDigits: 0 })

/** A whole number as the page's language writes it: "10,000". */
export const numberText = (count: number): string => WHOLE.format(count)
