import * as v from 'valibot'
import type { PlannedChange } from '#contract/transfer.ts'
import { IMPORT_MAX_RECORDS } from '#domain/manage-limits.ts'
import { type Breathe, createBreathing } from '../breathing.ts'
import type {
	CandidateRecord,
	ElectionRecord,
	PairRecord,
	PolicyRecord,
	QuizRecord,
} from './records.ts'

/** What was read of files, before anybody asks what there is already. */

/** Where a record stands. */
export interface Place {
	readonly file: string
	/** The keys and indexes that lead to it, with dots; empty in a table. */
	readonly path: string
	/** Its line, or that of one of its fields. */
	readonly lineOf: (field?: string) => number
}

/** A record of a file; `said` is null where it was refused already. */
interface Draft<Said> {
	readonly place: Place
	readonly said: Said | null
	/** What it is called, as far as that can be told. */
	readonly name: string
	/** What whoever imports should know of it. */
	readonly note?: string
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
}

/** What reading goes on with: takes down what is refused, counts, and lets others have their turn. */
export interface Reading {
	readonly elections: ElectionDraft[]
	readonly refused: Refusal[]
	readonly breathe: Breathe
	/** Counts a record. @returns false where there are too many; the first of those is refused. */
	readonly take: (place: Place, table: Table) => boolean
}

/** What is refused of a record, or of one of its fields. */
export const refusalOf = (
	{ place, name }: Pick<Draft<unknown>, 'place' | 'name'>,
	table: Table,
	reason: string,
	field = '',
): Refusal => ({
	file: place.file,
	line: place.lineOf(field === '' ? undefined : field),
	table,
	name,
	path: [place.path, field].filter((part) => part !== '').join('.'),
	message: field === '' ? reason : `${field}: ${reason}`,
	reason,
})

/** Begins to read. */
export const startReading = (): Reading => {
	let count = 0
	const refused: Refusal[] = []
	const take: Reading['take'] = (place, table) => {
		count++
		if (count === IMPORT_MAX_RECORDS + 1) {
			const reason = `is one too many: at most ${IMPORT_MAX_RECORDS} records can be imported at a time`
			refused.push(refusalOf({ place, name: '' }, table, reason))
		}
		return count <= IMPORT_MAX_RECORDS
	}
	return { elections: [], refused, breathe: createBreathing(), take }
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

/** Checks a record's form. @returns the draft of it; what is wrong is taken down. */
export const checkRecord = <const Schema extends v.GenericSchema>(
	{ refused }: Pick<Reading, 'refused'>,
	{ schema, table }: { readonly schema: Schema; readonly table: Table },
	value: unknown,
	place: Place,
): Draft<v.InferOutput<Schema>> => {
	const name = nameOf(value)
	const parsed = v.safeParse(schema, value)
	if (parsed.success) return { place, said: parsed.output, name }
	for (const issue of parsed.issues) {
		const field = (issue.path ?? []).map((item) => String(item.key)).join('.')
		refused.push(refusalOf({ place, name }, table, messageOf(issue), field))
	}
	return { place, said: null, name }
}
