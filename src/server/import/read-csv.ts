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
import { type PositionColumns, readPositionColumns } from './position-columns.ts'
import { type ScannedRow, scanCsv } from './scan-csv.ts'
import { withCategory } from './statements.ts'
import { PROBLEM, readCell, TABLES, type TableForm, type TableName } from './tables.ts'

interface TableRow {
	readonly place: Place
	readonly cells: Readonly<Record<string, unknown>>
	readonly raw: readonly string[]
}

interface ReadTable {
	readonly table: TableName
	readonly header: Header
	readonly rows: readonly TableRow[]
}

const DELIMITERS = [',', ';', '\t', '|'] as const

const ALIASES: Readonly<Record<string, string>> = { statement: 'text', owner: 'candidate' }

const ALL_COLUMNS = new Set([
	...Object.keys(ALIASES),
	...Object.values(TABLES).flatMap(({ columns }) =>
		Object.keys(columns).map((name) => name.toLowerCase()),
	),
])

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
		return (
			column !== null && columns.some((name) => (ALIASES[name] ?? name) === column.toLowerCase())
		)
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

interface Header {
	readonly place: Place
	readonly columns: readonly Column[]
	/** Columns that the table does not have, by index. */
	readonly others: ReadonlyMap<number, string>
	/** Each row names its candidate, as in our own tables. */
	readonly owned: boolean
}

const readHeader = (
	reading: Reading,
	{ columns }: TableForm,
	place: Place,
	header: readonly string[],
): Header | null => {
	const names = new Map(Object.keys(columns).map((name) => [name.toLowerCase(), name]))
	const given = new Set(header.map((cell) => cell.trim().toLowerCase()))
	for (const [alias, name] of Object.entries(ALIASES)) {
		if (names.has(name) && !given.has(name)) names.set(alias, name)
	}
	const found = new Map<string, Column>()
	const others = new Map<number, string>()
	for (const [index, raw] of header.entries()) {
		const cell = raw.trim()
		const name = names.get(cell.toLowerCase())
		if (cell === '') continue
		if (name === undefined) others.set(index, cell)
		else if (found.has(name)) {
			reading.refused.push(refusalOf({ place, name: '' }, 'file', 'is a duplicate', cell))
			return null
		} else found.set(name, { name, index })
	}
	return { place, columns: [...found.values()], others, owned: given.has('candidate') }
}

