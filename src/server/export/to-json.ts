import type { Breathe } from '../breathing.ts'
import type { WholeCandidate, WholeElection } from './load-election.ts'
import { referencesTo } from './references.ts'

/** A file's name after an election's: letters and digits of plain ASCII, which every system can store. */
const slugOf = (name: string): string =>
	name
		.normalize('NFD')
		.replace(/[^\w\s-]/g, '')
		.trim()
		.toLowerCase()
		.replace(/[\s_-]+/g, '-')
		.slice(0, 60) || 'election'

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
	const name = `${slugOf(election.name)}-${election.electionDate}.json`
	return { name, text: `{\n${parts.join(',\n')}\n}\n` }
}
