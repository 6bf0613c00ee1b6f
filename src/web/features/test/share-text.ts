import type { TestSummary } from '#domain/test-summary.ts'
import { testEnd } from '#web/texts/test-end.ts'
import { figureTexts } from './figures.ts'

/** A result in words to be passed on: figures only, and where to take the test. */
export const shareText = (summary: TestSummary, address: string): string => {
	const { totals, accuracy } = figureTexts(summary)
	return testEnd.shareText(totals, accuracy, address)
}
