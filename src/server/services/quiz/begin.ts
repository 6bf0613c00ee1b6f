import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Attempt } from '#domain/attempt.ts'
import { drawBalanced } from '#domain/draw.ts'
import type { Statement } from '#domain/types.ts'
import { attempts, users } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { accountGone, serviceError, unauthorized } from '../../http/service-error.ts'
import type { WeighedPolicy } from '../candidates/policies.ts'
import { type QuizMaterial, validateMaterial } from '../compare-quizzes/material.ts'
import type { AttemptRow } from './attempts.ts'

/**
 * Keeps a voter's other starts and resets waiting until the transaction ends, so that two at once cannot both find
 * nothing in progress. 401 where the account was erased or deleted while this waited.
 */
export const holdVoter = async (tx: Db, userId: string): Promise<void> => {
	const [held] = await tx
		.select({ deletedAt: users.deletedAt })
		.from(users)
		.where(eq(users.id, userId))
		.for('no key update')
	if (held === undefined) throw accountGone()
	if (held.deletedAt !== null) throw unauthorized()
}

const toStatement = (policy: WeighedPolicy): Statement => ({
	policyId: policy.id,
	candidateId: policy.candidateId,
	text: policy.text,
	weight: policy.weight,
	category: policy.category,
	importance: policy.importance,
	clarity: policy.clarityScore,
	complexity: policy.complexityLevel,
})

/** A fresh attempt, as the domain knows it. */
export const untouched = ({ quizType, status, statements }: AttemptRow): Attempt => ({
	...{ quizType, status, statements },
	answers: {},
	selection: null,
})

interface Beginning {
	readonly userId: string
	readonly material: QuizMaterial
	/** What the statements are drawn with; undefined draws one. */
	readonly seed: string | undefined
	readonly now: Date
}

/** Writes a fresh attempt with its statements drawn and their weights frozen; 409 where the quiz cannot be taken. */
export const beginAttempt = async (
	tx: Db,
	{ userId, material, seed = randomUUID(), now }: Beginning,
): Promise<AttemptRow> => {
	const { valid, message } = validateMaterial(material, now, false)
	if (!valid) throw serviceError('conflict', message)
	const { quiz, candidates, pools } = material
	const row: AttemptRow = {
		id: randomUUID(),
		userId,
		compareQuizId: quiz.id,
		electionId: quiz.electionId,
		quizName: quiz.name,
		electionName: quiz.electionName ?? '',
		quizType: quiz.quizType,
		status: 'IN_PROGRESS',
		seed,
		statements: drawBalanced(pools, seed, (policy) => policy.id).map(toStatement),
		candidates,
		startedAt: now,
		completedAt: null,
		supersededAt: null,
	}
	await tx.insert(attempts).values(row)
	return row
}
