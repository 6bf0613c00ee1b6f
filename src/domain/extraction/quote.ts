/** Whether a quote stands in a source at an offset, to the letter. */
export const isVerbatim = (text: string, quote: string, start: number): boolean =>
	quote !== '' && Number.isInteger(start) && start >= 0 && text.startsWith(quote, start)

/**
 * Where a quote stands in a source, to the letter: the place nearest to the one expected, or null where it stands nowhere.
 * Whoever proposes, a quote that is not found is discarded.
 */
export const findQuote = (text: string, quote: string, near = 0): number | null => {
	if (quote.trim() === '') return null
	const behind = text.indexOf(quote, Math.max(0, near))
	const before = near > 0 ? text.lastIndexOf(quote, near) : -1
	if (behind < 0) return before < 0 ? null : before
	return before >= 0 && near - before < behind - near ? before : behind
}
