import { isRowId } from '../db/ids.ts'
import { addCandidate, addElection, addPolicy, addQuiz } from './add-draft.ts'
import { type ElectionDraft, nameOf, type Reading, refusalOf } from './drafts.ts'
import { readTable, type TableRow } from './read-table.ts'
import type { TableName } from './tables.ts'

type Rows = Readonly<Record<TableName, TableRow[]>>

/** Finds the election that a row names by name or id; one that no file describes is taken to be there already. */
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
	const added = { place, said: null, name: reference, reference, ...none }
	byReference.set(reference, [added])
	return added
}

const byReferenceOf = (elections: readonly ElectionDraft[]): Map<string, ElectionDraft[]> => {
	const byReference = new Map<string, ElectionDraft[]>()
	for (const election of elections) {
		for (const reference of new Set([election.said?.name ?? election.name, election.said?.id])) {
			if (reference === undefined) continue
			byReference.set(reference, [...(byReference.get(reference) ?? []), election])
		}
	}
	return byReference
}

/** Puts a row into the election that it names. */
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

/** Reads tables: elections, candidates, policies and quizzes, which name each other. */
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
