import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type {
	CompareQuiz,
	compareQuizzes as compareQuizContract,
} from '#contract/compare-quizzes.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { messageOf } from '#contract/messages.ts'
import { countStatements } from '#domain/draw-statements.ts'
import { checkQuiz, countKnown, type QuizCheck } from '#domain/quiz.ts'
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
import { listCandidates, validatedPolicies, type WeighedPolicy } from '../candidates/read.ts'
import { getElection } from '../elections/read.ts'
import { findBefore } from '../quiz/attempts.ts'
import { VOTER_COLUMNS } from './row.ts'

/** Loads the candidate ids of quizzes, without deleted candidates. */
export const candidateIdsByQuiz = async (
	db: Db,
	ids: readonly string[],
): Promise<Map<string, string[]>> => {
	// Ids are random, so this order is neutral.
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
		.select({ ...VOTER_COLUMNS, electionName: elections.name })
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

/** Returns a compare quiz. @throws 404. */
const getCompareQuiz = async (db: Db, id: string): Promise<CompareQuiz> => {
	const [quiz] = await find(db, eq(compareQuizzes.id, rowId(id)))
	if (quiz === undefined) throw notFound()
	return quiz
}

/** Returns a compare quiz, on request with its material. @throws 404. */
export const readCompareQuiz = async (
	db: Db,
	{ params, query }: HandlerInput<typeof compareQuizContract.get>,
): Promise<Sent<typeof compareQuizContract.get>> => {
	const quiz = await getCompareQuiz(db, params.id)
	if (query?.include === undefined) return quiz
	const [election, listed, policies] = await Promise.all([
		getElection(db, quiz.electionId),
		listCandidates(db, quiz.candidateIds),
		validatedPolicies(db, quiz.candidateIds),
	])
	return { ...quiz, material: { election, candidates: listed, policies } }
}

/** Lists an election's compare quizzes, including inactive ones. @throws 404 if the election does not exist. */
export const listCompareQuizzesOf = async (db: Db, electionId: string): Promise<CompareQuiz[]> => {
	const election = await getElection(db, electionId)
	return find(db, eq(compareQuizzes.electionId, election.id))
}

export const hasCompareQuiz = async (db: Db, id: string): Promise<boolean> =>
	(await find(db, eq(compareQuizzes.id, id))).length > 0

export interface QuizMaterial {
	readonly quiz: CompareQuiz
	readonly candidates: readonly ComparedCandidate[]
	/** With the positions of the compared candidates. */
	readonly policies: readonly WeighedPolicy[]
	/** Statements that an attempt asks. Counted once per material, because counting takes as long as drawing. */
	readonly policyCount: number
}

const counted = (material: Omit<QuizMaterial, 'policyCount'>): QuizMaterial => {
	const ids = material.candidates.map(({ id }) => id)
	return { ...material, policyCount: countStatements(ids, material.policies) }
}

const loadMaterial = async (db: Db, quizId: string): Promise<QuizMaterial> => {
	const quiz = await getCompareQuiz(db, quizId)
	const compared = await db
		.select({ id: candidates.id, name: candidates.name, logo: candidates.logo })
		.from(candidates)
		.where(and(inArray(candidates.id, quiz.candidateIds), isNull(candidates.deletedAt)))
		.orderBy(asc(candidates.id))
	const ids = new Set<string>(compared.map(({ id }) => id))
	const found = await validatedPolicies(db, [...ids])
	const policies = found.map(({ positions, ...policy }) => {
		const among = Object.entries(positions).filter(([id]) => ids.has(id))
		return { ...policy, positions: Object.fromEntries(among) }
	})
	return counted({ quiz, candidates: compared, policies })
}

/** Leaves out positions on statements of others, for formulas that do not score them. */
export const withOwnersOnly = ({ policies, ...material }: QuizMaterial): QuizMaterial =>
	counted({ ...material, policies: policies.map((policy) => ({ ...policy, positions: {} })) })

/** Checks that a quiz can be taken. @param completedBefore true if the voter completed it. */
export const checkMaterial = (
	{ quiz, candidates, policies, policyCount }: QuizMaterial,
	now: Date,
	completedBefore: boolean,
): QuizCheck => {
	const { active, startDate, endDate } = quiz
	const known = countKnown(candidates, policies)
	const toCheck = { active, startDate, endDate, candidates: known, policyCount }
	return checkQuiz(toCheck, dayOf(now), completedBefore)
}

/** Validates a quiz for the caller and counts its statements. @throws 404. */
export const validateCompareQuiz = async (
	{ db, user, now }: Pick<CallContext<Actor>, 'db' | 'user' | 'now'>,
	id: string,
): Promise<Sent<typeof compareQuizContract.validate>> => {
	const material = await loadMaterial(db, id)
	const { id: quizId } = material.quiz
	// False if the caller restarted the quiz after a reset.
	const { completed } = await findBefore(db, user.id, quizId)
	const { valid, finding, policyCount } = checkMaterial(material, now, completed)
	return { valid, ...messageOf(finding), policyCount }
}

/** Cached quizzes; the least recently used is evicted first. */
const MOST_KEPT = 200

export type MaterialOf = (tx: Db, quizId: string) => Promise<QuizMaterial>

/** Caches quiz material until the catalogue changes. Values, not promises: no transaction waits for another. */
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
