import { and, asc, inArray, isNull } from 'drizzle-orm'
import type { CompareQuiz } from '#contract/compare-quizzes.ts'
import type { Pool } from '#domain/draw.ts'
import { type QuizValidation, validateQuiz } from '#domain/quiz-validation.ts'
import { type ComparedCandidate, candidates } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { dayOf } from '../../time-zone.ts'
import { validatedPolicies, type WeighedPolicy } from '../candidates/policies.ts'
import { getCompareQuiz } from './read.ts'

/** All that an attempt is drawn from. */
export interface QuizMaterial {
	readonly quiz: CompareQuiz
	readonly candidates: readonly ComparedCandidate[]
	readonly pools: readonly Pool<WeighedPolicy>[]
}

/** Loads a quiz with its candidates and their validated policies; 404 where there is no such quiz. */
export const loadMaterial = async (db: Db, quizId: string): Promise<QuizMaterial> => {
	const quiz = await getCompareQuiz(db, quizId)
	const compared = await db
		.select({ id: candidates.id, name: candidates.name, logo: candidates.logo })
		.from(candidates)
		.where(and(inArray(candidates.id, quiz.candidateIds), isNull(candidates.deletedAt)))
		.orderBy(asc(candidates.id))
	const policies = await validatedPolicies(db, quiz.candidateIds)
	const pools = compared.map(({ id }) => ({
		candidateId: id,
		items: policies.filter((policy) => policy.candidateId === id),
	}))
	return { quiz, candidates: compared, pools }
}

/** Whether the quiz can be taken, and what to tell a voter who has completed it before. */
export const validateMaterial = (
	{ quiz, candidates, pools }: QuizMaterial,
	now: Date,
	completedBefore: boolean,
): QuizValidation => {
	const counts = new Map(pools.map((pool) => [pool.candidateId, pool.items.length]))
	const counted = candidates.map(({ id, name }) => ({
		name,
		validatedPolicies: counts.get(id) ?? 0,
	}))
	const { startDate, endDate } = quiz
	const toValidate = { active: quiz.active, startDate, endDate, candidates: counted }
	return validateQuiz(toValidate, dayOf(now), completedBefore)
}
