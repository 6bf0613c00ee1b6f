import { and, eq, inArray } from 'drizzle-orm'
import { countStatements } from '#domain/draw-statements.ts'
import { countKnown, type QuizToValidate } from '#domain/quiz.ts'
import type { Db } from '../../db/open.ts'
import { candidates, policies, positions } from '../../db/schema.ts'
import { groupBy } from '../../util.ts'
import { notDeleted } from '../admin-shared/change.ts'
import { countPolicies } from '../candidates/admin-read.ts'
import { positionsOn } from '../candidates/read.ts'
import { candidateIdsByQuiz } from './read.ts'

type Counts = Pick<QuizToValidate, 'candidates' | 'policyCount'>

/** Loads the validated statements of candidates with the known positions of these candidates on them. */
const loadStatements = async (
	db: Db,
	ids: readonly string[],
	stances: Awaited<ReturnType<typeof positionsOn>>,
) => {
	const rows = await db
		.select({ id: policies.id, candidateId: policies.candidateId })
		.from(policies)
		.where(
			and(
				inArray(policies.candidateId, [...ids]),
				eq(policies.validationStatus, 'VALIDATED'),
				notDeleted(policies),
			),
		)
	const byPolicy = groupBy(stances, ({ policyId }) => policyId)
	return rows.map((row) => ({
		...row,
		positions: Object.fromEntries(
			(byPolicy.get(row.id) ?? []).map(({ candidateId, value }) => [candidateId, value]),
		),
	}))
}

/**
 * Counts the statements on which each candidate of the quizzes has a known position, and the statements that an attempt
 * asks. Reads single statements only where candidates have positions on each other's.
 */
export const countByQuiz = async (
	db: Db,
	quizIds: readonly string[],
): Promise<(quizId: string) => Counts & { readonly candidateIds: readonly string[] }> => {
	const candidateIds = await candidateIdsByQuiz(db, quizIds)
	const unique = [...new Set([...candidateIds.values()].flat())]
	const rows = await db
		.select({ id: candidates.id, name: candidates.name })
		.from(candidates)
		.where(inArray(candidates.id, unique))
	const byId = new Map(rows.map((row) => [row.id, row]))
	const own = await countPolicies(db, inArray(policies.candidateId, unique))
	const stances = await positionsOn(db, unique, inArray(positions.candidateId, unique))
	const isAmong = (ids: readonly string[]) => {
		const compared = new Set(ids)
		return stances.some((each) => compared.has(each.owner) && compared.has(each.candidateId))
	}
	const withPositions = new Set(
		[...candidateIds].flatMap(([id, ids]) => (isAmong(ids) ? [id] : [])),
	)
	const involved = [...withPositions].flatMap((id) => candidateIds.get(id) ?? [])
	const statements =
		involved.length === 0 ? [] : await loadStatements(db, [...new Set(involved)], stances)
	return (quizId) => {
		const ids = candidateIds.get(quizId) ?? []
		const compared = ids.flatMap((id) => byId.get(id) ?? [])
		if (!withPositions.has(quizId)) {
			const counted = compared.map(({ id, name }) => ({
				name,
				validatedPolicies: own.get(id)?.validated ?? 0,
			}))
			return { candidateIds: ids, candidates: counted }
		}
		const asked = statements.filter(({ candidateId }) => ids.includes(candidateId))
		const policyCount = countStatements(ids, asked)
		return { candidateIds: ids, candidates: countKnown(compared, asked), policyCount }
	}
}
