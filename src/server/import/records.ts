import * as v from 'valibot'
import { isInCalendar, LOGO_PATH } from '#contract/admin/fields.ts'
import { fold } from '#domain/jurisdiction.ts'
import { IMPORTANCE_MAX, IMPORTANCE_MIN, POLICY_TEXT_MAX } from '#domain/limits.ts'
import {
	BACKGROUND_MAX,
	COMPLEXITY_MAX,
	KEYWORD_MAX,
	KEYWORDS_MAX,
	keywordsOf,
	POLICY_STATUSES,
	PRIORITY_MAX,
	SCORE_MAX,
} from '#domain/policies.ts'
import { cleanName } from '#domain/text-rules.ts'
import { JURISDICTIONS, POLICY_CATEGORIES, POSITION_GIVERS, QUIZ_TYPES } from '#domain/types.ts'
import { readDay } from '#domain/written-forms.ts'
import { isStorable } from '../db/sql.ts'
import type { CandidateField } from '../services/candidates/row.ts'
import type { QuizField } from '../services/compare-quizzes/row.ts'
import type { ElectionField } from '../services/elections/row.ts'
import type { PolicyField } from '../services/policies/row.ts'

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

const POSITIONS_MAX = 1000
/** Position of a candidate other than the owner. */
const PositionRecord = v.strictObject({
	candidate: name,
	value: v.picklist([-2, -1, 0, 1, 2], 'must be one of -2, -1, 0, 1, 2'),
	quote: clearable(text(POLICY_TEXT_MAX)),
	source: clearable(text(POLICY_TEXT_MAX)),
	url: clearable(webAddress),
	note: clearable(text(POLICY_TEXT_MAX)),
	status: v.optional(oneOf(POLICY_STATUSES)),
	givenBy: v.optional(
		v.pipe(
			v.unknown(),
			v.transform((value) => (typeof value === 'string' ? value.toLowerCase() : value)),
			v.picklist(POSITION_GIVERS, `must be one of ${POSITION_GIVERS.join(', ')}`),
		),
	),
})
export type PositionRecord = v.InferOutput<typeof PositionRecord>

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
		background: clearable(text(BACKGROUND_MAX)),
		backgroundSource: clearable(text(2000)),
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
		positions: v.optional(
			v.pipe(
				v.array(PositionRecord, 'must be a list of positions'),
				v.maxLength(POSITIONS_MAX, `must be at most ${POSITIONS_MAX} positions`),
			),
		),
	} satisfies Record<PolicyField | 'plank' | 'positions', v.GenericSchema>),
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

/** Refused records stay in their election, so that records referring to them cause no follow-up errors. */
