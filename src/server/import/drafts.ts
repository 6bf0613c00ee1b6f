import * as v from 'valibot'
import type { ImportReport, PlannedChange, TableColumn } from '#contract/admin/import-export.ts'
import { IMPORT_MAX_RECORDS } from '#domain/limits.ts'
import { type DateOrder, readDay } from '#domain/written-forms.ts'
import { createYield, type YieldToEventLoop } from '../util.ts'
import { CandidateRecord, ElectionRecord, PairRecord, PolicyRecord, QuizRecord } from './records.ts'
import { LIST_SEPARATOR } from './tables.ts'

export interface Place {
	readonly file: string
	/** Dotted path of keys and indexes; empty in a table. */
	readonly path: string
	readonly line: number
	/** Lines of fields that are not on the record's line. */
	readonly lines?: Readonly<Record<string, number>>
}

const lineOf = ({ line, lines = {} }: Place, field: string): number => {
	const path = field.split('.')
	for (let length = path.length; length > 0; length--) {
		const known = lines[path.slice(0, length).join('.')]
		if (known !== undefined) return known
	}
	return line
}

export type Cells = Readonly<Record<string, unknown>>

interface Belongs {
	readonly election?: string
	readonly candidate?: string
}

/** A record of a file. `value` is null if it was refused. */
interface Draft<Value> {
	readonly place: Place
	readonly value: Value | null
	readonly name: string
	readonly note?: string
	readonly belongs?: Belongs
	readonly raw?: Cells
	/** Keep the stored record of the same name or text instead of refusing a second one. */
	readonly matched?: boolean
}

export type Refusable = Pick<Draft<unknown>, 'place' | 'name' | 'belongs' | 'raw'> & {
	readonly value?: unknown
}

export interface CandidateDraft extends Draft<CandidateRecord> {
	/** Exclude from quizzes that list no candidates. */
	readonly uncompared?: boolean
}
export interface PolicyDraft extends Draft<PolicyRecord> {
	/** The owner: a draft of the same election, a name, or an id; null lets the plan choose one who agrees fully. */
	readonly of: CandidateDraft | string | null
}
export type QuizDraft = Draft<QuizRecord>
export type PairDraft = Draft<PairRecord>

export interface ElectionDraft extends Draft<ElectionRecord> {
	/** Name or id of an election that records refer to but no file describes. */
	readonly reference?: string
	readonly candidates: CandidateDraft[]
	readonly policies: PolicyDraft[]
	readonly quizzes: QuizDraft[]
	readonly pairs: PairDraft[]
}

export type Table = PlannedChange['table']

export interface Refusal {
	readonly file: string
	readonly line: number
	readonly table: Table
	readonly name: string
	readonly path: string
	/** User-facing message, prefixed with the field if one is at fault. */
	readonly message: string
	readonly reason: string
	readonly record: string
	/** The record's cells for the left-out table, or null if it is not a record. */
	readonly row: Cells | null
}

export type FileNote = NonNullable<ImportReport['notes']>[number]

export interface Reading {
	readonly elections: ElectionDraft[]
	readonly refused: Refusal[]
	readonly notes: FileNote[]
	/** Day and month order for ambiguous dates, or null if the user has not chosen one. */
	readonly dateOrder: DateOrder | null
	readonly ambiguousDates: Set<string>
	readonly chosen: readonly TableColumn[]
	readonly columns: TableColumn[]
	tooMany: boolean
	readonly breathe: YieldToEventLoop
	/** Counts records. @returns false beyond the limit; the first excess record is refused. */
	readonly take: (place: Place, table: Table, records?: number) => boolean
}

export const recordKey = (table: Table, { place }: Refusable): string =>
	[table, place.file, place.line, place.path].join(' ')

export const refusalOf = (draft: Refusable, table: Table, reason: string, field = ''): Refusal => {
	const { place, name, belongs, raw, value } = draft
	const cells = raw ?? (value as Cells | null | undefined) ?? null
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

/** Decisions of the user about files that can be read in several ways. */
export interface ReadOptions {
	readonly dateOrder?: DateOrder | null | undefined
	readonly columns?: readonly TableColumn[] | undefined
}

export const startReading = ({ dateOrder = null, columns = [] }: ReadOptions): Reading => {
	let count = 0
	const reading: Reading = {
		...{ elections: [], refused: [], notes: [], dateOrder, ambiguousDates: new Set() },
		...{ chosen: columns, columns: [] },
		tooMany: false,
		breathe: createYield(),
		take(place, table, records = 1) {
			const before = count
			count += records
			if (before <= IMPORT_MAX_RECORDS && count > IMPORT_MAX_RECORDS) {
				const reason = `is over the limit: you can import at most ${IMPORT_MAX_RECORDS} records at a time`
				reading.refused.push(refusalOf({ place, name: '' }, table, reason))
				reading.tooMany = true
			}
			return count <= IMPORT_MAX_RECORDS
		},
	}
	return reading
}

const NAME_SHOWN = 120

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
		: `must be ${issue.expected ?? 'in another format'}`
}

