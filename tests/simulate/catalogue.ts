import type { LocalDb } from '#device/db.ts'
import type { Pool } from '#domain/draw.ts'
import type { QuizType } from '#domain/types.ts'

export interface ModelPolicy {
	readonly id: string
	readonly candidateId: string
	readonly text: string
}
export interface ModelQuiz {
	readonly id: string
	readonly quizType: QuizType
	readonly pools: readonly Pool<ModelPolicy>[]
}

/** UUIDs, as the real server requires them, with readable digits. */
const idOf = (kind: number, quiz: number, candidate = 0, policy = 0): string =>
	`${String(kind).padStart(8, '0')}-0000-4000-8000-${String(quiz).padStart(4, '0')}${String(candidate).padStart(4, '0')}${String(policy).padStart(4, '0')}`

export const ELECTION = idOf(1, 0)

const quizOf = (number: number, quizType: QuizType, perCandidate: number): ModelQuiz => ({
	id: idOf(2, number),
	quizType,
	pools: [1, 2].map((candidate) => {
		const candidateId = idOf(3, number, candidate)
		return {
			candidateId,
			items: Array.from({ length: perCandidate }, (_, index) => ({
				id: idOf(4, number, candidate, index),
				candidateId,
				text: `Statement ${index} of candidate ${candidate} in quiz ${number}`,
			})),
		}
	}),
})

/** One quiz of each type, small enough to be completed within a schedule. */
export const QUIZZES: readonly ModelQuiz[] = [
	quizOf(1, 'SCALE', 2),
	quizOf(2, 'BINARY', 2),
	quizOf(3, 'POLICY_PICK', 4),
]

export const quizById = (id: string): ModelQuiz => {
	const quiz = QUIZZES.find((candidate) => candidate.id === id)
	if (quiz === undefined) throw new Error(`no quiz ${id}`)
	return quiz
}

export const storeCatalogue = async (
	db: Pick<LocalDb, 'elections' | 'compareQuizzes' | 'candidates' | 'policies' | 'fetched'>,
): Promise<void> => {
	const common = { state: null, county: null, city: null, zipCode: null, active: true }
	const day = '2026-11-30'
	await db.elections.put({
		...common,
		id: ELECTION,
		name: 'Election',
		electionDate: day,
		jurisdiction: 'FEDERAL',
	})
	const candidateIds = QUIZZES.flatMap((quiz) => quiz.pools.map((pool) => pool.candidateId))
	await db.compareQuizzes.bulkPut(
		QUIZZES.map(({ id, quizType, pools }) => ({
			id,
			name: id,
			electionId: ELECTION,
			electionName: 'Election',
			candidateIds: pools.map((pool) => pool.candidateId),
			active: true,
			startDate: null,
			endDate: null,
			quizType,
		})),
	)
	await db.candidates.bulkPut(
		candidateIds.map((id) => ({
			id,
			name: id,
			website: null,
			logo: null,
			party: null,
			electionId: ELECTION,
			electionIds: [ELECTION],
		})),
	)
	await db.policies.bulkPut(
		QUIZZES.flatMap((quiz) => quiz.pools.flatMap((pool) => pool.items)).map((policy) => ({
			...policy,
			category: null,
			importance: null,
			weight: 1,
			validationStatus: 'VALIDATED',
			clarity: null,
			complexity: null,
			positions: {},
			background: null,
			backgroundSource: null,
		})),
	)
	await db.fetched.bulkPut([
		{ key: `elections/${ELECTION}/quizzes`, at: 1 },
		...candidateIds.map((id) => ({ key: `candidates/${id}/policies`, at: 1 })),
	])
}