const noteIgnored = (
	reading: Reading,
	{ place: { file, line }, others }: Header,
	used: ReadonlySet<number> = new Set(),
): void => {
	const unknown = [...others].flatMap(([index, cell]) => (used.has(index) ? [] : [cell]))
	if (unknown.length === 0) return
	const named = unknown.slice(0, UNKNOWN_NAMED).map((cell) => cell.slice(0, 60))
	const more = unknown.length - named.length
	const message = `Ignored columns: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
	reading.notes.push({ file, line, message })
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
	return isEmpty(cells.slice(width)) ? null : 'has more cells than columns'
}

const readTable = async (
	reading: Reading,
	file: string,
	text: string,
): Promise<ReadTable | null> => {
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
		const reason = 'cannot be imported: the first line must name the columns'
		reading.refused.push(refusalOf({ place: placeOf(1), name: '' }, 'file', reason))
		return null
	}
	const form: TableForm = TABLES[table]
	const found = readHeader(reading, form, placeOf(header.line), header.cells)
	if (found === null) return null
	if (table !== 'policy') noteIgnored(reading, found)
	const rows: TableRow[] = []
	for (const row of scanned) {
		await reading.breathe()
		if (isEmpty(row.cells)) continue
		const place = placeOf(row.line)
		const cells = cellsOf(form, found.columns, row.cells)
		const problem = problemOf(row, header.cells.length)
		if (problem === null) rows.push({ place, cells, raw: row.cells })
		else {
			const draft = { place, name: nameOf(cells), raw: cells }
			reading.refused.push(refusalOf(draft, table, problem))
		}
	}
	return { table, header: found, rows }
}

type ByReference = Map<string, ElectionDraft[]>

/** Finds the election that a row refers to. Assumes an unknown reference is in the database. */
const electionOf = (
	reading: Reading,
	byReference: ByReference,
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
	if (other !== undefined) return refuse('is the name of several elections: add the id')
	if (found !== undefined) return found
	const none = { candidates: [], policies: [], quizzes: [], pairs: [] }
	const added = { place, value: null, name: reference, reference, ...none }
	byReference.set(reference, [added])
	return added
}

const byReferenceOf = (elections: readonly ElectionDraft[]): ByReference => {
	const byReference: ByReference = new Map()
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
	byReference: ByReference,
	row: TableRow,
	table: 'candidate' | 'quiz',
): void => {
	const election = electionOf(reading, byReference, row, table)
	if (election === null) return
	const { election: _, ...record } = row.cells
	if (table === 'candidate') addCandidate(reading, election, record, row.place)
	else addQuiz(reading, election, record, row.place)
}

/** Columns of a table without owners, and of left-out statements, name candidates who may be new. */
const addColumnCandidates = (
	reading: Reading,
	election: ElectionDraft,
	names: readonly string[],
	place: Place,
): void => {
	const listed = new Set(election.candidates.map(({ name, value }) => value?.name ?? name))
	for (const name of names) {
		if (listed.has(name) || !reading.take(place, 'candidate')) continue
		addCandidate(reading, election, { name }, { ...place, path: name }, { matched: true })
	}
}

const knownIn = (reading: Reading, { rows }: ReadTable): ReadonlySet<string> =>
	new Set([
		...reading.elections.flatMap(({ candidates }) =>
			candidates.flatMap(({ name, value }) => [value?.name ?? name, value?.id ?? name]),
		),
		...rows.flatMap(({ cells: { candidate } }) =>
			typeof candidate === 'string' ? [candidate] : [],
		),
	])

const CHOICES_MAX = 200

const REQUIRED = { field: 'candidate', reason: 'is required' } as const

const readPolicyRow = (
	reading: Reading,
	election: ElectionDraft,
	{ place, cells: { election: _, candidate = null, ...rest }, raw }: TableRow,
	{ columns, owned }: { readonly columns: PositionColumns; readonly owned: boolean },
): void => {
	const { positions, problem } = columns.read(raw)
	if (!reading.take(place, 'policy', 1 + positions.length)) return
	const found = candidate === null && positions.length === 0 ? REQUIRED : problem
	const cells = { ...rest, ...(positions.length > 0 && { positions }) }
	if (found !== null) {
		const known = { election: nameOf(election), ...(candidate !== null && { candidate }) }
		const draft = { place, name: nameOf(rest), raw: { ...known, ...cells } }
		reading.refused.push(refusalOf(draft, 'policy', found.reason, found.field))
		return
	}
	const { record, note } = owned ? { record: cells, note: {} } : withCategory(cells)
	const of = typeof candidate === 'string' ? candidate : null
	addPolicy(reading, election, record, { of, place, ...note })
}

/** Reads policies with their positions. Rows without an owner get one from those who agree fully. */
const readPolicyTable = async (
	reading: Reading,
	byReference: ByReference,
	table: ReadTable,
): Promise<void> => {
	const { header, rows } = table
	const { owned, place } = header
	const isStrict =
		owned &&
		rows.some(({ cells }) => cells.candidate !== undefined) &&
		![...header.others.values()].includes(PROBLEM)
	const columns = readPositionColumns({
		headers: header.others,
		rows: rows.map(({ raw }) => raw),
		known: isStrict ? knownIn(reading, table) : null,
		isOurs: owned,
		chosen: new Map(
			reading.chosen
				.filter((choice) => choice.file === place.file)
				.map(({ name, isCandidate }) => [name, isCandidate]),
		),
	})
	for (const message of columns.notes) {
		reading.notes.push({ file: place.file, line: place.line, message })
	}
	for (const choice of columns.choices.slice(0, CHOICES_MAX)) {
		reading.columns.push({ file: place.file, ...choice })
	}
	noteIgnored(reading, header, columns.headers)
	const peopled = new Set<ElectionDraft>()
	for (const row of rows) {
		await reading.breathe()
		const election = electionOf(reading, byReference, row, 'policy')
		if (election === null) continue
		if (!isStrict && !peopled.has(election)) {
			addColumnCandidates(reading, election, columns.candidates, place)
		}
		peopled.add(election)
		readPolicyRow(reading, election, row, { columns, owned })
		if (reading.tooMany) return
	}
}

export const readTables = async (
	reading: Reading,
	files: readonly { readonly name: string; readonly text: string }[],
): Promise<void> => {
	const tables: ReadTable[] = []
	for (const { name, text } of files) {
		const read = await readTable(reading, name, text)
		if (read !== null) tables.push(read)
	}
	const rowsOf = (table: TableName) =>
		tables.flatMap((one) => (one.table === table ? one.rows : []))
	for (const { cells, place } of rowsOf('election')) {
		if (!reading.take(place, 'election')) return
		addElection(reading, cells, place)
	}
	const byReference = byReferenceOf(reading.elections)
	const readRows = async (table: 'candidate' | 'quiz'): Promise<void> => {
		for (const row of rowsOf(table)) {
			await reading.breathe()
			if (!reading.take(row.place, table)) return
			readRow(reading, byReference, row, table)
		}
	}
	await readRows('candidate')
	for (const table of tables) {
		if (table.table === 'policy') await readPolicyTable(reading, byReference, table)
	}
	await readRows('quiz')
	for (const [election] of byReference.values()) {
		if (election?.reference !== undefined) reading.elections.push(election)
	}
}
