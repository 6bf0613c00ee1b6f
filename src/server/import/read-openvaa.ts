import * as v from 'valibot'
import { groupBy } from '../util.ts'
import { type Cells, checkRecord, type Place, type Reading } from './drafts.ts'
import type { Located } from './locate-json.ts'
import { plainText } from './plain-text.ts'
import { placesIn } from './read-json.ts'
import {
	addStatementSet,
	type ForeignPosition,
	type ForeignStatement,
	type StatementSet,
	sourceOf,
} from './statements.ts'

/** Reads bulk imports of OpenVAA: collections whose records refer to each other by `external_id`. */

const Localized = v.nullish(v.union([v.string(), v.record(v.string(), v.nullable(v.string()))]))
type Localized = v.InferOutput<typeof Localized>

const Ref = v.nullish(v.looseObject({ external_id: v.string() }))
const external_id = v.string('must be a text')
const Answers = v.optional(
	v.record(v.string(), v.looseObject({ value: v.unknown(), info: Localized })),
	{},
)
const answers = { answersByExternalId: Answers, answers: Answers }

const Choice = v.looseObject({
	id: v.union([v.string(), v.number()]),
	normalizableValue: v.optional(v.number()),
})
const Question = v.looseObject({
	external_id,
	type: v.string('must be a text'),
	name: Localized,
	info: Localized,
	category: Ref,
	choices: v.nullish(v.array(Choice)),
})
type Question = v.InferOutput<typeof Question>

const list = <const Schema extends v.GenericSchema>(schema: Schema) =>
	v.optional(v.array(schema, 'must be a list'), [])

const OpenVaaFile = v.looseObject({
	elections: list(
		v.looseObject({
			external_id,
			name: Localized,
			election_date: v.nullish(v.string()),
			date: v.nullish(v.string()),
		}),
	),
	organizations: list(v.looseObject({ external_id, name: Localized, ...answers })),
	candidates: list(
		v.looseObject({
			external_id,
			first_name: v.nullish(v.string()),
			last_name: v.nullish(v.string()),
			organization: Ref,
			...answers,
		}),
	),
	nominations: list(v.looseObject({ candidate: Ref, organization: Ref, election: Ref })),
	question_categories: list(
		v.looseObject({ external_id, name: Localized, category_type: v.nullish(v.string()) }),
	),
	questions: list(Question),
})
type OpenVaaFile = v.InferOutput<typeof OpenVaaFile>

const COLLECTIONS = ['elections', 'candidates', 'organizations', 'questions']

export const isOpenVaa = (value: unknown): boolean =>
	typeof value === 'object' &&
	value !== null &&
	COLLECTIONS.some((name) => {
		const [first] = [(value as Cells)[name]].flat() as unknown[]
		return typeof first === 'object' && first !== null && 'external_id' in first
	})

/** English, else the first language. */
const textOf = (text: Localized): string => {
	if (typeof text === 'string') return plainText(text)
	const found = text?.en ?? Object.values(text ?? {}).find((part) => part !== null)
	return plainText(found ?? '')
}

const OPINION_TYPES = ['singleChoiceOrdinal', 'boolean']

/** Maps an answer linearly from the lowest and highest choice. Null if it falls between two positions. */
const positionValue = ({ type, choices }: Question, answer: unknown): number | null => {
	if (type === 'boolean') return typeof answer === 'boolean' ? (answer ? 2 : -2) : null
	const figures = (choices ?? []).map(
		({ id, normalizableValue }, index) => [String(id), normalizableValue ?? index] as const,
	)
	const figure = new Map(figures).get(String(answer))
	const all = figures.map(([, one]) => one)
	const [low, high] = [Math.min(...all), Math.max(...all)]
	if (figure === undefined || low === high) return null
	const value = ((figure - low) / (high - low)) * 4 - 2
	const rounded = Math.round(value)
	return Math.abs(value - rounded) < 1e-9 ? rounded + 0 : null
}

interface Entity {
	readonly name: string
	readonly party: string
	readonly answers: ReadonlyMap<string, { readonly value: unknown; readonly info: Localized }>
	readonly place: Place
	readonly givenBy: 'candidate' | 'party'
}

type At = (...path: (string | number)[]) => Place

const answersOf = (of: {
	readonly answersByExternalId: v.InferOutput<typeof Answers>
	readonly answers: v.InferOutput<typeof Answers>
}): Entity['answers'] =>
	new Map(
		Object.entries({ ...of.answers, ...of.answersByExternalId }).map(([id, { value, info }]) => [
			id,
			{ value, info },
		]),
	)

