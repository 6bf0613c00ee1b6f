/** Formats a text table with right-aligned numbers. */
export const tableOf = (
	headings: readonly string[],
	rows: readonly (readonly (string | number)[])[],
): string => {
	const widths = headings.map((heading, column) =>
		Math.max(heading.length, ...rows.map((row) => String(row[column] ?? '').length)),
	)
	const isNumber = (text: string): boolean => /^[+-]?[\d.,]+( %)?$/.test(text)
	const line = (cells: readonly (string | number)[], right: (text: string) => boolean): string =>
		cells
			.map(String)
			.map((text, column) => {
				const width = widths[column] ?? 0
				return right(text) ? text.padStart(width) : text.padEnd(width)
			})
			.join('  ')
			.trimEnd()
	const numeric = headings.map((_, column) =>
		rows.every((row) => isNumber(String(row[column] ?? ''))),
	)
	const head = headings.map((heading, column) =>
		numeric[column] ? heading.padStart(widths[column] ?? 0) : heading,
	)
	return [
		line(head, () => false),
		line(
			widths.map((width) => '-'.repeat(width)),
			() => false,
		),
		...rows.map((row) => line(row, isNumber)),
	].join('\n')
}
