import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { BeginBody } from '#contract/quiz-bodies.ts'
import type { Attempt } from '#domain/attempt.ts'
import { drawBalanced } from '#domain/draw.ts'
import { FORMULA_VERSION } from '#domain/score.ts'
import type { Statement } from '#domain/types.ts'
import { isRowId } from '../../db/ids.ts'
import { attempts, users } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { accountGone, unauthorized } from '../../http/service-error.ts'
import type { WeighedPolicy } from '../candidates/policies.ts'
import type { QuizMaterial } from '../compare-quizzes/material.ts'
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
export const untouched = ({ quizType, status, statements, formula }: AttemptRow): Attempt => ({
	...{ quizType, status, statements, formula },
	answers: {},
	selection: null,
})

interface Beginning {
	readonly userId: string
	readonly material: QuizMaterial
	readonly body: BeginBody
	readonly now: Date
}

/** The id of a fresh attempt: the one that it had before a backup was restored, unless somebody else's has it. */
const freeId = async (tx: Db, wanted: string | undefined): Promise<string> => {
	if (wanted === undefined || !isRowId(wanted)) return randomUUID()
	const taken = await tx.select({ id: attempts.id }).from(attempts).where(eq(attempts.id, wanted))
	return taken.length > 0 ? randomUUID() : wanted
}

/** Writes a fresh attempt with its type, its statements and their weights frozen. */
export const beginAttempt = async (
	tx: Db,
	{ userId, material, body, now }: Beginning,
): Promise<AttemptRow> => {
	const seed = body?.seed ?? randomUUID()
	const { quiz, candidates, pools } = material
	const row: AttemptRow = {
		id: await freeId(tx, body?.restores),
		userId,
		compareQuizId: quiz.id,
		electionId: quiz.electionId,
		quizName: quiz.name,
		electionName: quiz.electionName ?? '',
		// A voter who began offline keeps the type that they saw, whatever it was changed to since.
		quizType: body?.quizType ?? quiz.quizType,
		status: 'IN_PROGRESS',
		seed,
		formula: FORMULA_VERSION,
		statements: drawBalanced(pools, seed, (policy) => policy.id).map(toStatement),
		candidates,
		startedAt: now,
		completedAt: null,
		supersededAt: null,
	}
	await tx.insert(attempts).values(row)
	return row
}
