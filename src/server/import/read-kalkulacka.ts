import * as v from 'valibot'
import { checkRecord, type Place, type Reading, refusalOf } from './drafts.ts'
import type { Located } from './locate-json.ts'
import { plainText } from './plain-text.ts'
import { placesIn } from './read-json.ts'
import {
	addressOf,
	addStatementSet,
	type ForeignPosition,
	type StatementSet,
	sourceOf,
} from './statements.ts'

/** Reads calculators of the Kalkulačka platform: one object, or the files of a folder. */

const optionalText = v.nullish(v.string('must be a text'))
const Named = v.looseObject({
	id: v.string(),
	name: optionalText,
	officialName: optionalText,
	shortName: optionalText,
})
type Named = v.InferOutput<typeof Named>

const Reference = v.looseObject({ id: v.string(), type: v.string() })
const CandidateFields = {
	id: v.string(),
	displayName: optionalText,
	references: v.optional(v.array(Reference), []),
}
const Candidate = v.looseObject({
	...CandidateFields,
	nestedCandidates: v.optional(v.array(v.looseObject(CandidateFields)), []),
})
type Candidate = v.InferOutput<typeof Candidate>

const Answer = v.looseObject({
	questionId: v.string(),
	answer: v.nullish(v.boolean('must be true, false, or null')),
	comment: optionalText,
	respondent: optionalText,
	sources: v.nullish(v.array(v.looseObject({ url: optionalText, title: optionalText }))),
})
type Answer = v.InferOutput<typeof Answer>

const Question = v.looseObject({
	id: v.string(),
	title: optionalText,
	statement: v.unknown(),
	detail: optionalText,
})

const CalculatorFile = v.looseObject({
	calculator: v.optional(v.looseObject({}), {}),
	questions: v.array(Question, 'must be a list'),
	candidates: v.array(Candidate, 'must be a list'),
	candidatesAnswers: v.record(v.string(), v.array(Answer, 'must be a list')),
	organizations: v.nullish(v.array(Named), []),
	persons: v.nullish(v.array(Named), []),
})
type CalculatorFile = v.InferOutput<typeof CalculatorFile>

type Part =
	| 'calculator'
	| 'questions'
	| 'candidates'
	| 'candidatesAnswers'
	| 'organizations'
	| 'persons'

const FILES: Readonly<Record<string, Part>> = {
	'calculator.json': 'calculator',
	'questions.json': 'questions',
	'candidates.json': 'candidates',
	'candidates-answers.json': 'candidatesAnswers',
	'organizations.json': 'organizations',
	'persons.json': 'persons',
}

export const calculatorPart = (fileName: string): Part | null =>
	FILES[fileName.toLowerCase()] ?? null

/** Part by key of an object, which may be a file name with or without its ending. */
const partOfKey = (key: string): Part | null =>
	calculatorPart(key) ?? calculatorPart(`${key}.json`) ?? (key === 'candidatesAnswers' ? key : null)

export const hasAnswers = (value: unknown): boolean =>
	typeof value === 'object' &&
	value !== null &&
	Object.keys(value).some((key) => partOfKey(key) === 'candidatesAnswers')

export interface CalculatorPart {
	readonly part: Part
	readonly name: string
	readonly located: Located
}

type PlaceOf = (part: Part, ...path: (string | number)[]) => Place

interface Entity {
	readonly id: string
	readonly name: string
	readonly party: string | null
	readonly place: Place
	readonly givenBy: 'candidate' | 'party'
	/** An alliance that only groups its candidates. */
	readonly isGroup: boolean
}

const entityOf = (
	{ id, displayName, references }: Pick<Candidate, 'id' | 'displayName' | 'references'>,
	named: ReadonlyMap<string, Named>,
	party: string | null,
	place: Place,
): Entity => {
	const [first] = references.flatMap((reference) => named.get(reference.id) ?? [])
	const name = displayName ?? first?.name ?? first?.officialName ?? first?.shortName ?? id
	const isPerson = references.some(({ type }) => type === 'person')
	return { id, name, party, place, givenBy: isPerson ? 'candidate' : 'party', isGroup: false }
}

const entitiesOf = (
	{ candidates, candidatesAnswers, organizations, persons }: CalculatorFile,
	at: PlaceOf,
): readonly Entity[] => {
	const named = new Map([...(organizations ?? []), ...(persons ?? [])].map((one) => [one.id, one]))
	return candidates.flatMap((candidate, index) => {
		const whole = entityOf(candidate, named, null, at('candidates', index))
		const nested = candidate.nestedCandidates.map((one, inner) =>
			entityOf(one, named, whole.name, at('candidates', index, 'nestedCandidates', inner)),
		)
		const isGroup = nested.length > 0 && candidatesAnswers[candidate.id] === undefined
		return [{ ...whole, isGroup }, ...nested]
	})
}

const VALUES = { true: 2, false: -2, null: 0 } as const

