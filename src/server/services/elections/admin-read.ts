import { and, asc, count, eq, inArray, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { manageElections } from '#contract/admin/elections.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { otherStateForm } from '#domain/jurisdiction.ts'
import type { Db } from '../../db/open.ts'
import {
	attempts,
	candidateElections,
	candidates,
	compareQuizzes,
	elections,
} from '../../db/schema.ts'
import { matchesTerm } from '../../db/search.ts'
import { isRowId, rowId } from '../../db/sql.ts'
import { timeZone } from '../../util.ts'
import { etagOf, found, notDeleted } from '../admin-shared/change.ts'
import { type Order, readPage } from '../admin-shared/paging.ts'
import { getElection } from './read.ts'
import { ELECTION_COLUMNS, type ElectionRow, electionFields } from './row.ts'

type Rows = typeof manageElections
export type SentElection = Sent<Rows['get']>

const countCandidates = async (db: Db, ids: string[]): Promise<Map<string, number>> => {
	const rows = await db
		.select({ id: candidateElections.electionId, count: count() })
		.from(candidateElections)
		.innerJoin(candidates, eq(candidates.id, candidateElections.candidateId))
		.where(and(inArray(candidateElections.electionId, ids), notDeleted(candidates)))
		.groupBy(candidateElections.electionId)
	return new Map(rows.map((row) => [row.id, row.count]))
}

const countQuizzes = async (db: Db, ids: string[]): Promise<Map<string, number>> => {
	const rows = await db
		.select({ id: compareQuizzes.electionId, count: count() })
		.from(compareQuizzes)
		.where(and(inArray(compareQuizzes.electionId, ids), notDeleted(compareQuizzes)))
		.groupBy(compareQuizzes.electionId)
	return new Map(rows.map((row) => [row.id, row.count]))
}

const toManagedElections = async (
	db: Db,
	rows: readonly ElectionRow[],
): Promise<SentElection[]> => {
	const ids = rows.map(({ id }) => id)
	const standing = await countCandidates(db, ids)
	const quizzes = await countQuizzes(db, ids)
	return rows.map((row) => ({
		id: row.id,
		...electionFields(row),
		etag: etagOf(row.revised),
		candidateCount: standing.get(row.id) ?? 0,
		quizCount: quizzes.get(row.id) ?? 0,
		timeZone: timeZone(),
	}))
}

export const toManagedElection = async (db: Db, row: ElectionRow): Promise<SentElection> =>
	(await toManagedElections(db, [row]))[0] as SentElection

const find = (db: Db, where: SQL | undefined) =>
	db.select(ELECTION_COLUMNS).from(elections).where(where).$dynamic()

/** Locks an election's row until the transaction ends and returns it, deleted or not. */
export const holdElection = async (tx: Db, id: string): Promise<ElectionRow | undefined> =>
	(await find(tx, eq(elections.id, rowId(id))).for('update'))[0]

/** Locks elections against deletion and returns those that exist. Lock them before quizzes, as deletion does. */
export const keepElections = async (tx: Db, ids: readonly string[]): Promise<string[]> => {
	const kept = await tx
		.select({ id: elections.id })
		.from(elections)
		.where(and(inArray(elections.id, ids.filter(isRowId)), notDeleted(elections)))
		.orderBy(asc(elections.id))
		.for('key share')
	return kept.map(({ id }) => id)
}

export const getManagedElection = async (db: Db, id: string): Promise<SentElection> => {
	const [row] = await find(db, eq(elections.id, rowId(id)))
	return toManagedElection(db, found(row))
}

/** Matches a search term; a state also matches in its other form ("IL", "Illinois"). */
const matchesTermOrState = (term: string | undefined): SQL | undefined => {
	const matches = matchesTerm(elections.search, term)
	const other = otherStateForm(term ?? '')
	return other === null ? matches : or(matches, matchesTerm(elections.search, other))
}

const ORDER: Order = [
	{ column: elections.electionDate, kind: 'day', descending: true },
	{ column: elections.name, kind: 'text' },
	{ column: elections.id, kind: 'uuid' },
]

export const pageElections = async (
	db: Db,
	query: HandlerInput<Rows['page']>['query'],
): Promise<Sent<Rows['page']>> => {
	const active = query.active === undefined ? undefined : query.active === 'true'
	const where = and(
		notDeleted(elections),
		matchesTermOrState(query.search),
		active === undefined ? undefined : eq(elections.active, active),
	)
	const keysOf = (row: ElectionRow) => [row.electionDate, row.name, row.id]
	const page = await readPage(db, elections, { order: ORDER, query, where, keysOf }, (among) =>
		find(db, among),
	)
	return { ...page, rows: await toManagedElections(db, page.rows) }
}

type Consequences = Sent<(typeof manageElections)['consequences']>

/** Names listed at most; the counts are complete. */
const NAMES_MAX = 100

const quizzesOf = async (db: Db, electionId: string): Promise<Consequences['quizzes']> => {
	const theirs = and(eq(compareQuizzes.electionId, electionId), notDeleted(compareQuizzes))
	const named = await db
		.select({ name: compareQuizzes.name })
		.from(compareQuizzes)
		.where(theirs)
		.orderBy(asc(compareQuizzes.name), asc(compareQuizzes.id))
		.limit(NAMES_MAX)
	return { count: await db.$count(compareQuizzes, theirs), names: named.map(({ name }) => name) }
}

const candidatesOf = async (
	db: Db,
	electionId: string,
): Promise<Pick<Consequences, 'candidates' | 'onlyHere'>> => {
	const elsewhere = alias(candidateElections, 'elsewhere')
	const others = db
		.select({ one: sql`1` })
		.from(elsewhere)
		.innerJoin(elections, eq(elections.id, elsewhere.electionId))
		.where(
			and(
				eq(elsewhere.candidateId, candidates.id),
				ne(elsewhere.electionId, electionId),
				notDeleted(elections),
			),
		)
	const standing = db
		.select({ name: candidates.name, onlyHere: sql<boolean>`${notExists(others)}`.as('only_here') })
		.from(candidates)
		.innerJoin(candidateElections, eq(candidateElections.candidateId, candidates.id))
		.where(and(eq(candidateElections.electionId, electionId), notDeleted(candidates)))
		.as('standing')
	const [counts] = await db
		.select({
			count: count(),
			onlyHere: sql`count(*) filter (where ${standing.onlyHere})`.mapWith(Number),
		})
		.from(standing)
	const named = await db
		.select({ name: standing.name })
		.from(standing)
		.orderBy(asc(standing.name))
		.limit(NAMES_MAX)
	return {
		candidates: { count: counts?.count ?? 0, names: named.map(({ name }) => name) },
		onlyHere: counts?.onlyHere ?? 0,
	}
}

const countOpenAttempts = async (db: Db, electionId: string): Promise<number> => {
	const [row] = await db
		.select({ count: count() })
		.from(attempts)
		.innerJoin(compareQuizzes, eq(compareQuizzes.id, attempts.compareQuizId))
		.where(
			and(
				eq(compareQuizzes.electionId, electionId),
				notDeleted(compareQuizzes),
				eq(attempts.status, 'IN_PROGRESS'),
				isNull(attempts.supersededAt),
			),
		)
	return row?.count ?? 0
}

export const electionConsequences = async (db: Db, id: string): Promise<Consequences> => {
	const election = await getElection(db, id)
	const electionId = String(election.id)
	const quizzes = await quizzesOf(db, electionId)
	const openAttempts = await countOpenAttempts(db, electionId)
	return { quizzes, ...(await candidatesOf(db, electionId)), openAttempts }
}
