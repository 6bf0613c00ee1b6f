import { isRowId } from '../db/sql.ts'
import {
	addCandidate,
	addElection,
	addPolicy,
	addQuiz,
	type ElectionDraft,
	nameOf,
	type Place,
	type Reading,
	refusalOf,
} from './drafts.ts'
import { type ScannedRow, scanCsv } from './scan-csv.ts'
import { readCell, TABLES, type TableForm, type TableName } from './tables.ts'

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

const headerOf = (rows: Iterator<ScannedRow, unknown>): ScannedRow | null => {
	for (let next = rows.next(); !next.done; next = rows.next()) {
		if (!isEmpty(next.value.cells)) return next.value
	}
	return null
}

/**
 * Picks the delimiter that yields the most known columns. Counting characters would fail on headers with punctuation.
 */
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

const UNKNOWN_NAMED = 20

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

const readTable = async (
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

type Rows = Readonly<Record<TableName, TableRow[]>>

/** Finds the election that a row refers to. Assumes an unknown reference is in the database. */
const electionOf = (
	reading: Reading,
	byReference: Map<string, ElectionDraft[]>,
	{ cells: { election: cell, ...cells }, place }: TableRow,
	table: TableName,
): ElectionDraft | null => {
	const refuse = (reason: string): null => {
		const raw = { election: cell, ...cells }
		reading.refused.push(refusalOf({ place, name: nameOf(cells), raw }, table, reason, 'election'))
		return null
	}
	if (cell === undefined) {
		const [only, another] = reading.elections
		if (only !== undefined && another === undefined) return only
		return refuse('must be the name or the id of an election')
	}
	const reference = isRowId(String(cell)) ? String(cell).toLowerCase() : String(cell)
	const [found, other] = byReference.get(reference) ?? []
	if (other !== undefined) return refuse('is the name of several elections: give the id')
	if (found !== undefined) return found
	const none = { candidates: [], policies: [], quizzes: [], pairs: [] }
	const added = { place, value: null, name: reference, reference, ...none }
	byReference.set(reference, [added])
	return added
}

const byReferenceOf = (elections: readonly ElectionDraft[]): Map<string, ElectionDraft[]> => {
	const byReference = new Map<string, ElectionDraft[]>()
	for (const election of elections) {
		for (const reference of new Set([election.value?.name ?? election.name, election.value?.id])) {
			if (reference === undefined) continue
			byReference.set(reference, [...(byReference.get(reference) ?? []), election])
		}
	}
	return byReference
}

const readRow = (
	reading: Reading,
	byReference: Map<string, ElectionDraft[]>,
	row: TableRow,
	table: Exclude<TableName, 'election'>,
): void => {
	const election = electionOf(reading, byReference, row, table)
	if (election === null) return
	const { place } = row
	const { election: _, candidate, ...record } = row.cells
	if (table === 'candidate') addCandidate(reading, election, record, place)
	else if (table === 'quiz') addQuiz(reading, election, record, place)
	else if (typeof candidate === 'string') {
		addPolicy(reading, election, record, { of: candidate, place })
	} else {
		const draft = { place, name: nameOf(record), raw: row.cells }
		reading.refused.push(refusalOf(draft, table, 'is required', 'candidate'))
	}
}

const readRows = async (
	reading: Reading,
	rows: Rows,
	byReference: Map<string, ElectionDraft[]>,
): Promise<void> => {
	for (const table of ['candidate', 'policy', 'quiz'] as const) {
		for (const row of rows[table]) {
			await reading.breathe()
			if (!reading.take(row.place, table)) return
			readRow(reading, byReference, row, table)
		}
	}
}

export const readTables = async (
	reading: Reading,
	files: readonly { readonly name: string; readonly text: string }[],
): Promise<void> => {
	const rows: Rows = { election: [], candidate: [], policy: [], quiz: [] }
	for (const { name, text } of files) {
		const read = await readTable(reading, name, text)
		if (read !== null) for (const row of read.rows) rows[read.table].push(row)
	}
	for (const { cells, place } of rows.election) {
		if (!reading.take(place, 'election')) return
		addElection(reading, cells, place)
	}
	const byReference = byReferenceOf(reading.elections)
	await readRows(reading, rows, byReference)
	for (const [election] of byReference.values()) {
		if (election?.reference !== undefined) reading.elections.push(election)
	}
}
