import { and, asc, inArray } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { manageQuizzes } from '#contract/manage-quizzes.ts'
import { isRowId } from '../../db/ids.ts'
import { candidates } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { groupBy } from '../../grouping.ts'
import { invalid } from '../../http/service-error.ts'
import { dayOf } from '../../time-zone.ts'
import { notDeleted } from '../administration/deletion.ts'
import { validatedPolicies } from '../candidates/policies.ts'
import { concernsOf } from '../policies/concerns.ts'
import { type Contender, hindranceOf, judgeFairness } from './fairness.ts'
import { standingIn } from './guards.ts'

type Row = typeof manageQuizzes.preview

/** The candidates in the order in which they are named, with what may be asked of them; 400 where one is not there. */
const loadContenders = async (db: Db, given: readonly string[]): Promise<Contender[]> => {
	const ids = [...new Set(given)]
	const rows = await db
		.select({ id: candidates.id, name: candidates.name })
		.from(candidates)
		.where(and(inArray(candidates.id, ids.filter(isRowId)), notDeleted(candidates)))
		.orderBy(asc(candidates.id))
	const names = new Map(rows.map(({ id, name }) => [id, name]))
	const missing = given.findIndex((id) => !names.has(id))
	if (missing !== -1) {
		const path = `candidateIds.${missing}`
		throw invalid([{ path, message: 'This candidate no longer exists' }])
	}
	const policies = groupBy(await validatedPolicies(db, ids), (policy) => policy.candidateId)
	return ids.map((id) => ({ id, name: names.get(id) ?? '', policies: policies.get(id) ?? [] }))
}

const problemOf = async (
	db: Db,
	contenders: readonly Contender[],
	electionId: string | null | undefined,
	now: Date,
): Promise<string | null> => {
	if (electionId && isRowId(electionId)) {
		const standing = await standingIn(db, electionId)
		const outside = contenders.find(({ id }) => !standing.has(id))
		if (outside !== undefined) return `${outside.name} does not stand in this election.`
	}
	return hindranceOf(contenders, dayOf(now))
}

/** How fair a quiz between candidates would be. */
export const previewQuiz = async (
	{ db, now }: { readonly db: Db; readonly now: Date },
	{ candidateIds, quizType, electionId }: HandlerInput<Row>['body'],
): Promise<Sent<Row>> => {
	const contenders = await loadContenders(db, candidateIds)
	return {
		...(await judgeFairness(contenders, quizType)),
		concerns: await concernsOf(
			db,
			contenders.map(({ id }) => id),
		),
		problem: await problemOf(db, contenders, electionId, now),
	}
}
