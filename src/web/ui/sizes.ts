import { locale } from '#web/texts/language.ts'

const KB = 1024
const MB = KB * KB
const TENTHS = new Intl.NumberFormat(locale(), {
	minimumFractionDigits: 1,
	maximumFractionDigits: 1,
})

/** A number of bytes in words, rounded: "48 KB", "1.2 MB". */
export const sizeText = (bytes: number): string =>
	bytes < MB ? `${Math.max(1, Math.round(bytes / KB))} KB` : `${TENTHS.format(bytes / MB)} MB`