const entitiesOf = (
	{ candidates, organizations }: OpenVaaFile,
	at: At,
): ReadonlyMap<string, Entity> => {
	const parties = new Map(organizations.map((one) => [one.external_id, textOf(one.name)]))
	const people = candidates.map((one, index) => {
		const name = [one.first_name, one.last_name].filter(Boolean).join(' ')
		const party = parties.get(one.organization?.external_id ?? '') ?? ''
		const place = at('candidates', index)
		return [
			`candidate ${one.external_id}`,
			{ name, party, answers: answersOf(one), place, givenBy: 'candidate' },
		] as const
	})
	const lists = organizations.map((one, index) => {
		const place = at('organizations', index)
		return [
			`organization ${one.external_id}`,
			{ name: textOf(one.name), party: '', answers: answersOf(one), place, givenBy: 'party' },
		] as const
	})
	return new Map<string, Entity>([...people, ...lists])
}

/** Nominated candidates, and organizations that answered. Without nominations, all of them. */
const nominatedIn = (
	{ nominations, elections }: OpenVaaFile,
	electionId: string,
	entities: ReadonlyMap<string, Entity>,
): readonly Entity[] => {
	const keys =
		nominations.length === 0
			? [...entities.keys()]
			: nominations
					.filter(
						({ election }) => (election?.external_id ?? elections[0]?.external_id) === electionId,
					)
					.map(({ candidate, organization }) =>
						candidate
							? `candidate ${candidate.external_id}`
							: `organization ${organization?.external_id}`,
					)
	return [...new Set(keys)].flatMap((key) => {
		const entity = entities.get(key)
		const isParent = entity?.givenBy === 'party' && entity.answers.size === 0
		return entity === undefined || isParent ? [] : entity
	})
}

const statementOf = (
	question: Question,
	{ category, place }: { readonly category: string; readonly place: Place },
	entities: readonly Entity[],
): { readonly statement: ForeignStatement; readonly lost: readonly string[] } => {
	const lost: string[] = []
	const positions = entities.flatMap((entity): ForeignPosition[] => {
		const answer = entity.answers.get(question.external_id)
		if (answer === undefined || answer.value === null) return []
		const value = positionValue(question, answer.value)
		const said = textOf(answer.info)
		if (value === null) lost.push(entity.name)
		const { name: candidate, givenBy } = entity
		return value === null
			? []
			: [{ candidate, value, givenBy, ...(said !== '' && { quote: said }) }]
	})
	const record = { text: textOf(question.name), source: sourceOf(category, 'OpenVAA') }
	const background = textOf(question.info)
	return { statement: { record, place, positions, background }, lost }
}

const setOf = (reading: Reading, file: OpenVaaFile, index: number, at: At): StatementSet => {
	const election = file.elections[index]
	const entities = nominatedIn(file, election?.external_id ?? '', entitiesOf(file, at))
	const categories = new Map(file.question_categories.map((one) => [one.external_id, one]))
	const statements: ForeignStatement[] = []
	for (const [row, question] of file.questions.entries()) {
		const category = categories.get(question.category?.external_id ?? '')
		if (!OPINION_TYPES.includes(question.type) || category?.category_type === 'info') continue
		const where = { category: textOf(category?.name), place: at('questions', row) }
		const { statement, lost } = statementOf(question, where, entities)
		statements.push(statement)
		if (lost.length > 0) {
			const { file: name, line } = where.place
			const message = `Left out: answers to “${textOf(question.name)}” that match none of the five positions: ${lost.join(', ')}`
			reading.notes.push({ file: name, line, message })
		}
	}
	const electionDate = election?.election_date ?? election?.date ?? undefined
	return {
		election: {
			record: { name: textOf(election?.name) || undefined, electionDate, jurisdiction: 'FEDERAL' },
			place: at('elections', index),
			note: 'imported as FEDERAL because the format has no jurisdiction',
		},
		candidates: entities.map(({ name, party, place }) => ({
			record: { name, ...(party !== '' && { party }) },
			place,
		})),
		statements,
	}
}

/** Lists questions that are no statements to agree or disagree with. */
const noteOthers = (reading: Reading, { questions }: OpenVaaFile, file: string): void => {
	const others = questions.filter(({ type }) => !OPINION_TYPES.includes(type))
	for (const [type, group] of groupBy(others, (question) => question.type)) {
		const message = `Left out: questions of type ${type} (${group.length})`
		reading.notes.push({ file, line: 1, message })
	}
}

export const readOpenVaa = async (
	reading: Reading,
	name: string,
	located: Located,
): Promise<void> => {
	const at = placesIn(name, located)
	const form = { schema: OpenVaaFile, table: 'file' } as const
	const { value: file } = checkRecord(reading, form, located.value, at())
	if (file === null) return
	noteOthers(reading, file, name)
	for (const index of file.elections.length === 0 ? [0] : file.elections.keys()) {
		await addStatementSet(reading, setOf(reading, file, index, at))
	}
}
