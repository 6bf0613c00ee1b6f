import { byCodeUnit } from '#domain/draw.ts'
import { fileSlug } from '#domain/written-forms.ts'
import { isRowId } from '../db/sql.ts'
import { cellsOfPositions, isPositionHeader } from '../import/position-columns.ts'
import { LIST_SEPARATOR, TABLES, type TableName } from '../import/tables.ts'
import { writeTable } from '../import/write-table.ts'
import { inFileNames } from '../services/policies/row.ts'
import type { YieldToEventLoop } from '../util.ts'
import type { WholeCandidate, WholeElection, WholePolicy } from './load-election.ts'

type Reference = (candidateId: string) => string

const referencesTo = (candidates: readonly WholeCandidate[]): Reference => {
	const times = new Map<string, number>()
	for (const { name } of candidates) times.set(name, (times.get(name) ?? 0) + 1)
	const references = new Map(
		candidates.map(({ id, name }) => {
			const clear =
				times.get(name) === 1 &&
				!name.includes(LIST_SEPARATOR) &&
				!isRowId(name) &&
				isPositionHeader(name)
			return [id, clear ? name : id]
		}),
	)
	return (id) => references.get(id) ?? id
}

/** File name without its ending. */
export const fileNameOf = ({ name, electionDate }: WholeElection['election']): string =>
	`${fileSlug(name) || 'election'}-${electionDate}`

/** Writes one item per line, so that reported line numbers and diffs are useful. */
const listOf = (items: readonly string[], indent: string): string =>
	items.length === 0 ? '[]' : `[\n${indent}\t${items.join(`,\n${indent}\t`)}\n${indent}]`

/** Writes the stated fields of positions, in the order of references. */
const positionsOf = (
	{ positions }: Pick<WholePolicy, 'positions'>,
	referenceOf: Reference,
): Record<string, unknown>[] =>
	positions
		.map(({ candidateId, ...position }) => ({ candidate: referenceOf(candidateId), ...position }))
		.toSorted((a, b) => byCodeUnit(a.candidate, b.candidate))
		.map((position) =>
			Object.fromEntries(Object.entries(position).filter(([, value]) => value !== null)),
		)

const candidateText = (
	{ standing, policies, ...candidate }: WholeCandidate,
	referenceOf: Reference,
): string => {
	const fields = JSON.stringify({ ...candidate, ...(!standing && { standing }) })
	const lines = policies.map(({ candidateId: _, positions, ...policy }) => {
		const stances = positionsOf({ positions }, referenceOf)
		return JSON.stringify({
			...inFileNames(policy),
			...(stances.length > 0 && { positions: stances }),
		})
	})
	return `${fields.slice(0, -1)},"policies":${listOf(lines, '\t\t')}}`
}

/** Writes an election as one JSON file, for a lossless re-import. */
export const toJsonFile = async (
	{ election, candidates, quizzes }: WholeElection,
	breathe: YieldToEventLoop,
) => {
	const referenceOf = referencesTo(candidates)
	const quizLines = quizzes.map(({ candidateIds, ...quiz }) =>
		JSON.stringify({ ...quiz, candidates: candidateIds.map(referenceOf).toSorted() }),
	)
	const people: string[] = []
	for (const candidate of candidates) {
		people.push(candidateText(candidate, referenceOf))
		await breathe()
	}
	const parts = [
		`\t"election": ${JSON.stringify(election)}`,
		`\t"quizzes": ${listOf(quizLines, '\t')}`,
		`\t"candidates": ${listOf(people, '\t')}`,
	]
	return { name: `${fileNameOf(election)}.json`, text: `{\n${parts.join(',\n')}\n}\n` }
}

type Row = Readonly<Record<string, unknown>>

const toFile = async (
	table: TableName,
	rows: readonly Row[],
	breathe: YieldToEventLoop,
	headers: readonly string[] = [],
) => {
	const { file, columns } = TABLES[table]
	return {
		name: file,
		text: await writeTable([...Object.keys(columns), ...headers], rows, breathe),
	}
}

/** Policies with a column of positions for each candidate who has one, and the owner's as 2. */
const policyTable = (
	{ candidates }: WholeElection,
	election: string,
): { readonly rows: Row[]; readonly headers: readonly string[] } => {
	const referenceOf = referencesTo(candidates)
	const headers = new Set<string>()
	const rows = candidates.flatMap((candidate) =>
		candidate.policies.map(({ positions, ...policy }) => {
			const owner = referenceOf(candidate.id)
			const cells = cellsOfPositions(positionsOf({ positions }, referenceOf))
			for (const header of Object.keys(cells)) headers.add(header)
			return {
				...cells,
				...inFileNames(policy),
				...{ election, candidate: owner, keywords: policy.keywords.join(LIST_SEPARATOR) },
			}
		}),
	)
	const withOwners = rows.map((row) => ({ [row.candidate]: 2, ...row }))
	return { rows: withOwners, headers: [...headers].toSorted(byCodeUnit) }
}

const quizRows = ({ candidates, quizzes }: WholeElection, election: string): Row[] => {
	const referenceOf = referencesTo(candidates)
	return quizzes.map(({ candidateIds, ...quiz }) => ({
		...quiz,
		election,
		candidates: candidateIds.map(referenceOf).toSorted().join(LIST_SEPARATOR),
	}))
}

/** Writes an election as four CSV tables, for a lossless re-import. Policies have a column for each candidate. */
export const toCsvFiles = async (whole: WholeElection, breathe: YieldToEventLoop) => {
	const election = isRowId(whole.election.name) ? whole.election.id : whole.election.name
	const people = whole.candidates.map((candidate) => ({ ...candidate, election }))
	const policies = policyTable(whole, election)
	const files = [
		await toFile('election', [whole.election], breathe),
		await toFile('candidate', people, breathe),
		await toFile('policy', policies.rows, breathe, policies.headers),
		await toFile('quiz', quizRows(whole, election), breathe),
	]
	const begin = fileNameOf(whole.election)
	return files.map(({ name, text }) => ({ name: `${begin}-${name}`, text }))
}
