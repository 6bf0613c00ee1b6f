import { Readable } from 'node:stream'
import Papa from 'papaparse'
import { type Place, type Reading, refusalOf } from './drafts.ts'
import { readCell, TABLES, type TableForm, type TableName } from './tables.ts'

/** A row of a table: what its cells say by column, without those that say nothing. */
export interface TableRow {
	readonly place: Place
	readonly cells: Readonly<Record<string, unknown>>
}

interface RawTable {
	readonly rows: { readonly line: number; readonly cells: readonly string[] }[]
	/** Where a quote is not closed or stands in the wrong place: 0-based rows. */
	readonly malformed: readonly number[]
}

/** So many characters are parsed at a time; between two of them others have their turn. */
const CHUNK = 1 << 16
const DELIMITERS = [',', ';', '\t', '|'] as const

const ALL_COLUMNS = new Set(
	Object.values(TABLES).flatMap(({ columns }) =>
		Object.keys(columns).map((name) => name.toLowerCase()),
	),
)

/** The delimiter under which the first line has the most names of columns. Counting characters would be misled by texts. */
const delimiterOf = (text: string): string => {
	const head = text.slice(0, CHUNK)
	const known = DELIMITERS.map((delimiter) => {
		const [cells = []] = Papa.parse<string[]>(head, { delimiter, preview: 1 }).data
		return cells.filter((cell) => ALL_COLUMNS.has(cell.trim().toLowerCase())).length
	})
	return DELIMITERS[known.indexOf(Math.max(...known))] ?? ','
}

function* chunksOf(text: string): Generator<string> {
	for (let at = 0; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK)
}

const newlinesIn = (cell: string): number => cell.match(/\r\n|\n|\r/g)?.length ?? 0

const parse = (text: string): Promise<RawTable> =>
	new Promise((resolve, reject) => {
		const rows: RawTable['rows'] = []
		const malformed: number[] = []
		let line = 1
		let before = 0
		Papa.parse<string[]>(Readable.from(chunksOf(text)), {
			delimiter: delimiterOf(text),
			chunk: ({ data, errors }) => {
				// A row's number is that in its chunk.
				for (const { row = 0 } of errors) malformed.push(before + row)
				for (const cells of data) {
					rows.push({ line, cells })
					line += cells.reduce((count, cell) => count + newlinesIn(cell), 1)
				}
				before += data.length
			},
			complete: () => resolve({ rows, malformed }),
			error: reject,
		})
	})

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

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

/** The header's columns as the table names them; null for one that has no name and is passed over. */
const readHeader = (
	reading: Reading,
	{ columns }: TableForm,
	place: Place,
	header: readonly string[],
): (string | null)[] => {
	const seen = new Set<string>()
	return header.map((raw) => {
		const cell = raw.trim()
		if (cell === '') return null
		const column = Object.keys(columns).find((name) => name.toLowerCase() === cell.toLowerCase())
		const reason = column === undefined ? 'is not a known column' : 'stands twice'
		if (column === undefined || seen.has(column)) {
			reading.refused.push(refusalOf({ place, name: '' }, 'file', reason, cell))
			return null
		}
		seen.add(column)
		return column
	})
}

/** Reads a CSV file. @returns which table it is, and its rows; null where it is none. */
export const readTable = async (
	reading: Reading,
	file: string,
	text: string,
): Promise<{ readonly table: TableName; readonly rows: readonly TableRow[] } | null> => {
	const { rows, malformed } = await parse(text)
	const placeOf = (line: number): Place => ({ file, path: '', lineOf: () => line })
	const refuse = (line: number, table: TableName | 'file', reason: string): void => {
		reading.refused.push(refusalOf({ place: placeOf(line), name: '' }, table, reason))
	}
	const filled = rows.filter(({ cells }) => !isEmpty(cells))
	const [header] = filled
	const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
	const table = nameOfTable(file, names)
	if (header === undefined || table === null) {
		refuse(1, 'file', 'is no table that can be imported: its first line has to name the columns')
		return null
	}
	const form: TableForm = TABLES[table]
	const columns = readHeader(reading, form, placeOf(header.line), header.cells)
	const broken = new Set(malformed.map((row) => rows[row]))
	const read: TableRow[] = []
	for (const row of filled.slice(1)) {
		await reading.breathe()
		if (broken.has(row)) refuse(row.line, table, 'has a quotation mark in the wrong place')
		else if (!isEmpty(row.cells.slice(columns.length))) {
			refuse(row.line, table, 'has more cells than there are columns')
		} else read.push({ place: placeOf(row.line), cells: cellsOf(form, columns, row.cells) })
	}
	return { table, rows: read }
}

const cellsOf = (
	{ columns: kinds }: TableForm,
	columns: readonly (string | null)[],
	cells: readonly string[],
): Record<string, unknown> =>
	Object.fromEntries(
		columns.flatMap((column, index) => {
			const kind = column === null ? undefined : kinds[column]
			if (column === null || kind === undefined) return []
			const value = readCell(kind, cells[index] ?? '')
			return value === undefined ? [] : [[column, value] as const]
		}),
	)
