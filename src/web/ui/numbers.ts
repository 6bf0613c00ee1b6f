import { locale } from '#web/texts/language.ts'
import { lazily } from './lazily.ts'

const whole = lazily(() => new Intl.NumberFormat(locale(), { maximumFractionDigits: 0 }))

/** A whole number as the page's language writes it: "10,000". */
export const numberText = (count: number): string => whole().format(count)
