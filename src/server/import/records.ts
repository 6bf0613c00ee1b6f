import * as v from 'valibot'
import { isInCalendar, LOGO_PATH } from '#contract/admin/fields.ts'
import type { ImportReport, PlannedChange } from '#contract/admin/import-export.ts'
import { fold } from '#domain/jurisdiction.ts'
import {
	IMPORT_MAX_RECORDS,
	IMPORTANCE_MAX,
	IMPORTANCE_MIN,
	POLICY_TEXT_MAX,
} from '#domain/limits.ts'
import {
	COMPLEXITY_MAX,
	KEYWORD_MAX,
	KEYWORDS_MAX,
	keywordsOf,
	POLICY_STATUSES,
	PRIORITY_MAX,
	SCORE_MAX,
} from '#domain/policies.ts'
import { cleanName } from '#domain/text-rules.ts'
import { JURISDICTIONS, POLICY_CATEGORIES, QUIZ_TYPES } from '#domain/types.ts'
import { type DateOrder, readDay } from '#domain/written-forms.ts'
import { isStorable } from '../db/sql.ts'
import type { CandidateField } from '../services/candidates/row.ts'
import type { QuizField } from '../services/compare-quizzes/row.ts'
import type { ElectionField } from '../services/elections/row.ts'
import type { PolicyField } from '../services/policies/row.ts'
import { createYield, type YieldToEventLoop } from '../util.ts'
import { LIST_SEPARATOR } from './tables.ts'

/**
 * Record schemas, shared by all formats. Absent fields keep the stored value, or get the default in a new record.
 * Messages are predicates, because the field name precedes them.
 */

const codeOf = (text: string): string =>
	fold(text.replace(/\(.*\)/, '').trim())
		.replace(/[^a-z0-9]+/g, '_')
		.toUpperCase()

/** Accepts a code or its UI label (English or Spanish). */
const oneOf = <const Names extends readonly string[]>(
	names: Names,
	words: Readonly<Record<string, Names[number]>> = {},
) =>
	v.pipe(
		v.unknown(),
		v.transform((value) => {
			if (typeof value !== 'string') return value
			const code = codeOf(value)
			return Object.hasOwn(words, code) ? words[code] : code
		}),
		v.picklist(names, `must be one of ${names.join(', ')}`),
	)

const text = (max: number, tidy = (given: string) => given.trim()) =>
	v.pipe(
		v.string('must be a text'),
		v.transform(tidy),
		v.nonEmpty('must not be empty'),
		v.maxLength(max, `must be at most ${max} characters`),
		v.check(isStorable, 'has a character that is not allowed'),
	)

const number = (min: number, max: number) =>
	v.pipe(
		v.number('must be a number'),
		v.minValue(min, `must be at least ${min}`),
		v.maxValue(max, `must be at most ${max}`),
	)

const whole = (max: number) => v.pipe(number(1, max), v.integer('must be a whole number'))

const CATEGORY_WORDS = {
	ECONOMIA: 'ECONOMY',
	SANIDAD: 'HEALTHCARE',
	EDUCACION: 'EDUCATION',
	MEDIO_AMBIENTE: 'ENVIRONMENT',
	ASUNTOS_SOCIALES: 'SOCIAL',
	POLITICA_EXTERIOR: 'FOREIGN_POLICY',
	GOBERNANZA: 'GOVERNANCE',
} as const
const JURISDICTION_WORDS = { ZIP_CODE: 'ZIP' } as const
const QUIZ_TYPE_WORDS = {
	AGREE_DISAGREE: 'BINARY',
	YES_NO: 'BINARY',
	SI_O_NO: 'BINARY',
	'5_POINT_SCALE': 'SCALE',
	SCALE_RATING: 'SCALE',
	ESCALA: 'SCALE',
	PICK_POLICIES: 'POLICY_PICK',
	ELECCION_DE_PROPUESTAS: 'POLICY_PICK',
} as const

const clearable = <const Schema extends v.GenericSchema>(schema: Schema) =>
	v.optional(v.nullable(schema))

const dayProblem = (value: string): string | null => {
	if (readDay(value, null) === null) {
		return 'can be read in two ways: say whether the month or the day comes first'
	}
	if (!v.is(IsoDay, value)) return 'must be a day (YYYY-MM-DD)'
	return isInCalendar(value) ? null : 'must be a day of the calendar'
}

