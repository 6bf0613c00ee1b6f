import Papa from 'papaparse'
import { fold } from '#domain/jurisdiction.ts'
import { type GridCandidate, type GridStatement, OWN, VALUES, valueWords } from './grid-model.ts'

/** Splits a block copied from a spreadsheet into rows of cells. Quoted cells may contain tabs and line breaks. */
export const parseBlock = (text: string): readonly (readonly string[])[] => {
	const { data } = Papa.parse<string[]>(text, { delimiter: '\t' })
	const rows = data.map((row) => row.map((cell) => cell.trim()))
	// Spreadsheets end a block with a line break.
	return rows.slice(0, rows.findLastIndex((row) => row.some(Boolean)) + 1)
}

const WORDS: ReadonlyMap<string, number | null> = new Map([
	...VALUES.map((value) => [fold(valueWords(value)), value] as const),
	...[['?', null] as const, ['unknown', null] as const],
])

const NUMBER = /^[+-]?[0-2](?:\.0+)?$/

/** Value of a pasted cell: -2 to 2, null for "?" or "unknown", undefined if it is not understood. */
export const readValue = (text: string): number | null | undefined => {
	// Spreadsheets use a minus sign or a dash.
	const plain = fold(text.trim()).replace(/^[−–—]\s*/u, '-')
	return NUMBER.test(plain) ? Number(plain) + 0 : WORDS.get(plain)
}

export interface PasteCell {
	readonly statement: GridStatement
	readonly candidate: GridCandidate
}

export interface PasteChange extends PasteCell {
	readonly before: number | null
	/** Null removes the position. */
	readonly after: number | null
}

export interface PasteFault extends PasteCell {
	readonly text: string
}

export interface PastePlan {
	readonly changes: readonly PasteChange[]
	/** While there are any, nothing can be stored. */
	readonly faults: readonly PasteFault[]
	/** Number of filled cells beyond the grid. */
	readonly outside: number
	/** Number of owners' cells with another value than +2, which stay as they are. */
	readonly owned: number
}

interface Target {
	/** First row and candidate of the block. */
	readonly row: number
	readonly column: number
	readonly statements: readonly GridStatement[]
	readonly candidates: readonly GridCandidate[]
	readonly known: (policyId: string, candidateId: string) => number | null
}

/** Compares a block with the grid. Empty cells change nothing. */
export const planPaste = (block: readonly (readonly string[])[], target: Target): PastePlan => {
	const { row, column, statements, candidates, known } = target
	const filled = block.flatMap((cells, down) =>
		cells.flatMap((text, across) => {
			const [statement, candidate] = [statements[row + down], candidates[column + across]]
			return text === '' ? [] : [{ text, statement, candidate, after: readValue(text) }]
		}),
	)
	const inside = filled.flatMap(({ statement, candidate, ...cell }) =>
		statement && candidate ? [{ statement, candidate, ...cell }] : [],
	)
	const isOwn = ({ statement, candidate }: PasteCell): boolean =>
		statement.candidateId === candidate.id
	return {
		changes: inside.flatMap(({ statement, candidate, after }) => {
			const before = known(statement.id, candidate.id)
			return after === undefined || after === before || isOwn({ statement, candidate })
				? []
				: [{ statement, candidate, before, after }]
		}),
		faults: inside.filter(({ after }) => after === undefined),
		outside: filled.length - inside.length,
		owned: inside.filter((cell) => isOwn(cell) && cell.after !== undefined && cell.after !== OWN)
			.length,
	}
}
