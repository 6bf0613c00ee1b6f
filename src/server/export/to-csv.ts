import Papa from 'papaparse'
import { BYTE_ORDER_MARK, CSV_FORM } from '#domain/spreadsheets.ts'
import type { Breathe } from '../breathing.ts'
import { isRowId } from '../db/ids.ts'
import { LIST_SEPARATOR, TABLES, type TableName } from '../import/tables.ts'
import type { WholeElection } from './load-election.ts'
import { referencesTo } from './references.ts'

type Row = Readonly<Record<string, unknown>>

/** So many rows are written at a time. */
const BATCH = 500

const toFile = async (table: TableName, rows: readonly Row[], breathe: Breathe) => {
	const { file, columns } = TABLES[table]
	const fields = Object.keys(columns)
	const parts = [Papa.unparse([fields], CSV_FORM)]
	for (let at = 0; at < rows.length; at += BATCH) {
		const batch = rows.slice(at, at + BATCH)
		parts.push(
			Papa.unparse(
				batch.map((row) => fields.map((field) => row[field])),
				CSV_FORM,
			),
		)
		await breathe()
	}
	return { name: file, text: `${BYTE_ORDER_MARK}${parts.join('\r\n')}\r\n` }
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
	return [
		await toFile('election', [whole.election], breathe),
		await toFile('candidate', people, breathe),
		await toFile('policy', policyRows(whole, election), breathe),
		await toFile('quiz', quizRows(whole, election), breathe),
	]
}
