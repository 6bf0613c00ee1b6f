import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { CompareQuiz } from '#contract/compare-quizzes.ts'
import type { Pool } from '#domain/draw.ts'
import { type QuizValidation, validateQuiz } from '#domain/quiz.ts'
import type { Actor } from '../../context.ts'
import { countCatalogueChanges } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import {
	type ComparedCandidate,
	candidates,
	compareQuizCandidates,
	compareQuizzes,
	elections,
} from '../../db/schema.ts'
import { rowId } from '../../db/sql.ts'
import { notFound } from '../../http/errors.ts'
import type { CallContext } from '../../http/mount.ts'
import { dayOf, timeZone } from '../../util.ts'
import { validatedPolicies, type WeighedPolicy } from '../candidates/read.ts'
import { getElection } from '../elections/read.ts'
import { findBefore } from '../quiz/attempts.ts'

/** The candidates of quizzes by quiz: of those that are not deleted. */
export const candidateIdsByQuiz = async (
	db: Db,
	ids: readonly string[],
): Promise<Map<string, string[]>> => {
	// By id, which is random: an order that favours nobody.
	const links = await db
		.select({
			compareQuizId: compareQuizCandidates.compareQuizId,
			candidateId: compareQuizCandidates.candidateId,
		})
		.from(compareQuizCandidates)
		.innerJoin(candidates, eq(candidates.id, compareQuizCandidates.candidateId))
		.where(
			and(inArray(compareQuizCandidates.compareQuizId, [...ids]), isNull(candidates.deletedAt)),
		)
		.orderBy(asc(compareQuizCandidates.candidateId))
	const byQuiz = new Map<string, string[]>(ids.map((id) => [id, []]))
	for (const link of links) byQuiz.get(link.compareQuizId)?.push(link.candidateId)
	return byQuiz
}

const find = async (db: Db, where: SQL): Promise<CompareQuiz[]> => {
	const found = await db
		.select({
			id: compareQuizzes.id,
			name: compareQuizzes.name,
			electionId: compareQuizzes.electionId,
			electionName: elections.name,
			active: compareQuizzes.active,
			startDate: compareQuizzes.startDate,
			endDate: compareQuizzes.endDate,
			quizType: compareQuizzes.quizType,
		})
		.from(compareQuizzes)
		.innerJoin(elections, eq(elections.id, compareQuizzes.electionId))
		.where(and(isNull(compareQuizzes.deletedAt), isNull(elections.deletedAt), where))
		.orderBy(asc(compareQuizzes.createdAt), asc(compareQuizzes.name), asc(compareQuizzes.id))
	const candidateIds = await candidateIdsByQuiz(
		db,
		found.map((quiz) => quiz.id),
	)
	return found.map((quiz) => ({
		...quiz,
		candidateIds: candidateIds.get(quiz.id) ?? [],
		timeZone: timeZone(),
	}))
}

/** One compare quiz; 404 where there is none. */
export const getCompareQuiz = async (db: Db, id: string): Promise<CompareQuiz> => {
	const [quiz] = await find(db, eq(compareQuizzes.id, rowId(id)))
	if (quiz === undefined) throw notFound()
	return quiz
}

/** The compare quizzes of an election, inactive ones too; 404 where there is no such election. */
export const listCompareQuizzesOf = async (db: Db, electionId: string): Promise<CompareQuiz[]> => {
	const election = await getElection(db, electionId)
	return find(db, eq(compareQuizzes.electionId, election.id))
}

/** Whether there is such a quiz. */
export const hasCompareQuiz = async (db: Db, id: string): Promise<boolean> =>
	(await find(db, eq(compareQuizzes.id, id))).length > 0

/** All that an attempt is drawn from. */
export interface QuizMaterial {
	readonly quiz: CompareQuiz
	readonly candidates: readonly ComparedCandidate[]
	readonly pools: readonly Pool<WeighedPolicy>[]
}

/** Loads a quiz with its candidates and their validated policies; 404 where there is no such quiz. */
const loadMaterial = async (db: Db, quizId: string): Promise<QuizMaterial> => {
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

/** Whether the caller can take the quiz, and how many statements it asks; 404 where there is no such quiz. */
export const validateCompareQuiz = async (
	{ db, user, now }: Pick<CallContext<Actor>, 'db' | 'user' | 'now'>,
	id: string,
): Promise<QuizValidation> => {
	const material = await loadMaterial(db, id)
	const { id: quizId } = material.quiz
	// Begun anew after a reset: there is something to answer again.
	const { completed } = await findBefore(db, user.id, quizId)
	return validateMaterial(material, now, completed)
}

/** Of so many quizzes it is kept: those that were begun last. */
const MOST_KEPT = 200

/** What attempts at a quiz are drawn from; 404 where there is no such quiz. */
export type MaterialOf = (tx: Db, quizId: string) => Promise<QuizMaterial>

/**
 * Reads it only where the catalogue has changed since: every voter of a quiz begins with the same. What was read is kept
 * and not the reading: nobody waits in their transaction for another's.
 */
export const keepMaterial = (): MaterialOf => {
	const kept = new Map<string, { readonly changes: string; readonly material: QuizMaterial }>()
	return async (tx, quizId) => {
		const changes = await countCatalogueChanges(tx)
		const before = kept.get(quizId)
		const material = before?.changes === changes ? before.material : await loadMaterial(tx, quizId)
		kept.delete(quizId)
		kept.set(quizId, { changes, material })
		const [oldest = quizId] = kept.keys()
		if (kept.size > MOST_KEPT) kept.delete(oldest)
		return material
	}
}
