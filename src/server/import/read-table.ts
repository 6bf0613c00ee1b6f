import { nameOf, type Place, type Reading, refusalOf } from './drafts.ts'
import { type ScannedRow, scanCsv } from './scan-csv.ts'
import { readCell, TABLES, type TableForm, type TableName } from './tables.ts'

/** A row of a table: what its cells say by column, without those that say nothing. */
export interface TableRow {
	readonly place: Place
	readonly cells: Readonly<Record<string, unknown>>
}

const DELIMITERS = [',', ';', '\t', '|'] as const

const ALL_COLUMNS = new Set(
	Object.values(TABLES).flatMap(({ columns }) =>
		Object.keys(columns).map((name) => name.toLowerCase()),
	),
)

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** First row that is not empty: the header. */
const headerOf = (rows: Iterator<ScannedRow, unknown>): ScannedRow | null => {
	for (let next = rows.next(); !next.done; next = rows.next()) {
		if (!isEmpty(next.value.cells)) return next.value
	}
	return null
}

/** Delimiter under which the first line names the most known columns. Counting characters would be misled by texts. */
const delimiterOf = (text: string): string => {
	const known = DELIMITERS.map((delimiter) => {
		const header = headerOf(scanCsv(text, delimiter))
		return header?.cells.filter((cell) => ALL_COLUMNS.has(cell.trim().toLowerCase())).length ?? 0
	})
	return DELIMITERS[known.indexOf(Math.max(...known))] ?? ','
}

const nameOfTable = (file: string, columns: readonly string[]): TableName | null => {
	const tables = Object.keys(TABLES) as TableName[]
	const known = tables.find((table) => {
		const column = TABLES[table].known
		return column !== null && columns.includes(column.toLowerCase())
	})
	if (known !== undefined) return known
	const named = tables.find((table) => file.toLowerCase().endsWith(TABLES[table].file))
	return named ?? (columns.includes('name') ? 'candidate' : null)
}

interface Column {
	readonly name: string
	readonly index: number
}

/** Unknown columns that are named; a file may have thousands. */
const UNKNOWN_NAMED = 20

/** Finds the known columns of a header; the others are ignored with a note. Null where a column is there twice. */
const readHeader = (
	reading: Reading,
	{ columns }: TableForm,
	place: Place,
	header: readonly string[],
): readonly Column[] | null => {
	const names = new Map(Object.keys(columns).map((name) => [name.toLowerCase(), name]))
	const found = new Map<string, Column>()
	const unknown: string[] = []
	for (const [index, raw] of header.entries()) {
		const cell = raw.trim()
		const name = names.get(cell.toLowerCase())
		if (cell === '') continue
		if (name === undefined) unknown.push(cell)
		else if (found.has(name)) {
			reading.refused.push(refusalOf({ place, name: '' }, 'file', 'is there twice', cell))
			return null
		} else found.set(name, { name, index })
	}
	if (unknown.length > 0) {
		const named = unknown.slice(0, UNKNOWN_NAMED).map((cell) => cell.slice(0, 60))
		const more = unknown.length - named.length
		const message = `Ignored columns: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
		reading.notes.push({ file: place.file, line: place.line, message })
	}
	return [...found.values()]
}

const cellsOf = (
	{ columns: kinds }: TableForm,
	columns: readonly Column[],
	cells: readonly string[],
): Record<string, unknown> =>
	Object.fromEntries(
		columns.flatMap(({ name, index }) => {
			const kind = kinds[name]
			const value = kind === undefined ? undefined : readCell(kind, cells[index] ?? '')
			return value === undefined ? [] : [[name, value] as const]
		}),
	)

const FAULTS: Readonly<Record<NonNullable<ScannedRow['fault']>, string>> = {
	misplaced: 'has a quotation mark in the wrong place',
	unclosed:
		'opens a quotation mark that is never closed, so that the rest of the file cannot be read',
}

const problemOf = ({ fault, cells }: ScannedRow, width: number): string | null => {
	if (fault !== null) return FAULTS[fault]
	return isEmpty(cells.slice(width)) ? null : 'has more cells than there are columns'
}

/** Reads a CSV file. @returns which table it is, and its rows; null where it is none. */
export const readTable = async (
	reading: Reading,
	file: string,
	text: string,
): Promise<{ readonly table: TableName; readonly rows: readonly TableRow[] } | null> => {
	const scanned = scanCsv(text, delimiterOf(text))
	const placeOf = (line: number): Place => ({ file, path: '', line })
	const header = headerOf(scanned)
	const table =
		header &&
		nameOfTable(
			file,
			header.cells.map((cell) => cell.trim().toLowerCase()),
		)
	if (header === null || table === null) {
		const reason = 'is no table that can be imported: its first line has to name the columns'
		reading.refused.push(refusalOf({ place: placeOf(1), name: '' }, 'file', reason))
		return null
	}
	const form: TableForm = TABLES[table]
	const columns = readHeader(reading, form, placeOf(header.line), header.cells)
	if (columns === null) return null
	const rows: TableRow[] = []
	for (const row of scanned) {
		await reading.breathe()
		if (isEmpty(row.cells)) continue
		const place = placeOf(row.line)
		const cells = cellsOf(form, columns, row.cells)
		const problem = problemOf(row, header.cells.length)
		if (problem === null) rows.push({ place, cells })
		else {
			const draft = { place, name: nameOf(cells), raw: cells }
			reading.refused.push(refusalOf(draft, table, problem))
		}
	}
	return { table, rows }
}
