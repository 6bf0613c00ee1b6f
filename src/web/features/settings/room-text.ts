import { locale } from '#web/texts/language.ts'
import { sizeText } from '#web/ui/sizes.ts'

const GB = 1024 ** 3
const TENTHS = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 })

/** A number of bytes in words, up to whole disks: "48 KB", "2.1 GB". */
export const roomText = (bytes: number): string =>
	bytes < GB ? sizeText(bytes) : `${TENTHS.format(bytes / GB)} GB`