const IsoDay = v.pipe(v.string(), v.isoDate())
const day = v.pipe(
	v.string('must be a text'),
	v.rawCheck(({ dataset, addIssue }) => {
		const problem = dataset.typed ? dayProblem(dataset.value) : null
		if (problem !== null) addIssue({ message: problem })
	}),
)
const WEB_ADDRESS = /^https?:\/\/\S+$/i
const webAddress = v.pipe(text(2000), v.regex(WEB_ADDRESS, 'must be a web address'))
const logo = v.pipe(
	text(2000),
	v.check((value) => WEB_ADDRESS.test(value) || LOGO_PATH.test(value), 'must be a web address'),
)
const id = v.optional(
	v.pipe(v.string('must be a text'), v.trim(), v.uuid('must be a UUID'), v.toLowerCase()),
)
const name = text(200, cleanName)
const place = clearable(name)
const active = v.optional(v.boolean('must be true or false'))

export const ElectionRecord = v.strictObject({
	id,
	name,
	electionDate: day,
	jurisdiction: oneOf(JURISDICTIONS, JURISDICTION_WORDS),
	state: place,
	county: place,
	city: place,
	zipCode: clearable(text(20)),
	active,
} satisfies Record<ElectionField, v.GenericSchema>)
export type ElectionRecord = v.InferOutput<typeof ElectionRecord>

export const CandidateRecord = v.strictObject({
	id,
	name,
	party: place,
	website: clearable(webAddress),
	logo: clearable(logo),
	/** False for a candidate who is compared in a quiz but does not run in the election. */
	standing: v.optional(v.boolean('must be true or false')),
} satisfies Record<CandidateField | 'standing', v.GenericSchema>)
export type CandidateRecord = v.InferOutput<typeof CandidateRecord>

/** Input limit. Duplicates are removed before the real limit applies. */
const KEYWORDS_LISTED = 1000

export const PolicyRecord = v.pipe(
	v.strictObject({
		id,
		text: text(POLICY_TEXT_MAX),
		category: oneOf(POLICY_CATEGORIES, CATEGORY_WORDS),
		/** Source of the statement. Older files call it `plank`. */
		source: clearable(text(2000)),
		plank: clearable(text(2000)),
		importance: v.optional(number(IMPORTANCE_MIN, IMPORTANCE_MAX)),
		validationStatus: v.optional(oneOf(POLICY_STATUSES)),
		clarity: clearable(number(0, SCORE_MAX)),
		bias: clearable(number(0, SCORE_MAX)),
		effectiveness: clearable(number(0, SCORE_MAX)),
		complexity: clearable(whole(COMPLEXITY_MAX)),
		priority: v.optional(whole(PRIORITY_MAX)),
		prioritySource: clearable(name),
		keywords: v.optional(
			v.pipe(
				v.array(v.unknown(), 'must be a list of texts'),
				v.maxLength(KEYWORDS_LISTED, `must be at most ${KEYWORDS_MAX} keywords`),
				v.array(text(KEYWORD_MAX)),
				v.transform(keywordsOf),
				v.maxLength(KEYWORDS_MAX, `must be at most ${KEYWORDS_MAX} keywords`),
			),
		),
	} satisfies Record<PolicyField | 'plank', v.GenericSchema>),
	v.transform(({ source, plank, ...record }) => ({
		...record,
		source: source === undefined ? plank : source,
	})),
)
export type PolicyRecord = v.InferOutput<typeof PolicyRecord>

export const QuizRecord = v.strictObject({
	id,
	name,
	quizType: oneOf(QUIZ_TYPES, QUIZ_TYPE_WORDS),
	startDate: clearable(day),
	endDate: clearable(day),
	active,
	/** Names or ids. A new quiz without it compares all candidates of its election in the files. */
	candidates: v.optional(
		v.pipe(
			v.array(v.unknown(), 'must be a list of names'),
			v.maxLength(1000, 'must be at most 1000 candidates'),
			v.array(name),
		),
	),
} satisfies Record<QuizField | 'candidates', v.GenericSchema>)
export type QuizRecord = v.InferOutput<typeof QuizRecord>

export const PairRecord = v.strictObject({ candidate1: name, candidate2: name })
export type PairRecord = v.InferOutput<typeof PairRecord>

export interface Place {
	readonly file: string
	/** Dotted path of keys and indexes; empty in a table. */
	readonly path: string
	readonly line: number
	/** Lines of fields that are not on the record's line. */
	readonly lines?: Readonly<Record<string, number>>
}

/** Returns the line of a field, or of its closest located parent. */
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

/** A record of a file. `said` is null if it was refused. */
interface Draft<Said> {
	readonly place: Place
	readonly said: Said | null
	readonly name: string
	readonly note?: string
	readonly belongs?: Belongs
	readonly raw?: Cells
}

export type Refusable = Pick<Draft<unknown>, 'place' | 'name' | 'belongs' | 'raw'> & {
	readonly said?: unknown
}

