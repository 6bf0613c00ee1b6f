import { fileSlug } from '#domain/written-forms.ts'
import type { Breathe } from '../breathing.ts'
import type { WholeCandidate, WholeElection } from './load-election.ts'
import { referencesTo } from './references.ts'

/** Beginning of the names of an election's files. */
export const fileNameOf = ({ name, electionDate }: WholeElection['election']): string =>
	`${fileSlug(name) || 'election'}-${electionDate}`

/** A list with an item a line: a report names lines, and an editor shows what was changed. */
const listOf = (items: readonly string[], indent: string): string =>
	items.length === 0 ? '[]' : `[\n${indent}\t${items.join(`,\n${indent}\t`)}\n${indent}]`

const candidateText = ({ standing, policies, ...candidate }: WholeCandidate): string => {
	const fields = JSON.stringify({ ...candidate, ...(!standing && { standing }) })
	const lines = policies.map(
		({
			candidateId: _,
			clarityScore: clarity,
			biasScore: bias,
			effectivenessScore: effectiveness,
			complexityLevel: complexity,
			...policy
		}) => JSON.stringify({ ...policy, clarity, bias, effectiveness, complexity }),
	)
	return `${fields.slice(0, -1)},"policies":${listOf(lines, '\t\t')}}`
}

/** Writes an election as one file, which an import reads again without loss. */
export const toJsonFile = async (
	{ election, candidates, quizzes }: WholeElection,
	breathe: Breathe,
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
