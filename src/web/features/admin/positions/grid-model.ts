import { fold, matchesSearch } from '#domain/jurisdiction.ts'
import { SCALE_CHOICES } from '#web/ui/format.ts'

/** Positions from against to for. */
export const VALUES = [-2, -1, 0, 1, 2] as const

export const OWN = 2

export const valueWords = (value: number): string =>
	SCALE_CHOICES.find((choice) => choice.value === value)?.label ?? String(value)

export const signed = (value: number): string =>
	value > 0 ? `+${value}` : String(value).replace('-', '−')

export interface GridCandidate {
	readonly id: string
	readonly name: string
}

export interface GridStatement {
	readonly id: string
	readonly text: string
	readonly category: string
	readonly candidateId: string
}

/** Fields of a stored position that the filters read. */
export interface GridPosition {
	readonly value: number
	readonly status: string
	readonly source: string | null
	readonly url: string | null
}

export type CellOf<Position> = (policyId: string, candidateId: string) => Position | null

export const SHOWN = ['all', 'missing', 'unsourced', 'review'] as const
export type Shown = (typeof SHOWN)[number]

export interface GridFilter {
	readonly show: Shown
	/** Candidate whose cells the filter looks at; '' for all. */
	readonly candidate: string
	/** Code of a category; '' for all. */
	readonly category: string
	readonly search: string
}

const WANTED: Readonly<Record<Shown, (position: GridPosition | null) => boolean>> = {
	all: () => true,
	missing: (position) => position === null,
	unsourced: (position) => position !== null && !position.source && !position.url,
	review: (position) => position !== null && position.status !== 'VALIDATED',
}

/** Returns a check for the statements of a filter. Owners' cells are never missing and need no source. */
export const statementFilter = (
	{ show, candidate, category, search }: GridFilter,
	candidates: readonly GridCandidate[],
	cellOf: CellOf<GridPosition>,
): ((statement: GridStatement) => boolean) => {
	const columns = candidates.filter(({ id }) => candidate === '' || id === candidate)
	const found = matchesSearch(search)
	return (statement) =>
		(category === '' || statement.category === category) &&
		found(fold(statement.text)) &&
		(show === 'all' ||
			columns.some(
				({ id }) => id !== statement.candidateId && WANTED[show](cellOf(statement.id, id)),
			))
}

export interface Progress {
	readonly known: number
	readonly of: number
}

export interface GridProgress {
	readonly candidates: ReadonlyMap<string, Progress>
	readonly all: Progress
}

/** Counts known positions. Own statements count as known. */
export const progressOf = (
	statements: readonly GridStatement[],
	candidates: readonly GridCandidate[],
	cellOf: CellOf<GridPosition>,
): GridProgress => {
	const known = (id: string): number =>
		statements.filter(
			(statement) => statement.candidateId === id || cellOf(statement.id, id) !== null,
		).length
	const each = candidates.map(
		({ id }) => [id, { known: known(id), of: statements.length }] as const,
	)
	return {
		candidates: new Map(each),
		all: {
			known: each.reduce((sum, [, progress]) => sum + progress.known, 0),
			of: statements.length * candidates.length,
		},
	}
}

/** A cell of the grid. Column 0 has the statements. */
export interface At {
	readonly row: number
	readonly column: number
}

const PAGE = 10

interface Press {
	readonly key: string
	readonly ctrlKey?: boolean
	readonly metaKey?: boolean
}

/** The cell that a key moves to; null for other keys. @param size numbers of rows and columns */
export const moveTo = ({ key, ...press }: Press, { row, column }: At, size: At): At | null => {
	const far = press.ctrlKey || press.metaKey
	const to = (down: number, across: number): At => ({
		row: Math.max(0, Math.min(size.row - 1, down)),
		column: Math.max(0, Math.min(size.column - 1, across)),
	})
	switch (key) {
		case 'ArrowUp':
			return to(far ? 0 : row - 1, column)
		case 'ArrowDown':
			return to(far ? size.row : row + 1, column)
		case 'ArrowLeft':
			return to(row, far ? 0 : column - 1)
		case 'ArrowRight':
			return to(row, far ? size.column : column + 1)
		case 'Home':
			return to(far ? 0 : row, 0)
		case 'End':
			return to(far ? size.row : row, size.column)
		case 'PageUp':
			return to(row - PAGE, column)
		case 'PageDown':
			return to(row + PAGE, column)
		default:
			return null
	}
}

/**
 * The value that a key sets: null removes it, undefined is no such key. 1 to 5 choose a step of the scale, and + and -
 * raise and lower the value. A digit right after a sign is a signed value: "-", "2" sets -2.
 * @param last the key before, in the same cell
 */
export const valueOfKey = (
	key: string,
	last: string,
	value: number | null,
): number | null | undefined => {
	const within = (next: number): number => Math.max(-2, Math.min(2, next))
	if (['Delete', 'Backspace', '?'].includes(key)) return null
	if (key === '+') return within((value ?? 0) + 1)
	if (key === '-' || key === '−') return within((value ?? 0) - 1)
	if (!/^[0-5]$/.test(key)) return undefined
	const digit = Number(key)
	if ('+-−'.includes(last) && last !== '' && digit <= 2) return (last === '+' ? 1 : -1) * digit + 0
	return digit === 0 ? 0 : digit - 3
}
