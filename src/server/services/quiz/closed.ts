import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { QUIZ_CLOSED } from '#contract/endpoint.ts'
import { type FormulaVersion, OWNERS_FORMULA } from '#domain/score.ts'
import type { Db } from '../../db/open.ts'
import {
	audit,
	compareQuizCandidates,
	compareQuizzes,
	policies,
	positions,
} from '../../db/schema.ts'
import { isServiceError, type ServiceError, serviceError } from '../../http/errors.ts'
import { dayOf } from '../../util.ts'
import {
	checkMaterial,
	type MaterialOf,
	type QuizMaterial,
	withOwnersOnly,
} from '../compare-quizzes/read.ts'

const lastChange = async (db: Db, where: SQL | undefined): Promise<string | null> => {
	const [row] = await db
		.select({ at: audit.at })
		.from(audit)
		.where(where)
		.orderBy(desc(audit.at))
		.limit(1)
	return row ? dayOf(row.at) : null
}

const lastContentChange = async (db: Db, quizId: string): Promise<string | null> => {
	const compared = await db
		.select({ id: compareQuizCandidates.candidateId })
		.from(compareQuizCandidates)
		.where(eq(compareQuizCandidates.compareQuizId, quizId))
	const ids = compared.map(({ id }) => id)
	const statements = db
		.select({ id: sql<string>`${policies.id}::text` })
		.from(policies)
		.where(inArray(policies.candidateId, ids))
	const stances = db
		.select({ id: sql<string>`${positions.id}::text` })
		.from(positions)
		.where(inArray(positions.candidateId, ids))
	const changed = or(
		inArray(audit.target, [quizId, ...ids]),
		inArray(audit.target, statements),
		inArray(audit.target, stances),
	)
	return lastChange(db, changed)
}

/** Day the quiz stopped taking attempts; null if unknown or not open yet. */
const closingDay = async (db: Db, quizId: string, now: Date): Promise<string | null> => {
	const [quiz] = await db
		.select({
			active: compareQuizzes.active,
			startDate: compareQuizzes.startDate,
			endDate: compareQuizzes.endDate,
			deletedAt: compareQuizzes.deletedAt,
		})
		.from(compareQuizzes)
		.where(eq(compareQuizzes.id, quizId))
	const ofQuiz = eq(audit.target, quizId)
	if (quiz === undefined) {
		return lastChange(db, and(ofQuiz, eq(audit.action, 'compareQuiz.deleted')))
	}
	if (quiz.deletedAt !== null) return dayOf(quiz.deletedAt)
	const today = dayOf(now)
	if (quiz.endDate !== null && quiz.endDate < today) return quiz.endDate
	if (!quiz.active) {
		const switchedOff = sql`${audit.before} ->> 'active' = 'true' and ${audit.after} ->> 'active' = 'false'`
		return (await lastChange(db, and(ofQuiz, switchedOff))) ?? today
	}
	if (quiz.startDate !== null && today < quiz.startDate) return null
	return (await lastContentChange(db, quizId)) ?? today
}

export const closed = async (
	db: Db,
	quizId: string,
	now: Date,
	error: ServiceError,
): Promise<ServiceError> => {
	const closedOn = await closingDay(db, quizId, now)
	return closedOn === null ? error : Object.assign(error, { type: QUIZ_CLOSED, closedOn })
}

/**
 * Loads the material of a new attempt, which begins when its start reaches the server: client clocks are not trusted
 * (I12). It may be completed after the quiz closed. @throws 404 or 409, with the closing day, if the quiz takes none.
 */
export const openMaterial = async (
	tx: Db,
	quizId: string,
	now: Date,
	materialOf: MaterialOf,
	formula: FormulaVersion,
): Promise<QuizMaterial> => {
	const full = await materialOf(tx, quizId).catch(async (error: unknown) => {
		if (!isServiceError(error)) throw error
		throw await closed(tx, quizId, now, error)
	})
	const material = formula > OWNERS_FORMULA ? full : withOwnersOnly(full)
	const { valid, finding } = checkMaterial(material, now, false)
	if (!valid) throw await closed(tx, quizId, now, serviceError('conflict', finding))
	return material
}
