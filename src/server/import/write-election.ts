import { randomUUID } from 'node:crypto'
import {
	candidateElections,
	candidates,
	compareQuizCandidates,
	compareQuizzes,
	elections,
	policies,
	settings,
	testConfigurations,
} from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import { dayOf } from '../services/compare-quizzes/material.ts'
import { TEST_FEATURE } from '../services/knowledge-test/configuration.ts'
import type { ElectionFile } from './election-file.ts'

const QUIZ_YEARS = 10

const yearsLater = (moment: Date, years: number): Date => {
	const later = new Date(moment)
	later.setUTCFullYear(later.getUTCFullYear() + years)
	return later
}

const writeCandidates = async (
	tx: Db,
	file: ElectionFile,
	electionId: string,
	now: Date,
): Promise<ReadonlyMap<string, string>> => {
	const idsByName = new Map(file.candidates.map(({ name }) => [name, randomUUID() as string]))
	const idOf = (name: string): string => idsByName.get(name) ?? ''
	await tx.insert(candidates).values(
		file.candidates.map(({ name, party, website, logo }) => ({
			id: idOf(name),
			name,
			party,
			website,
			logo,
			createdAt: now,
		})),
	)
	await tx
		.insert(candidateElections)
		.values(file.candidates.map(({ name }) => ({ candidateId: idOf(name), electionId })))
	await tx.insert(policies).values(
		file.candidates.flatMap((candidate) =>
			candidate.policies.map((policy) => ({
				id: randomUUID(),
				candidateId: idOf(candidate.name),
				text: policy.text,
				category: policy.category,
				importance: policy.importance,
				validationStatus: 'VALIDATED' as const,
				clarityScore: policy.clarity,
				complexityLevel: policy.complexity,
				source: policy.plank,
				createdAt: now,
			})),
		),
	)
	return idsByName
}

const writeQuizzes = async (
	tx: Db,
	file: ElectionFile,
	{ electionId, candidateIds }: { electionId: string; candidateIds: readonly string[] },
	now: Date,
): Promise<void> => {
	const rows = file.quizzes.map((quiz) => ({
		...quiz,
		id: randomUUID(),
		electionId,
		startDate: dayOf(now),
		endDate: dayOf(yearsLater(now, QUIZ_YEARS)),
		createdAt: now,
	}))
	if (rows.length === 0) return
	await tx.insert(compareQuizzes).values(rows)
	await tx
		.insert(compareQuizCandidates)
		.values(
			rows.flatMap((quiz) =>
				candidateIds.map((candidateId) => ({ compareQuizId: quiz.id, candidateId })),
			),
		)
}

const writePair = async (
	tx: Db,
	file: ElectionFile,
	idsByName: ReadonlyMap<string, string>,
	now: Date,
): Promise<void> => {
	if (file.knowledgeTest === undefined) return
	const { candidate1, candidate2 } = file.knowledgeTest
	// One pair is active at a time: the newest import's.
	await tx.update(testConfigurations).set({ active: false })
	await tx.insert(testConfigurations).values({
		id: randomUUID(),
		candidate1Id: idsByName.get(candidate1) ?? '',
		candidate2Id: idsByName.get(candidate2) ?? '',
		active: true,
		createdAt: now,
	})
	await tx
		.insert(settings)
		.values({ key: TEST_FEATURE, value: { enabled: true }, updatedAt: now })
		.onConflictDoNothing()
}

/** Writes an election with everything in its file: policies validated, quizzes open from today for ten years. */
export const writeElection = async (tx: Db, file: ElectionFile, now: Date): Promise<string> => {
	const electionId = randomUUID()
	await tx.insert(elections).values({ ...file.election, id: electionId, createdAt: now })
	const idsByName = await writeCandidates(tx, file, electionId, now)
	await writeQuizzes(tx, file, { electionId, candidateIds: [...idsByName.values()] }, now)
	await writePair(tx, file, idsByName, now)
	return electionId
}
