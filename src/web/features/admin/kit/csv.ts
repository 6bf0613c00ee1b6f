import { saveText } from '#web/ui/share.ts'

/** Saves a table as a CSV file. Lazy-loads the CSV writer. */
export const saveCsv = async (
	name: string,
	columns: readonly string[],
	rows: readonly (readonly string[])[],
): Promise<void> => {
	const { toCsv } = await import('./to-csv.ts')
	saveText(name, toCsv(columns, rows), 'text/csv')
}

/** File name with the local date: "feedback_2026-11-22.csv". @param now ms since 1970 */
export const datedName = (name: string, now: number): string => {
	const date = new Date(now)
	const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) =>
		String(part).padStart(2, '0'),
	)
	return `${name}_${date.getFullYear()}-${month}-${day}.csv`
}

/** Reads a file as base64. Rejects if the file is gone. */
export const readBase64 = (file: File): Promise<string> =>
	new Promise((resolve, reject) => {
		const reader = new FileReader()
		reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
		reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
		reader.readAsDataURL(file)
	})
