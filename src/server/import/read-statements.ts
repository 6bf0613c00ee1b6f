import * as v from 'valibot'
import { JURISDICTIONS } from '#domain/types.ts'
import { checkRecord, type Reading } from './drafts.ts'
import type { Located } from './locate-json.ts'
import { type At, placesIn } from './read-json.ts'
import {
	addStatementSet,
	type ForeignStatement,
	type PositionScale,
	type StatementSet,
	scaleOf,
	sourceOf,
} from './statements.ts'

const position = v.number('must be a number')
const optionalText = v.nullish(v.string('must be a text'))

/** Statements with positions by party or candidate name. Other fields are ignored. */
const StatementsFile = v.looseObject({
	election: v.looseObject({
		name: v.unknown(),
		date: v.optional(v.unknown()),
		electionDate: v.optional(v.unknown()),
		jurisdiction: v.optional(v.unknown()),
		source: optionalText,
		licence: optionalText,
	}),
	candidates: v.array(v.looseObject({ name: v.unknown() }), 'must be a list'),
	statements: v.array(
		v.looseObject({
			text: v.unknown(),
			title: optionalText,
			category: v.optional(v.unknown()),
			background: v.optional(v.unknown()),
			positions: v.record(v.string(), position),
		}),
		'must be a list',
	),
})
type StatementsFile = v.InferOutput<typeof StatementsFile>
type Statement = StatementsFile['statements'][number]

export const hasStatements = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && 'statements' in value

const electionOf = ({ election }: StatementsFile, at: At): StatementSet['election'] => {
	const { name, date, electionDate, jurisdiction, state, county, city, zipCode } = election
	const known = JURISDICTIONS.some((one) => one === jurisdiction)
	const place = Object.fromEntries(
		Object.entries({ state, county, city, zipCode }).filter(([, part]) => part !== undefined),
	)
	const record = {
		name,
		electionDate: electionDate ?? date,
		jurisdiction: known ? jurisdiction : 'FEDERAL',
		...place,
	}
	const note = known ? undefined : 'imported as FEDERAL because its jurisdiction is unknown'
	return { record, place: at('election'), ...(note !== undefined && { note }) }
}

const candidatesOf = ({ candidates }: StatementsFile, at: At): StatementSet['candidates'] =>
	candidates.map(({ name, party, website, logo }, index) => {
		const fields = Object.entries({ name, party, website, logo })
		const record = Object.fromEntries(fields.filter(([, value]) => value !== undefined))
		return { record, place: at('candidates', index) }
	})

const statementOf = (
	{ text, title, category, background, positions }: Statement,
	{ source, licence }: StatementsFile['election'],
	{ read }: PositionScale,
	names: ReadonlySet<string>,
): Omit<ForeignStatement, 'place'> => {
	const fields = { text, category, background, source: sourceOf(title, source, licence) }
	const record = Object.fromEntries(
		Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
	)
	const found = Object.entries(positions).map(
		([candidate, figure]) => ({ candidate, figure, value: read(figure) }) as const,
	)
	const [stranger] = found.filter(({ candidate }) => !names.has(candidate))
	const [odd] = found.filter(({ value }) => value === null)
	const known = found.flatMap(({ candidate, value }) =>
		value === null ? [] : [{ candidate, value }],
	)
	const problem = stranger
		? { field: stranger.candidate, reason: 'is not one of the candidates' }
		: odd && { field: odd.candidate, reason: `is not a position from -2 to 2: ${odd.figure}` }
	return {
		record,
		positions: known,
		...(problem && { problem: { ...problem, field: `positions.${problem.field}` } }),
	}
}

/** Reads a statements file as one election with one quiz of all candidates who have a position. */
export const readStatementsFile = async (
	reading: Reading,
	name: string,
	located: Located,
): Promise<void> => {
	const at = placesIn(name, located)
	const form = { schema: StatementsFile, table: 'file' } as const
	const { value: file } = checkRecord(reading, form, located.value, at())
	if (file === null) return
	const names = new Set(file.candidates.map((candidate) => String(candidate.name)))
	const scale = scaleOf(file.statements.flatMap(({ positions }) => Object.values(positions)))
	if (scale.note !== null) reading.notes.push({ file: name, line: 1, message: scale.note })
	await addStatementSet(reading, {
		election: electionOf(file, at),
		candidates: candidatesOf(file, at),
		statements: file.statements.map((statement, index) => ({
			...statementOf(statement, file.election, scale, names),
			place: at('statements', index),
		})),
	})
}
