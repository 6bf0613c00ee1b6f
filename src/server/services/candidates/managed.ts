import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { CandidateFields, manageCandidates } from '#contract/manage-candidates.ts'
import { isRowId, rowId } from '../../db/ids.ts'
import { candidateElections, candidates, policies } from '../../db/schema.ts'
import { matchesTerm } from '../../db/search.ts'
import type { Db } from '../../db/types.ts'
import { etagOf } from '../administration/change.ts'
import { found, notDeleted } from '../administration/deletion.ts'
import { type Order, readPage } from '../administration/page.ts'
import { electionIdsByCandidate } from './read.ts'

export type CandidateRow = Omit<typeof candidates.$inferSelect, 'search'>
type Rows = typeof manageCandidates
export type SentCandidate = Sent<Rows['get']>

/** Every column but the words of the search. */
export const CANDIDATE_COLUMNS = {
	id: candidates.id,
	name: candidates.name,
	party: candidates.party,
	website: candidates.website,
	logo: candidates.logo,
	createdAt: candidates.createdAt,
	revised: candidates.revised,
	deletedAt: candidates.deletedAt,
	deletedWith: candidates.deletedWith,
}

/** The fields of a candidate that are typed: what the history keeps. A website may be missing where it was imported. */
export const candidateFields = async (
	db: Db,
	row: CandidateRow,
): Promise<Omit<CandidateFields, 'website'> & { readonly website: string | null }> => {
	const ids = (await electionIdsByCandidate(db, [row.id])).get(row.id) ?? []
	const { name, website, logo, party } = row
	return { name, website, logo, party, electionId: ids[0] ?? null, electionIds: ids }
}

/** How many policies candidates have, and how many of them are validated, by candidate. */
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
	return rows.map(({ id, name, website, logo, party, revised }) => {
		const ids = electionIds.get(id) ?? []
		return {
			id,
			name,
			website,
			logo,
			party,
			electionId: ids[0] ?? null,
			electionIds: ids,
			etag: etagOf(revised),
			policyCount: counts.get(id)?.all ?? 0,
			validatedCount: counts.get(id)?.validated ?? 0,
		}
	})
}

const toManagedCandidates = (db: Db, rows: readonly CandidateRow[]): Promise<SentCandidate[]> => {
	const ids = rows.map(({ id }) => id)
	return manyManaged(db, rows, inArray(policies.candidateId, ids))
}

/** A candidate as administrators see one. */
export const toManagedCandidate = async (db: Db, row: CandidateRow): Promise<SentCandidate> =>
	(await toManagedCandidates(db, [row]))[0] as SentCandidate

const find = (db: Db, where: SQL | undefined) =>
	db.select(CANDIDATE_COLUMNS).from(candidates).where(where).$dynamic()

/** The row of a candidate, deleted or not, kept from other writers until the transaction ends. */
export const holdCandidate = async (tx: Db, id: string): Promise<CandidateRow | undefined> =>
	(await find(tx, eq(candidates.id, rowId(id))).for('update'))[0]

/** One candidate with their version; 404 where there is none. */
export const getManagedCandidate = async (db: Db, id: string): Promise<SentCandidate> => {
	const [row] = await find(db, eq(candidates.id, rowId(id)))
	return toManagedCandidate(db, found(row))
}

const ORDER: Order = [
	{ column: candidates.name, kind: 'text' },
	{ column: candidates.id, kind: 'uuid' },
]

/** Whether a candidate stands in an election; undefined where none is named. */
const standsIn = (db: Db, electionId: string | undefined): SQL | undefined => {
	if (electionId === undefined) return undefined
	// No election of ours has a number for its id.
	if (!isRowId(electionId)) return sql`false`
	const standing = db
		.select({ id: candidateElections.candidateId })
		.from(candidateElections)
		.where(eq(candidateElections.electionId, electionId))
	return inArray(candidates.id, standing)
}

/** A page of the candidates by name, of all or of one election. */
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
	const page = await readPage(db, candidates, { order: ORDER, query, where, keysOf }, (what) =>
		find(db, what.where)
			.orderBy(...what.orderBy)
			.limit(what.limit),
	)
	return { ...page, rows: await toManagedCandidates(db, page.rows) }
}

/** All candidates by name, for clients that know no pages. */
export const listCandidates = async (db: Db): Promise<SentCandidate[]> => {
	const rows = await find(db, notDeleted(candidates)).orderBy(candidates.name, candidates.id)
	return manyManaged(db, rows, undefined)
}
