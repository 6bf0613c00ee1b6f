import { and, asc, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { CandidateFields, manageCandidates } from '#contract/admin/candidates.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { COMPARE_MIN_CANDIDATES } from '#domain/limits.ts'
import type { Db } from '../../db/open.ts'
import {
	candidateElections,
	candidates,
	compareQuizCandidates,
	compareQuizzes,
	elections,
	policies,
	testConfigurations,
} from '../../db/schema.ts'
import { matchesTerm } from '../../db/search.ts'
import { isRowId, rowId } from '../../db/sql.ts'
import { etagOf, found, notDeleted } from '../admin-shared/change.ts'
import { type Order, readPage } from '../admin-shared/paging.ts'
import { electionIdsByCandidate, getCandidate } from './read.ts'
import { CANDIDATE_COLUMNS, type CandidateRow, fieldValues } from './row.ts'

type Rows = typeof manageCandidates
export type SentCandidate = Sent<Rows['get']>

export const candidateFields = async (
	db: Db,
	row: CandidateRow,
): Promise<Omit<CandidateFields, 'website'> & { readonly website: string | null }> => {
	const ids = (await electionIdsByCandidate(db, [row.id])).get(row.id) ?? []
	return { ...fieldValues(row), electionId: ids[0] ?? null, electionIds: ids }
}

export const countPolicies = async (db: Db, which: SQL | undefined) => {
	const rows = await db
		.select({
			id: policies.candidateId,
			all: count(),
			validated: sql`count(*) filter (where ${policies.validationStatus} = 'VALIDATED')`.mapWith(
				Number,
			),
		})
		.from(policies)
		.where(and(which, notDeleted(policies)))
		.groupBy(policies.candidateId)
	return new Map(rows.map((row) => [row.id, row]))
}

const manyManaged = async (
	db: Db,
	rows: readonly CandidateRow[],
	which: SQL | undefined,
): Promise<SentCandidate[]> => {
	const electionIds = await electionIdsByCandidate(
		db,
		rows.map(({ id }) => id),
	)
	const counts = await countPolicies(db, which)
	return rows.map((row) => {
		const ids = electionIds.get(row.id) ?? []
		return {
			id: row.id,
			...fieldValues(row),
			electionId: ids[0] ?? null,
			electionIds: ids,
			etag: etagOf(row.revised),
			policyCount: counts.get(row.id)?.all ?? 0,
			validatedCount: counts.get(row.id)?.validated ?? 0,
		}
	})
}

const toManagedCandidates = (db: Db, rows: readonly CandidateRow[]): Promise<SentCandidate[]> => {
	const ids = rows.map(({ id }) => id)
	return manyManaged(db, rows, inArray(policies.candidateId, ids))
}

export const toManagedCandidate = async (db: Db, row: CandidateRow): Promise<SentCandidate> =>
	(await toManagedCandidates(db, [row]))[0] as SentCandidate

const find = (db: Db, where: SQL | undefined) =>
	db.select(CANDIDATE_COLUMNS).from(candidates).where(where).$dynamic()

/** Locks a candidate's row until the transaction ends and returns it, deleted or not. */
export const lockCandidate = async (tx: Db, id: string): Promise<CandidateRow | undefined> =>
	(await find(tx, eq(candidates.id, rowId(id))).for('update'))[0]

export const getManagedCandidate = async (db: Db, id: string): Promise<SentCandidate> => {
	const [row] = await find(db, eq(candidates.id, rowId(id)))
	return toManagedCandidate(db, found(row))
}

const ORDER: Order = [
	{ column: candidates.name, kind: 'text' },
	{ column: candidates.id, kind: 'uuid' },
]

const standsIn = (db: Db, electionId: string | undefined): SQL | undefined => {
	if (electionId === undefined) return undefined
	// The API also accepts numeric ids, which never match.
	if (!isRowId(electionId)) return sql`false`
	const standing = db
		.select({ id: candidateElections.candidateId })
		.from(candidateElections)
		.where(eq(candidateElections.electionId, electionId))
	return inArray(candidates.id, standing)
}

export const pageCandidates = async (
	db: Db,
	query: HandlerInput<Rows['page']>['query'],
): Promise<Sent<Rows['page']>> => {
	const where = and(
		notDeleted(candidates),
		matchesTerm(candidates.search, query.search),
		standsIn(db, query.electionId),
	)
	const keysOf = ({ name, id }: CandidateRow) => [name, id]
	const page = await readPage(db, candidates, { order: ORDER, query, where, keysOf }, (among) =>
		find(db, among),
	)
	return { ...page, rows: await toManagedCandidates(db, page.rows) }
}

export const listCandidates = async (db: Db): Promise<SentCandidate[]> => {
	const rows = await find(db, notDeleted(candidates)).orderBy(candidates.name, candidates.id)
	return manyManaged(db, rows, undefined)
}

type Consequences = Sent<(typeof manageCandidates)['consequences']>

/** Names listed at most; the counts are complete. */
const NAMES_MAX = 100

const quizzesWith = (db: Db, candidateId: string) =>
	db
		.select({
			name: compareQuizzes.name,
			compared: sql`(
				select count(*) from ${compareQuizCandidates} as "all"
				join ${candidates} on ${candidates.id} = "all".candidate_id and ${notDeleted(candidates)}
				where "all".compare_quiz_id = ${compareQuizzes.id}
			)`.mapWith(Number),
		})
		.from(compareQuizCandidates)
		.innerJoin(compareQuizzes, eq(compareQuizzes.id, compareQuizCandidates.compareQuizId))
		.innerJoin(elections, eq(elections.id, compareQuizzes.electionId))
		.where(
			and(
				eq(compareQuizCandidates.candidateId, candidateId),
				notDeleted(compareQuizzes),
				notDeleted(elections),
			),
		)
		.orderBy(asc(compareQuizzes.name), asc(compareQuizzes.id))

export const candidateConsequences = async (db: Db, id: string): Promise<Consequences> => {
	const candidateId = String((await getCandidate(db, id)).id)
	const quizzes = await quizzesWith(db, candidateId)
	return {
		policies: await db.$count(
			policies,
			and(eq(policies.candidateId, candidateId), notDeleted(policies)),
		),
		quizzes: {
			count: quizzes.length,
			names: quizzes.slice(0, NAMES_MAX).map(({ name }) => name),
		},
		invalidQuizzes: quizzes.filter(({ compared }) => compared - 1 < COMPARE_MIN_CANDIDATES).length,
		testConfigurations: await db.$count(
			testConfigurations,
			and(eq(testConfigurations.active, true), isInPair(candidateId)),
		),
	}
}

export const isInPair = (id: string) =>
	or(eq(testConfigurations.candidate1Id, id), eq(testConfigurations.candidate2Id, id))
