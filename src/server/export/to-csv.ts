import type { Breathe } from '../breathing.ts'
import { isRowId } from '../db/ids.ts'
import { LIST_SEPARATOR, TABLES, type TableName } from '../import/tables.ts'
import { writeTable } from '../import/write-table.ts'
import type { WholeElection } from './load-election.ts'
import { referencesTo } from './references.ts'
import { fileNameOf } from './to-json.ts'

type Row = Readonly<Record<string, unknown>>

const toFile = async (table: TableName, rows: readonly Row[], breathe: Breathe) => {
	const { file, columns } = TABLES[table]
	return { name: file, text: await writeTable(Object.keys(columns), rows, breathe) }
}

const policyRows = ({ candidates }: WholeElection, election: string): Row[] => {
	const referenceOf = referencesTo(candidates)
	return candidates.flatMap((candidate) =>
		candidate.policies.map((policy) => ({
			...policy,
			election,
			candidate: referenceOf(candidate.id),
			clarity: policy.clarityScore,
			bias: policy.biasScore,
			effectiveness: policy.effectivenessScore,
			complexity: policy.complexityLevel,
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

/** Writes an election as four tables, which an import reads again without loss. */
export const toCsvFiles = async (whole: WholeElection, breathe: Breathe) => {
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