const ISSUES_MAX = 20

const asCell = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(asCell).join(LIST_SEPARATOR)
	return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

const cellsOf = (value: unknown): Cells =>
	typeof value === 'object' && value !== null
		? Object.fromEntries(
				Object.entries(value).map(([key, part]) => [
					key,
					// Tables of left-out records have a column for each candidate.
					key === 'positions' ? part : asCell(part),
				]),
			)
		: {}

/** Validates a record. Problems become refusals. */
export const checkRecord = <const Schema extends v.GenericSchema>(
	{ refused }: Pick<Reading, 'refused'>,
	{ schema, table }: { readonly schema: Schema; readonly table: Table },
	value: unknown,
	place: Place,
	belongs: Belongs = {},
): Draft<v.InferOutput<Schema>> => {
	const name = nameOf(value)
	const parsed = v.safeParse(schema, value)
	if (parsed.success) return { place, value: parsed.output, name, belongs }
	const draft = { place, value: null, name, belongs, raw: cellsOf(value) }
	for (const issue of parsed.issues.slice(0, ISSUES_MAX)) {
		const field = (issue.path ?? []).map((item) => String(item.key)).join('.')
		refused.push(refusalOf(draft, table, messageOf(issue), field))
	}
	return draft
}

/** Maximum number of ambiguous dates shown; one is enough to ask the user. */
const ASKED_MAX = 5

/** Converts dates to ISO format. Keeps ambiguous ones and collects them in `ambiguousDates`. */
const withDays = (
	{ dateOrder, ambiguousDates }: Pick<Reading, 'dateOrder' | 'ambiguousDates'>,
	value: unknown,
	fields: readonly string[],
): unknown => {
	if (typeof value !== 'object' || value === null) return value
	const days = fields.flatMap((field) => {
		const cell = (value as Readonly<Record<string, unknown>>)[field]
		if (typeof cell !== 'string') return []
		const text = cell.trim()
		if (readDay(text, null) === null && ambiguousDates.size < ASKED_MAX) ambiguousDates.add(text)
		const day = readDay(text, dateOrder)
		return day === null ? [] : [[field, day] as const]
	})
	return { ...value, ...Object.fromEntries(days) }
}

const referenceTo = ({ reference, value, name }: ElectionDraft): string =>
	reference ?? value?.id ?? value?.name ?? name

export const addElection = (
	reading: Reading,
	value: unknown,
	place: Place,
	extra: Pick<ElectionDraft, 'note' | 'matched'> = {},
): ElectionDraft => {
	const record = withDays(reading, value, ['electionDate'])
	const draft = checkRecord(reading, { schema: ElectionRecord, table: 'election' }, record, place)
	const election = { ...draft, ...extra, candidates: [], policies: [], quizzes: [], pairs: [] }
	reading.elections.push(election)
	return election
}

export const addCandidate = (
	reading: Reading,
	election: ElectionDraft,
	value: unknown,
	place: Place,
	extra: Pick<CandidateDraft, 'note' | 'uncompared' | 'matched'> = {},
): CandidateDraft => {
	const belongs = { election: referenceTo(election) }
	const how = { schema: CandidateRecord, table: 'candidate' } as const
	const draft = checkRecord(reading, how, value, place, belongs)
	const candidate = { ...draft, ...extra }
	election.candidates.push(candidate)
	return candidate
}

const ownerOf = (of: PolicyDraft['of']): string | null =>
	typeof of === 'string' || of === null ? of : (of.value?.id ?? of.value?.name ?? of.name)

export const addPolicy = (
	reading: Reading,
	election: ElectionDraft,
	value: unknown,
	{ place, ...extra }: Pick<PolicyDraft, 'of' | 'place' | 'note'>,
): void => {
	const candidate = ownerOf(extra.of)
	const belongs = { election: referenceTo(election), ...(candidate !== null && { candidate }) }
	const how = { schema: PolicyRecord, table: 'policy' } as const
	const draft = checkRecord(reading, how, value, place, belongs)
	election.policies.push({ ...draft, ...extra })
}

export const addQuiz = (
	reading: Reading,
	election: ElectionDraft,
	value: unknown,
	place: Place,
	extra: Pick<QuizDraft, 'matched'> = {},
): void => {
	const record = withDays(reading, value, ['startDate', 'endDate'])
	const belongs = { election: referenceTo(election) }
	const how = { schema: QuizRecord, table: 'quiz' } as const
	election.quizzes.push({ ...checkRecord(reading, how, record, place, belongs), ...extra })
}

export const addPair = (
	reading: Reading,
	election: ElectionDraft,
	value: unknown,
	place: Place,
): void => {
	const how = { schema: PairRecord, table: 'knowledgeTest' } as const
	election.pairs.push(checkRecord(reading, how, value, place))
}
