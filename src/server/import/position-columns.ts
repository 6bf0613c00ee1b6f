import { fold } from '#domain/jurisdiction.ts'
import { cleanName } from '#domain/text-rules.ts'
import type { Cells } from './drafts.ts'
import { type PositionScale, scaleOf } from './statements.ts'
import { PROBLEM, readCell, TABLES } from './tables.ts'

/**
 * Columns of positions in a table of policies: one per candidate, headed by name or id, and further ones headed
 * "Ann: quote". Cells are -2 to 2 or words.
 */

const DETAILS = ['quote', 'source', 'url', 'note', 'status', 'givenBy'] as const
type Detail = (typeof DETAILS)[number]

const DETAIL_WORDS: Readonly<Record<string, Detail>> = {
	...Object.fromEntries(DETAILS.map((detail) => [detail.toLowerCase(), detail])),
	comment: 'note',
	comments: 'note',
	explanation: 'note',
	reason: 'note',
	'given by': 'givenBy',
}

interface PositionColumn {
	readonly index: number
	readonly candidate: string
	/** Null for the column of values. */
	readonly detail: Detail | null
}

const STRONG_WORDS: Readonly<Record<string, number>> = {
	'strongly agree': 2,
	'completely agree': 2,
	'fully agree': 2,
	'totally agree': 2,
	'strongly disagree': -2,
	'completely disagree': -2,
	'fully disagree': -2,
	'totally disagree': -2,
}
const WORDS: Readonly<Record<string, number>> = {
	...STRONG_WORDS,
	...{ yes: 2, true: 2, for: 2, no: -2, false: -2, against: -2 },
	...{ 'somewhat agree': 1, 'partly agree': 1, 'tend to agree': 1 },
	...{ 'somewhat disagree': -1, 'partly disagree': -1, 'tend to disagree': -1 },
	...{ neutral: 0, neither: 0, abstain: 0, 'neither agree nor disagree': 0 },
}
/** Their strength depends on the other words of the table. */
const PLAIN_WORDS: Readonly<Record<string, number>> = { agree: 1, disagree: -1 }
const UNKNOWN = new Set([
	'',
	'-',
	'–',
	'—',
	'?',
	'n/a',
	'na',
	'none',
	'no answer',
	'no opinion',
	'unknown',
])

const wordOf = (cell: string): string => fold(cell).replace(/\s+/g, ' ').trim()

const figureOf = (cell: string): number | null => {
	const text = cell.replace('−', '-').replace(',', '.')
	return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : null
}

type Reader = (cell: string) => { readonly value: number | null } | null

const isReadable = (cell: string): boolean => {
	const word = wordOf(cell)
	const figure = figureOf(cell)
	if (figure !== null) return figure >= -2 && figure <= 5
	return Object.hasOwn(WORDS, word) || Object.hasOwn(PLAIN_WORDS, word)
}

/** Reads a cell: a value, null for an unknown position, or null as a whole if it is neither. */
const readerOf = ({ read }: PositionScale, plain: number): Reader => {
	return (cell) => {
		const word = wordOf(cell)
		if (UNKNOWN.has(word)) return { value: null }
		const figure = figureOf(cell)
		const value =
			figure === null ? (WORDS[word] ?? (PLAIN_WORDS[word] ?? Number.NaN) * plain) : read(figure)
		return value === null || Number.isNaN(value) ? null : { value }
	}
}

const plainText = (cell: string): string => String(readCell('text', cell) ?? '')

const detailOf = (header: string, before: string | null): Omit<PositionColumn, 'index'> | null => {
	const [, named, word] = /^(.+?)(?:\s*:\s*|\s+[-–]\s+|\s*\(|\s+)([a-z ]+?)\)?$/i.exec(header) ?? []
	const detail = DETAIL_WORDS[(word ?? '').toLowerCase()]
	if (named !== undefined && detail !== undefined) return { candidate: cleanName(named), detail }
	const alone = DETAIL_WORDS[header.toLowerCase()]
	return alone === undefined || before === null ? null : { candidate: before, detail: alone }
}

export interface PositionColumns {
	readonly candidates: readonly string[]
	/** Columns that could hold positions, and how they were read. */
	readonly choices: readonly { readonly name: string; readonly isCandidate: boolean }[]
	readonly headers: ReadonlySet<number>
	readonly notes: readonly string[]
	/** Reads the positions of a row, and the column of the first cell that is none. */
	readonly read: (cells: readonly string[]) => {
		readonly positions: Cells[]
		readonly problem: { readonly field: string; readonly reason: string } | null
	}
}

interface Given {
	/** Headers that are no columns of policies, by index. */
	readonly headers: ReadonlyMap<number, string>
	readonly rows: readonly (readonly string[])[]
	/** Names and ids of candidates, or null to accept every column that mostly holds positions. */
	readonly known: ReadonlySet<string> | null
	readonly chosen: ReadonlyMap<string, boolean>
	/** Cells are -2 to 2, so that the scale is not detected. */
	readonly isOurs: boolean
}