export interface CandidateDraft extends Draft<CandidateRecord> {
	/** Exclude from quizzes that list no candidates. */
	readonly uncompared?: boolean
}
export interface PolicyDraft extends Draft<PolicyRecord> {
	/** The candidate: a draft of the same election, a name, or an id. */
	readonly of: CandidateDraft | string
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
	/** Records beyond the limit were not read. */
	tooMany: boolean
	readonly breathe: YieldToEventLoop
	/** Counts a record. @returns false beyond the limit; the first excess record is refused. */
	readonly take: (place: Place, table: Table) => boolean
}

/** Identifies a record. Includes the candidate, because one statement may yield policies of several candidates. */
export const recordKey = (table: Table, { place, belongs }: Refusable): string =>
	[table, place.file, place.line, place.path, belongs?.candidate ?? ''].join(' ')

/** Creates the refusal of a record or one of its fields. */
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

/** Creates the state of reading files. */
export const startReading = (dateOrder: DateOrder | null = null): Reading => {
	let count = 0
	const reading: Reading = {
		...{ elections: [], refused: [], notes: [], dateOrder, ambiguousDates: new Set() },
		tooMany: false,
		breathe: createYield(),
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

/** Returns the record's name or the start of its text, for display. */
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

const ISSUES_MAX = 20

const asCell = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(asCell).join(LIST_SEPARATOR)
	return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

const cellsOf = (value: unknown): Cells =>
	typeof value === 'object' && value !== null
		? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asCell(part)]))
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
	if (parsed.success) return { place, said: parsed.output, name, belongs }
	const draft = { place, said: null, name, belongs, raw: cellsOf(value) }
	for (const issue of parsed.issues.slice(0, ISSUES_MAX)) {
		const field = (issue.path ?? []).map((item) => String(item.key)).join('.')
		refused.push(refusalOf(draft, table, messageOf(issue), field))
	}
	return draft
}

/** Refused records stay in their election, so that records referring to them cause no follow-up errors. */

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

const referenceTo = ({ reference, said, name }: ElectionDraft): string =>
	reference ?? said?.id ?? said?.name ?? name

/** Validates an election and adds it. */
export const addElection = (
	reading: Reading,
	value: unknown,
	place: Place,
	extra: Pick<ElectionDraft, 'note'> = {},
): ElectionDraft => {
	const record = withDays(reading, value, ['electionDate'])
	const draft = checkRecord(reading, { schema: ElectionRecord, table: 'election' }, record, place)
	const election = { ...draft, ...extra, candidates: [], policies: [], quizzes: [], pairs: [] }
	reading.elections.push(election)
	return election
}

/** Validates a candidate and adds it to an election. */
export const addCandidate = (
	reading: Reading,
	election: ElectionDraft,
	value: unknown,
	place: Place,
	extra: Pick<CandidateDraft, 'note' | 'uncompared'> = {},
): CandidateDraft => {
	const belongs = { election: referenceTo(election) }
	const how = { schema: CandidateRecord, table: 'candidate' } as const
	const draft = checkRecord(reading, how, value, place, belongs)
	const candidate = { ...draft, ...extra }
	election.candidates.push(candidate)
	return candidate
}

/** Validates a policy and adds it to an election. */
export const addPolicy = (
	reading: Reading,
	election: ElectionDraft,
	value: unknown,
	{ place, ...extra }: Pick<PolicyDraft, 'of' | 'place' | 'note'>,
): void => {
	const candidate =
		typeof extra.of === 'string'
			? extra.of
			: (extra.of.said?.id ?? extra.of.said?.name ?? extra.of.name)
	const belongs = { election: referenceTo(election), candidate }
	const how = { schema: PolicyRecord, table: 'policy' } as const
	const draft = checkRecord(reading, how, value, place, belongs)
	election.policies.push({ ...draft, ...extra })
}

/** Validates a quiz and adds it to an election. */
export const addQuiz = (
	reading: Reading,
	election: ElectionDraft,
	value: unknown,
	place: Place,
): void => {
	const record = withDays(reading, value, ['startDate', 'endDate'])
	const belongs = { election: referenceTo(election) }
	const how = { schema: QuizRecord, table: 'quiz' } as const
	election.quizzes.push(checkRecord(reading, how, record, place, belongs))
}

/** Validates a knowledge test pair and adds it to an election. */
export const addPair = (
	reading: Reading,
	election: ElectionDraft,
	value: unknown,
	place: Place,
): void => {
	const how = { schema: PairRecord, table: 'knowledgeTest' } as const
	election.pairs.push(checkRecord(reading, how, value, place))
}
