import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { manageQuizzes } from '#contract/admin/quizzes.ts'
import { validateQuiz } from '#contract/compare-quizzes.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { Db } from '../../db/open.ts'
import { compareQuizzes, elections } from '../../db/schema.ts'
import { matchesTerm } from '../../db/search.ts'
import { isRowId, rowId } from '../../db/sql.ts'
import { dayOf, timeZone } from '../../util.ts'
import { etagOf, found, notDeleted } from '../admin-shared/change.ts'
import { type Order, readPage } from '../admin-shared/paging.ts'
import { countByQuiz } from './counts.ts'
import { candidateIdsByQuiz } from './read.ts'
import { fieldValues, QUIZ_COLUMNS, type QuizRow } from './row.ts'

type Rows = typeof manageQuizzes
export type SentQuiz = Sent<Rows['get']>
interface ReadContext {
	readonly db: Db
	readonly now: Date
}

export const quizzesFields = async (db: Db, rows: readonly QuizRow[]) => {
	const ids = rows.map(({ id }) => id)
	const compared = ids.length === 0 ? null : await candidateIdsByQuiz(db, ids)
	return rows.map((row) => ({
		...fieldValues(row),
		candidateIds: compared?.get(row.id) ?? [],
	}))
}

export const quizFields = async (db: Db, row: QuizRow) => ({
	...fieldValues(row),
	candidateIds: (await candidateIdsByQuiz(db, [row.id])).get(row.id) ?? [],
})

const electionNames = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
	const rows = await db
		.select({ id: elections.id, name: elections.name })
		.from(elections)
		.where(inArray(elections.id, [...new Set(ids)]))
	return new Map(rows.map(({ id, name }) => [id, name]))
}

const toManagedQuizzes = async (
	{ db, now }: ReadContext,
	rows: readonly QuizRow[],
): Promise<SentQuiz[]> => {
	const countsOf = await countByQuiz(
		db,
		rows.map(({ id }) => id),
	)
	const names = await electionNames(
		db,
		rows.map(({ electionId }) => electionId),
	)
	return rows.map((row) => {
		const { candidateIds, ...counts } = countsOf(row.id)
		const { valid, message, policyCount } = validateQuiz({ ...row, ...counts }, dayOf(now), false)
		return {
			id: row.id,
			...fieldValues(row),
			electionName: names.get(row.electionId) ?? null,
			candidateIds: [...candidateIds],
			etag: etagOf(row.revised),
			valid,
			message: valid ? null : message,
			policyCount,
			timeZone: timeZone(),
		}
	})
}

export const toManagedQuiz = async (context: ReadContext, row: QuizRow): Promise<SentQuiz> =>
	(await toManagedQuizzes(context, [row]))[0] as SentQuiz

const find = (db: Db, where: SQL | undefined) =>
	db.select(QUIZ_COLUMNS).from(compareQuizzes).where(where).$dynamic()

export const readQuiz = async (db: Db, id: string): Promise<QuizRow | undefined> =>
	(await find(db, eq(compareQuizzes.id, rowId(id))))[0]

/** Locks a quiz row until the transaction ends and returns it, deleted or not. */
export const holdQuiz = async (tx: Db, id: string): Promise<QuizRow | undefined> =>
	(await find(tx, eq(compareQuizzes.id, rowId(id))).for('update'))[0]

export const getManagedQuiz = async (context: ReadContext, id: string): Promise<SentQuiz> =>
	toManagedQuiz(context, found(await readQuiz(context.db, id)))

const ORDER: Order = [
	{ column: compareQuizzes.createdAt, kind: 'moment', descending: true },
	{ column: compareQuizzes.id, kind: 'uuid' },
]

const isOf = (electionId: string | undefined): SQL | undefined => {
	if (electionId === undefined) return undefined
	// The API also accepts numeric ids, which never match.
	return isRowId(electionId) ? eq(compareQuizzes.electionId, electionId) : sql`false`
}

export const pageQuizzes = async (
	{ db, now }: ReadContext,
	query: HandlerInput<Rows['page']>['query'],
): Promise<Sent<Rows['page']>> => {
	const where = and(
		notDeleted(compareQuizzes),
		matchesTerm(compareQuizzes.search, query.search),
		isOf(query.electionId),
	)
	const keysOf = ({ createdAt, id }: QuizRow) => [createdAt, id]
	const page = await readPage(db, compareQuizzes, { order: ORDER, query, where, keysOf }, (among) =>
		find(db, among),
	)
	return { ...page, rows: await toManagedQuizzes({ db, now }, page.rows) }
}