const isValueColumn = ({ known, rows, chosen }: Given, header: string, index: number): boolean => {
	const decided = chosen.get(header)
	if (decided !== undefined) return decided
	if (known !== null) return known.has(header)
	const cells = rows
		.map((row) => plainText(row[index] ?? ''))
		.filter((cell) => !UNKNOWN.has(wordOf(cell)))
	return cells.length > 0 && cells.filter(isReadable).length * 2 > cells.length
}

const findColumns = (given: Given): PositionColumn[] => {
	const headers = [...given.headers].map(
		([index, raw]) => [index, cleanName(plainText(raw))] as const,
	)
	const values = headers.filter(([index, header]) => isValueColumn(given, header, index))
	const candidates = new Set(values.map(([, header]) => header))
	const byIndex = new Map(headers)
	const details = headers.flatMap(([index, header]) => {
		const before = byIndex.get(index - 1) ?? ''
		const detail = candidates.has(header)
			? null
			: detailOf(header, candidates.has(before) ? before : null)
		return detail !== null && candidates.has(detail.candidate) ? [{ index, ...detail }] : []
	})
	return [...values.map(([index, candidate]) => ({ index, candidate, detail: null })), ...details]
}

const LISTED = 30

const scaleIn = (columns: readonly PositionColumn[], { rows, isOurs }: Given) => {
	const cells = columns.flatMap(({ index }) => rows.map((row) => plainText(row[index] ?? '')))
	if (isOurs) return { read: readerOf(scaleOf([2]), 1), notes: [] }
	const scale = scaleOf(cells.flatMap((cell) => figureOf(cell) ?? []))
	const words = new Set(cells.map(wordOf))
	const isPlain = !Object.keys(STRONG_WORDS).some((word) => words.has(word))
	const isFull = isPlain && Object.keys(PLAIN_WORDS).some((word) => words.has(word))
	const notes = isFull ? ['“agree” and “disagree” are read as 2 and -2'] : []
	return {
		read: readerOf(scale, isFull ? 2 : 1),
		notes: scale.note === null ? notes : [scale.note, ...notes],
	}
}

type RowPositions = ReturnType<PositionColumns['read']>

const readValues = (
	columns: readonly PositionColumn[],
	read: Reader,
	cells: readonly string[],
): { readonly values: Map<string, Record<string, unknown>>; problem: RowPositions['problem'] } => {
	const values = new Map<string, Record<string, unknown>>()
	let problem: RowPositions['problem'] = null
	for (const { index, candidate } of columns) {
		const cell = plainText(cells[index] ?? '')
		const found = read(cell)
		if (found === null) {
			problem ??= { field: candidate, reason: `is not a position: ${cell.slice(0, 60)}` }
		} else if (found.value !== null) values.set(candidate, { candidate, value: found.value })
	}
	return { values, problem }
}

export const readPositionColumns = (given: Given): PositionColumns => {
	const columns = findColumns(given)
	const valueColumns = columns.filter(({ detail }) => detail === null)
	const candidates = valueColumns.map(({ candidate }) => candidate)
	const { read, notes } = scaleIn(valueColumns, given)
	const shown = candidates.slice(0, LISTED).join(', ')
	const more = candidates.length - LISTED
	const named = `Positions of: ${shown}${more > 0 ? ` and ${more} more` : ''}`
	const details = new Set(columns.flatMap(({ index, detail }) => (detail === null ? [] : [index])))
	const choices = [...given.headers].flatMap(([index, raw]) => {
		const name = cleanName(plainText(raw))
		if (details.has(index) || name === PROBLEM) return []
		return [{ name, isCandidate: candidates.includes(name) }]
	})
	return {
		candidates,
		choices,
		headers: new Set(columns.map(({ index }) => index)),
		notes: candidates.length === 0 ? [] : [named, ...notes],
		read(cells) {
			const { values, problem } = readValues(valueColumns, read, cells)
			for (const { index, candidate, detail } of columns) {
				const cell = plainText(cells[index] ?? '')
				const position = values.get(candidate)
				if (detail !== null && cell !== '' && position !== undefined) position[detail] = cell
			}
			return { positions: [...values.values()], problem }
		},
	}
}

const OTHER_COLUMNS = new Set(
	[...Object.keys(TABLES.policy.columns), ...Object.keys(DETAIL_WORDS), 'statement', 'owner'].map(
		(name) => name.toLowerCase(),
	),
)

/** Tells if a name can head a column of positions: it is no other column, and does not end in a detail. */
export const isPositionHeader = (name: string): boolean =>
	!OTHER_COLUMNS.has(name.toLowerCase()) && detailOf(name, null) === null

/** Writes positions as cells by header, for exports and left-out records. */
export const cellsOfPositions = (positions: unknown): Cells => {
	const cells: Record<string, unknown> = {}
	for (const position of Array.isArray(positions) ? (positions as Cells[]) : []) {
		const { candidate, value } = position
		cells[String(candidate)] = value
		for (const detail of DETAILS) {
			const part = position[detail] ?? null
			if (part !== null) cells[`${candidate}: ${detail}`] = part
		}
	}
	return cells
}
