import type { TestSummary } from '#domain/test-summary.ts'
import { figureTexts } from './figures.ts'

/** A result in words to be passed on: figures only, and where to take the test. */
export const shareText = (summary: TestSummary, address: string): string => {
	const { totals, accuracy } = figureTexts(summary)
	return `I matched ${totals} policies to the right candidate (${accuracy}) in the policy knowledge test. How many can you match? ${address}`
}
