import Papa from 'papaparse'
import { BYTE_ORDER_MARK, CSV_FORM } from '#domain/csv.ts'

/** A table as a file of comma-separated values: safe against formulas, in the form in which the server writes them too. */
export const toCsv = (columns: readonly string[], rows: readonly (readonly string[])[]): string => {
	const cells = [columns, ...rows].map((row) => [...row])
	return `${BYTE_ORDER_MARK}${Papa.unparse(cells, CSV_FORM)}\r\n`
}
