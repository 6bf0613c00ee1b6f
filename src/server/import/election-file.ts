import * as v from 'valibot'
import {
	COMPARE_MIN_CANDIDATES,
	IMPORTANCE_DEFAULT,
	IMPORTANCE_MAX,
	IMPORTANCE_MIN,
	POLICY_TEXT_MAX,
} from '#domain/constants.ts'
import { placeProblems } from '#domain/jurisdiction.ts'
import { JURISDICTIONS, POLICY_CATEGORIES, QUIZ_TYPES } from '#domain/types.ts'
import { isStorable } from '../db/storable.ts'
import type { Problem } from './located.ts'

const oneOf = <const Names extends readonly string[]>(names: Names) =>
	v.picklist(names, `must be one of ${names.join(', ')}`)

const text = (max: number) =>
	v.pipe(
		v.string('must be a text'),
		v.trim(),
		v.nonEmpty('must not be empty'),
		v.maxLength(max, `must be at most ${max} characters`),
		v.check(isStorable, 'has a character that is not allowed'),
	)

const list = <const Item extends v.GenericSchema>(item: Item, min: number, what: string) =>
	v.pipe(
		v.array(item, 'must be a list'),
		// Not `minLength`, which keeps silent while an item is wrong: all problems are to be reported together.
		v.rawCheck(({ dataset: { value }, addIssue }) => {
			if (Array.isArray(value) && value.length < min) {
				addIssue({ message: `needs at least ${min} ${what}` })
			}
		}),
	)

const number = (min: number, max: number) =>
	v.pipe(
		v.number('must be a number'),
		v.minValue(min, `must be at least ${min}`),
		v.maxValue(max, `must be at most ${max}`),
	)

const name = text(200)
const place = v.optional(v.nullable(name), null)

/** Whether a day is in the calendar: 1912-02-31 and 0000-01-01 have the form of one. What has another form is told by that alone. */
const isInCalendar = (day: string): boolean => {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return true
	if (day.startsWith('0000')) return false
	const time = Date.parse(`${day}T00:00:00Z`)
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

const day = v.pipe(
	v.string('must be a text'),
	v.isoDate('must be a day (YYYY-MM-DD)'),
	v.check(isInCalendar, 'must be a day of the calendar'),
)
const webAddress = v.pipe(text(2000), v.regex(/^https?:\/\/\S+$/i, 'must be a web address'))

const Policy = v.strictObject({
	text: text(POLICY_TEXT_MAX),
	category: oneOf(POLICY_CATEGORIES),
	/** Where the statement comes from: the plank of a platform. */
	plank: v.optional(v.nullable(name), null),
	importance: v.optional(number(IMPORTANCE_MIN, IMPORTANCE_MAX), IMPORTANCE_DEFAULT),
	clarity: v.optional(v.nullable(number(0, 10)), null),
	complexity: v.optional(
		v.nullable(v.pipe(number(1, 5), v.integer('must be a whole number'))),
		null,
	),
})

const Candidate = v.strictObject({
	name,
	party: v.optional(v.nullable(name), null),
	website: v.optional(v.nullable(webAddress), null),
	logo: v.optional(v.nullable(webAddress), null),
	policies: list(Policy, 1, 'policy'),
})

/** A file that holds one election with its candidates, their policies and its quizzes. */
export const ElectionFile = v.strictObject({
	about: v.optional(v.string('must be a text')),
	election: v.strictObject({
		name,
		electionDate: day,
		jurisdiction: oneOf(JURISDICTIONS),
		state: place,
		county: place,
		city: place,
		zipCode: place,
		active: v.optional(v.boolean('must be true or false'), true),
	}),
	quizzes: v.array(v.strictObject({ name, quizType: oneOf(QUIZ_TYPES) }), 'must be a list'),
	candidates: list(Candidate, COMPARE_MIN_CANDIDATES, 'candidates'),
	/** The pair that the knowledge test asks about, by name. */
	knowledgeTest: v.optional(v.strictObject({ candidate1: name, candidate2: name })),
})
export type ElectionFile = v.InferOutput<typeof ElectionFile>

const repeatedNames = ({ candidates }: ElectionFile): Problem[] =>
	candidates.flatMap((candidate, index) =>
		candidates.findIndex((other) => other.name === candidate.name) < index
			? [{ path: ['candidates', index, 'name'], message: 'is the name of another candidate too' }]
			: [],
	)

const pairProblems = ({ knowledgeTest, candidates }: ElectionFile): Problem[] => {
	if (knowledgeTest === undefined) return []
	const { candidate1, candidate2 } = knowledgeTest
	const unknown = (['candidate1', 'candidate2'] as const)
		.filter((key) => !candidates.some((candidate) => candidate.name === knowledgeTest[key]))
		.map((key) => ({ path: ['knowledgeTest', key], message: 'is not a candidate of this file' }))
	if (candidate1 !== candidate2) return unknown
	return [...unknown, { path: ['knowledgeTest', 'candidate2'], message: 'must be another one' }]
}

/** What is wrong between the fields of a file, each of which has the right form. */
export const problemsBetween = (file: ElectionFile): Problem[] => [
	...placeProblems(file.election.jurisdiction, file.election).map(({ path, message }) => ({
		path: ['election', path],
		message,
	})),
	...repeatedNames(file),
	...pairProblems(file),
]
