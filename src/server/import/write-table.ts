import Papa from 'papaparse'
import { BYTE_ORDER_MARK, CSV_FORM } from '#domain/csv.ts'
import type { YieldToEventLoop } from '../util.ts'

const BATCH = 500

export const writeTable = async (
	fields: readonly string[],
	rows: readonly Readonly<Record<string, unknown>>[],
	breathe: YieldToEventLoop,
): Promise<string> => {
	const parts = [Papa.unparse([[...fields]], CSV_FORM)]
	for (let at = 0; at < rows.length; at += BATCH) {
		const batch = rows.slice(at, at + BATCH)
		parts.push(
			Papa.unparse(
				batch.map((row) => fields.map((field) => row[field])),
				CSV_FORM,
			),
		)
		await breathe()
	}
	return `${BYTE_ORDER_MARK}${parts.join('\r\n')}\r\n`
}