const positionOf = (
	{ name, givenBy }: Entity,
	{ answer, comment, respondent, sources }: Answer,
): ForeignPosition | null => {
	if (answer === undefined) return null
	const [source] = sources ?? []
	const isExpert = respondent === 'expert'
	const said = comment ? plainText(comment) : ''
	return {
		candidate: name,
		value: VALUES[`${answer}`],
		givenBy: isExpert ? 'editor' : givenBy,
		...(said !== '' && { [isExpert ? 'note' : 'quote']: said }),
		...addressOf(source?.url, source?.title),
	}
}

const electionOf = ({ calculator }: CalculatorFile, at: PlaceOf): StatementSet['election'] => {
	const { election, title, shortTitle, description } = calculator as Record<string, unknown>
	const known = (typeof election === 'object' && election !== null ? election : {}) as Record<
		string,
		unknown
	>
	const name = [known.name, title, shortTitle, known.key, description].find(
		(part) => typeof part === 'string' && part !== '',
	)
	const electionDate = [known.date, known.electionDate, calculator.electionDate].find(
		(part) => typeof part === 'string',
	)
	const record = { name, electionDate, jurisdiction: 'FEDERAL' }
	return {
		record,
		place: at('calculator'),
		note: 'imported as FEDERAL because the format has no jurisdiction',
	}
}

const setOf = (file: CalculatorFile, at: PlaceOf): StatementSet => {
	const { candidatesAnswers, questions } = file
	const entities = entitiesOf(file, at).filter(({ isGroup }) => !isGroup)
	const byQuestion = new Map<string, ForeignPosition[]>(questions.map(({ id }) => [id, []]))
	for (const entity of entities) {
		for (const answer of candidatesAnswers[entity.id] ?? []) {
			const position = positionOf(entity, answer)
			if (position !== null) byQuestion.get(answer.questionId)?.push(position)
		}
	}
	return {
		election: electionOf(file, at),
		candidates: entities.map(({ name, party, place }) => ({
			record: { name, ...(party !== null && { party }) },
			place,
		})),
		statements: questions.map(({ id, title, statement, detail }, index) => ({
			record: {
				text: typeof statement === 'string' ? plainText(statement) : statement,
				source: sourceOf(title, 'Kalkulačka'),
			},
			background: plainText(detail ?? ''),
			place: at('questions', index),
			positions: byQuestion.get(id) ?? [],
		})),
	}
}

/** Lists answers that cannot be taken: of strangers, or to unknown questions. */
const noteStrays = (reading: Reading, file: CalculatorFile, at: PlaceOf): void => {
	const { candidatesAnswers, questions } = file
	const known = new Set(entitiesOf(file, at).map(({ id }) => id))
	const asked = new Set(questions.map(({ id }) => id))
	for (const [id, answers] of Object.entries(candidatesAnswers)) {
		const place = at('candidatesAnswers', id)
		const lost = answers.filter(({ questionId }) => !asked.has(questionId)).length
		const note = (message: string): void => {
			reading.notes.push({ file: place.file, line: place.line, message })
		}
		if (!known.has(id))
			note(`Left out: answers of ${id}, who is not a candidate (${answers.length})`)
		else if (lost > 0) note(`Left out: answers of ${id} to questions that are not listed (${lost})`)
	}
}

const read = async (reading: Reading, value: unknown, at: PlaceOf): Promise<void> => {
	const form = { schema: CalculatorFile, table: 'file' } as const
	const { value: file } = checkRecord(reading, form, value, at('calculator'))
	if (file === null) return
	noteStrays(reading, file, at)
	await addStatementSet(reading, setOf(file, at))
}

/** Reads a calculator that is one object, with the parts as fields. */
export const readCalculator = (reading: Reading, name: string, located: Located): Promise<void> => {
	const at = placesIn(name, located)
	const whole = located.value as Readonly<Record<string, unknown>>
	const keys = new Map(
		Object.keys(whole).flatMap((key) => {
			const part = partOfKey(key)
			return part === null ? [] : [[part, key] as const]
		}),
	)
	const parts = [...keys].map(([part, key]) => [part, whole[key]])
	// The fields of the calculator itself may be beside its parts.
	const value = { calculator: whole, ...Object.fromEntries(parts) }
	return read(reading, value, (part, ...path) => at(keys.get(part) ?? part, ...path))
}

export const readCalculatorFolder = async (
	reading: Reading,
	parts: readonly CalculatorPart[],
): Promise<void> => {
	const byPart = new Map(parts.map((one) => [one.part, one]))
	const [first] = parts
	const file = first?.name ?? ''
	const missing = Object.entries(FILES).filter(
		([, part]) => !byPart.has(part) && part !== 'organizations' && part !== 'persons',
	)
	for (const [name] of missing) {
		const reason = `is missing its ${name}: choose all files of the folder`
		reading.refused.push(
			refusalOf({ place: { file, path: '', line: 1 }, name: '' }, 'file', reason),
		)
	}
	if (missing.length > 0) return
	const value = Object.fromEntries(parts.map(({ part, located }) => [part, located.value]))
	await read(reading, value, (part, ...path) => {
		const one = byPart.get(part)
		return one === undefined
			? { file, path: part, line: 1 }
			: placesIn(one.name, one.located)(...path)
	})
}
