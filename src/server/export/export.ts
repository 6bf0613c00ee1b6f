import { fileSlug } from '#domain/written-forms.ts'
import { isRowId } from '../db/sql.ts'
import { LIST_SEPARATOR, TABLES, type TableName } from '../import/tables.ts'
import { writeTable } from '../import/write-table.ts'
import { inFileNames } from '../services/policies/row.ts'
import type { YieldToEventLoop } from '../util.ts'
import type { WholeCandidate, WholeElection } from './load-election.ts'

const referencesTo = (candidates: readonly WholeCandidate[]): ((candidateId: string) => string) => {
	const times = new Map<string, number>()
	for (const { name } of candidates) times.set(name, (times.get(name) ?? 0) + 1)
	const references = new Map(
		candidates.map(({ id, name }) => {
			const clear = times.get(name) === 1 && !name.includes(LIST_SEPARATOR) && !isRowId(name)
			return [id, clear ? name : id]
		}),
	)
	return (id) => references.get(id) ?? id
}

const fileNameOf = ({ name, electionDate }: WholeElection['election']): string =>
	`${fileSlug(name) || 'election'}-${electionDate}`

/** Writes one item per line, so that reported line numbers and diffs are useful. */
const listOf = (items: readonly string[], indent: string): string =>
	items.length === 0 ? '[]' : `[\n${indent}\t${items.join(`,\n${indent}\t`)}\n${indent}]`

const candidateText = ({ standing, policies, ...candidate }: WholeCandidate): string => {
	const fields = JSON.stringify({ ...candidate, ...(!standing && { standing }) })
	const lines = policies.map(({ candidateId: _, ...policy }) => JSON.stringify(inFileNames(policy)))
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
		people.push(candidateText(candidate))
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

const toFile = async (table: TableName, rows: readonly Row[], breathe: YieldToEventLoop) => {
	const { file, columns } = TABLES[table]
	return { name: file, text: await writeTable(Object.keys(columns), rows, breathe) }
}

const policyRows = ({ candidates }: WholeElection, election: string): Row[] => {
	const referenceOf = referencesTo(candidates)
	return candidates.flatMap((candidate) =>
		candidate.policies.map((policy) => ({
			...inFileNames(policy),
			election,
			candidate: referenceOf(candidate.id),
			keywords: policy.keywords.join(LIST_SEPARATOR),
		})),
	)
}

const quizRows = ({ candidates, quizzes }: WholeElection, election: string): Row[] => {
	const referenceOf = referencesTo(candidates)
	return quizzes.map(({ candidateIds, ...quiz }) => ({
		...quiz,
		election,
		candidates: candidateIds.map(referenceOf).toSorted().join(LIST_SEPARATOR),
	}))
}

/** Writes an election as four CSV tables, for a lossless re-import. */
export const toCsvFiles = async (whole: WholeElection, breathe: YieldToEventLoop) => {
	const election = isRowId(whole.election.name) ? whole.election.id : whole.election.name
	const people = whole.candidates.map((candidate) => ({ ...candidate, election }))
	const files = [
		await toFile('election', [whole.election], breathe),
		await toFile('candidate', people, breathe),
		await toFile('policy', policyRows(whole, election), breathe),
		await toFile('quiz', quizRows(whole, election), breathe),
	]
	const begin = fileNameOf(whole.election)
	return files.map(({ name, text }) => ({ name: `${begin}-${name}`, text }))
}
