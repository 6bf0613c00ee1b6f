import { saveText } from '#web/ui/share.ts'

/** Hands a table over as a file of comma-separated values. What writes it is loaded with the first. */
export const saveCsv = async (
	name: string,
	columns: readonly string[],
	rows: readonly (readonly string[])[],
): Promise<void> => {
	const { toCsv } = await import('./to-csv.ts')
	saveText(name, toCsv(columns, rows), 'text/csv')
}

/** Names a file by the day on which it is made: "feedback_2026-11-22.csv". @param now ms since 1970; the day is the reader's own. */
export const datedName = (name: string, now: number): string => {
	const date = new Date(now)
	const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) =>
		String(part).padStart(2, '0'),
	)
	return `${name}_${date.getFullYear()}-${month}-${day}.csv`
}
