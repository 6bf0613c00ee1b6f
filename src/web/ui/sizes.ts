import { locale } from '#web/texts/language.ts'
import { lazily } from './lazily.ts'

const KB = 1024
const MB = KB * KB
const tenths = lazily(
	() => new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)

/** A number of bytes in words, rounded: "48 KB", "1.2 MB". */
export const sizeText = (bytes: number): string =>
	bytes < MB ? `${Math.max(1, Math.round(bytes / KB))} KB` : `${tenths().format(bytes / MB)} MB`
