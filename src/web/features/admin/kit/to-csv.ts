import Papa from 'papaparse'
import { BYTE_ORDER_MARK, CSV_FORM } from '#domain/csv.ts'

/** Serializes a table as CSV, escaped against formula injection, in the same format as the server. */
export const toCsv = (columns: readonly string[], rows: readonly (readonly string[])[]): string => {
	const cells = [columns, ...rows].map((row) => [...row])
	return `${BYTE_ORDER_MARK}${Papa.unparse(cells, CSV_FORM)}\r\n`
}
