import { BYTE_ORDER_MARK, CSV_FORM } from '#domain/csv.ts'
import { saveText } from '#web/ui/share.ts'

/** Serializes a table as CSV like the server, escaped against formula injection. Lazy-loads the writer. */
export const toCsv = async (
	columns: readonly string[],
	rows: readonly (readonly string[])[],
): Promise<string> => {
	const { default: Papa } = await import('papaparse')
	const cells = [columns, ...rows].map((row) => [...row])
	return `${BYTE_ORDER_MARK}${Papa.unparse(cells, CSV_FORM)}\r\n`
}

export const saveCsv = async (
	name: string,
	columns: readonly string[],
	rows: readonly (readonly string[])[],
): Promise<void> => saveText(name, await toCsv(columns, rows), 'text/csv')

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
