import type { LocalDb } from '#device/db.ts'
import type { Pool } from '#domain/draw.ts'
import type { Positions, QuizType } from '#domain/types.ts'

export interface ModelPolicy {
	readonly id: string
	readonly candidateId: string
	readonly text: string
	readonly positions: Positions
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

/** @param counts statements of each of the two candidates. @param position of each on the other's statements. */
const quizOf = (
	number: number,
	quizType: QuizType,
	counts: readonly [number, number],
	position: number | null,
): ModelQuiz => ({
	id: idOf(2, number),
	quizType,
	pools: counts.map((count, at) => {
		const candidate = at + 1
		const candidateId = idOf(3, number, candidate)
		const other = idOf(3, number, 3 - candidate)
		return {
			candidateId,
			items: Array.from({ length: count }, (_, index) => ({
				id: idOf(4, number, candidate, index),
				candidateId,
				text: `Statement ${index} of candidate ${candidate} in quiz ${number}`,
				positions: position === null ? {} : { [other]: position },
			})),
		}
	}),
})

/**
 * One quiz of each type, small enough to be completed within a schedule. Two have positions, so that they may be
 * finished early; the first asks more statements with them than with owners alone.
 */
export const QUIZZES: readonly ModelQuiz[] = [
	quizOf(1, 'SCALE', [4, 2], -1),
	quizOf(2, 'BINARY', [3, 3], 2),
	quizOf(3, 'POLICY_PICK', [4, 4], null),
]

export const quizById = (id: string): ModelQuiz => {
	const quiz = QUIZZES.find((candidate) => candidate.id === id)
	if (quiz === undefined) throw new Error(`no quiz ${id}`)
	return quiz
}

/** @param old stores it like an older build: without positions. */
export const storeCatalogue = async (
	db: Pick<LocalDb, 'elections' | 'compareQuizzes' | 'candidates' | 'policies' | 'fetched'>,
	old = false,
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
		QUIZZES.flatMap((quiz) => quiz.pools.flatMap((pool) => pool.items)).map(
			({ positions, ...policy }) => ({
				...policy,
				positions: old ? null : positions,
				category: null,
				importance: null,
				weight: 1,
				validationStatus: 'VALIDATED',
				clarity: null,
				complexity: null,
				background: null,
				backgroundSource: null,
			}),
		),
	)
	await db.fetched.bulkPut([
		{ key: `elections/${ELECTION}/quizzes`, at: 1 },
		...candidateIds.map((id) => ({ key: `candidates/${id}/policies`, at: 1 })),
	])
}
