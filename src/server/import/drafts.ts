import * as v from 'valibot'
import type { ImportReport, PlannedChange } from '#contract/transfer.ts'
import { IMPORT_MAX_RECORDS } from '#domain/manage-limits.ts'
import type { DateOrder } from '#domain/written-forms.ts'
import { type Breathe, createBreathing } from '../breathing.ts'
import type {
	CandidateRecord,
	ElectionRecord,
	PairRecord,
	PolicyRecord,
	QuizRecord,
} from './records.ts'
import { LIST_SEPARATOR } from './tables.ts'

/** What was read of files, before anybody asks what there is already. */

/** Where a record stands. */
export interface Place {
	readonly file: string
	/** The keys and indexes that lead to it, with dots; empty in a table. */
	readonly path: string
	readonly line: number
	/** Lines of fields that are on another line than the record. */
	readonly lines?: Readonly<Record<string, number>>
}

/** Line of a field, or of the closest part of the record that is known. */
const lineOf = ({ line, lines = {} }: Place, field: string): number => {
	const path = field.split('.')
	for (let length = path.length; length > 0; length--) {
		const known = lines[path.slice(0, length).join('.')]
		if (known !== undefined) return known
	}
	return line
}

/** Cells of a record by column. */
export type Cells = Readonly<Record<string, unknown>>

/** Election and candidate that a file names for a record. */
interface Belongs {
	readonly election?: string
	readonly candidate?: string
}

/** A record of a file; `said` is null where it was refused already. */
interface Draft<Said> {
	readonly place: Place
	readonly said: Said | null
	/** Its name, or the beginning of its text. */
	readonly name: string
	readonly note?: string
	readonly belongs?: Belongs
	/** Its fields as the file has them, where it was refused. */
	readonly raw?: Cells
}

/** Draft as far as a refusal needs it. */
export type Refusable = Pick<Draft<unknown>, 'place' | 'name' | 'belongs' | 'raw'> & {
	readonly said?: unknown
}

export interface CandidateDraft extends Draft<CandidateRecord> {
	/** Left out of the quizzes that name nobody. */
	readonly uncompared?: boolean
}
export interface PolicyDraft extends Draft<PolicyRecord> {
	/** Whose it is: a draft beside it, or a name or an id. */
	readonly of: CandidateDraft | string
}
export type QuizDraft = Draft<QuizRecord>
export type PairDraft = Draft<PairRecord>

export interface ElectionDraft extends Draft<ElectionRecord> {
	/** Set where no record describes the election, but others name it: by its name or id. */
	readonly reference?: string
	readonly candidates: CandidateDraft[]
	readonly policies: PolicyDraft[]
	readonly quizzes: QuizDraft[]
	readonly pairs: PairDraft[]
}

export type Table = PlannedChange['table']

/** Something that cannot be imported as it stands. */
export interface Refusal {
	readonly file: string
	readonly line: number
	readonly table: Table
	readonly name: string
	/** Where it stands in the file: keys and indexes with dots. */
	readonly path: string
	/** For the person; begins with the field where one is at fault. */
	readonly message: string
	/** The same without the field. */
	readonly reason: string
	/** Identifies the record among all records of the files. */
	readonly record: string
	/** The record's cells, to give it back as a row of its table; null for what is no record. */
	readonly row: Cells | null
}

/** Something to know about a file that keeps nothing from being imported. */
export type FileNote = NonNullable<ImportReport['notes']>[number]

/** State of reading files: collects drafts and refusals, counts, and lets other work run. */
export interface Reading {
	readonly elections: ElectionDraft[]
	readonly refused: Refusal[]
	readonly notes: FileNote[]
	/** Order of day and month in dates that can be read both ways; null until a person has said it. */
	readonly dateOrder: DateOrder | null
	/** Dates that can be read both ways, while the order is not known. */
	readonly ambiguousDates: Set<string>
	/** Whether records beyond the limit were left unread. */
	tooMany: boolean
	readonly breathe: Breathe
	/** Counts a record. @returns false where there are too many; the first of those is refused. */
	readonly take: (place: Place, table: Table) => boolean
}

/** Identifies a record: one statement of a file may become a policy of several candidates. */
export const recordKey = (table: Table, { place, belongs }: Refusable): string =>
	[table, place.file, place.line, place.path, belongs?.candidate ?? ''].join(' ')

/** Makes the refusal of a record, or of one of its fields. */
export const refusalOf = (draft: Refusable, table: Table, reason: string, field = ''): Refusal => {
	const { place, name, belongs, raw, said } = draft
	const cells = raw ?? (said as Cells | null | undefined) ?? null
	return {
		file: place.file,
		line: lineOf(place, field),
		table,
		name,
		path: [place.path, field].filter((part) => part !== '').join('.'),
		message: field === '' ? reason : `${field}: ${reason}`,
		reason,
		record: recordKey(table, draft),
		row: cells && { ...belongs, ...cells },
	}
}

/** Starts reading. */
export const startReading = (dateOrder: DateOrder | null = null): Reading => {
	let count = 0
	const reading: Reading = {
		...{ elections: [], refused: [], notes: [], dateOrder, ambiguousDates: new Set() },
		tooMany: false,
		breathe: createBreathing(),
		take(place, table) {
			count++
			if (count === IMPORT_MAX_RECORDS + 1) {
				const reason = `is one too many: at most ${IMPORT_MAX_RECORDS} records can be imported at a time`
				reading.refused.push(refusalOf({ place, name: '' }, table, reason))
				reading.tooMany = true
			}
			return count <= IMPORT_MAX_RECORDS
		},
	}
	return reading
}

const NAME_SHOWN = 120

/** What a record is called: its name, or the beginning of its text. */
export const nameOf = (value: unknown): string => {
	if (typeof value !== 'object' || value === null) return ''
	const { name, text } = value as { name?: unknown; text?: unknown }
	const called = [name, text].find((part) => typeof part === 'string') as string | undefined
	const shown = (called ?? '').trim()
	return shown.length <= NAME_SHOWN ? shown : `${shown.slice(0, NAME_SHOWN - 1)}…`
}

const messageOf = (issue: v.BaseIssue<unknown>): string => {
	if (!issue.message.startsWith('Invalid ')) return issue.message
	if (issue.expected === 'never') return 'is not a known field'
	return issue.received === 'undefined'
		? 'is required'
		: `must be ${issue.expected ?? 'of another form'}`
}

/** Problems of one record that are reported. */
const ISSUES_MAX = 20

const asCell = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(asCell).join(LIST_SEPARATOR)
	return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** The cells of a value that may be anything. */
const cellsOf = (value: unknown): Cells =>
	typeof value === 'object' && value !== null
		? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asCell(part)]))
		: {}

/** Checks a record against its schema. @returns its draft; problems become refusals. */
export const checkRecord = <const Schema extends v.GenericSchema>(
	{ refused }: Pick<Reading, 'refused'>,
	{ schema, table }: { readonly schema: Schema; readonly table: Table },
	value: unknown,
	place: Place,
	belongs: Belongs = {},
): Draft<v.InferOutput<Schema>> => {
	const name = nameOf(value)
	const parsed = v.safeParse(schema, value)
	if (parsed.success) return { place, said: parsed.output, name, belongs }
	const draft = { place, said: null, name, belongs, raw: cellsOf(value) }
	for (const issue of parsed.issues.slice(0, ISSUES_MAX)) {
		const field = (issue.path ?? []).map((item) => String(item.key)).join('.')
		refused.push(refusalOf(draft, table, messageOf(issue), field))
	}
	return draft
}
