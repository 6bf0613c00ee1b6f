import { LIKE_FORMULA } from '#domain/csv.ts'
import type { CandidateRecord, ElectionRecord, PolicyRecord, QuizRecord } from './records.ts'

type Kind = 'text' | 'clearable' | 'number' | 'clearable number' | 'yes or no' | 'list'

export interface TableForm<Field extends string = string> {
	readonly file: string
	/** A column unique to this table, or null to identify it by file name. */
	readonly known: string | null
	/** In export order. References to other records are texts. */
	readonly columns: Readonly<Record<Field, Kind>>
}

interface Fields {
	readonly election: keyof ElectionRecord
	readonly candidate: keyof CandidateRecord | 'election'
	readonly policy: keyof PolicyRecord | 'election' | 'candidate'
	readonly quiz: keyof QuizRecord | 'election'
}

const place = {
	state: 'clearable',
	county: 'clearable',
	city: 'clearable',
	zipCode: 'clearable',
} as const

export const TABLES = {
	election: {
		file: 'election.csv',
		known: 'electionDate',
		columns: {
			id: 'text',
			name: 'text',
			electionDate: 'text',
			jurisdiction: 'text',
			...place,
			active: 'yes or no',
		},
	},
	policy: {
		file: 'policies.csv',
		known: 'text',
		columns: {
			id: 'text',
			election: 'text',
			candidate: 'text',
			text: 'text',
			category: 'text',
			importance: 'number',
			validationStatus: 'text',
			clarity: 'clearable number',
			bias: 'clearable number',
			effectiveness: 'clearable number',
			complexity: 'clearable number',
			priority: 'number',
			prioritySource: 'clearable',
			keywords: 'list',
			source: 'clearable',
			background: 'clearable',
			backgroundSource: 'clearable',
		},
	},
	quiz: {
		file: 'quizzes.csv',
		known: 'quizType',
		columns: {
			id: 'text',
			election: 'text',
			name: 'text',
			quizType: 'text',
			startDate: 'clearable',
			endDate: 'clearable',
			active: 'yes or no',
			candidates: 'list',
		},
	},
	candidate: {
		file: 'candidates.csv',
		known: null,
		columns: {
			id: 'text',
			election: 'text',
			name: 'text',
			party: 'clearable',
			website: 'clearable',
			logo: 'clearable',
			standing: 'yes or no',
		},
	},
} as const satisfies { readonly [Name in keyof Fields]: TableForm<Fields[Name]> }

export type TableName = keyof typeof TABLES

export const LIST_SEPARATOR = ';'

const NUMBER = /^[+-]?\d*[.,]?\d+$/

const numberOf = (cell: string): unknown =>
	NUMBER.test(cell) ? Number(cell.replace(',', '.')) : cell

const YES_OR_NO = new Map([
	['true', true],
	['yes', true],
	['false', false],
	['no', false],
])

const booleanOf = (cell: string): unknown => YES_OR_NO.get(cell.toLowerCase()) ?? cell

/** Parses a cell. Returns undefined if it is empty and cannot be cleared. */
export const readCell = (kind: Kind, raw: string): unknown => {
	const cell = (LIKE_FORMULA.test(raw) && raw.startsWith("'") ? raw.slice(1) : raw).trim()
	if (cell === '') return kind === 'clearable' || kind === 'clearable number' ? null : undefined
	if (kind === 'number' || kind === 'clearable number') return numberOf(cell)
	if (kind === 'yes or no') return booleanOf(cell)
	if (kind !== 'list') return cell
	const names = cell.split(LIST_SEPARATOR).map((name) => name.trim())
	return names.filter((name) => name !== '')
}
