import { and, asc, desc, eq, ilike, isNull, or, type SQL } from 'drizzle-orm'
import type { Election, elections as rows } from '#contract/elections.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { otherStateForm } from '#domain/jurisdiction.ts'
import type { Db } from '../../db/open.ts'
import { elections } from '../../db/schema.ts'
import { rowId } from '../../db/sql.ts'
import { notFound } from '../../http/errors.ts'
import { timeZone } from '../../util.ts'
import { VOTER_COLUMNS } from './row.ts'

const find = async (db: Db, where: SQL | undefined): Promise<Election[]> => {
	const found = await db
		.select(VOTER_COLUMNS)
		.from(elections)
		.where(and(isNull(elections.deletedAt), where))
		.orderBy(desc(elections.electionDate), asc(elections.name), asc(elections.id))
	return found.map((election) => ({ ...election, timeZone: timeZone() }))
}

export const listElections = (db: Db): Promise<Election[]> => find(db, undefined)

export const listActiveElections = (db: Db): Promise<Election[]> =>
	find(db, eq(elections.active, true))

export const getElection = async (db: Db, id: string): Promise<Election> => {
	const [election] = await find(db, eq(elections.id, rowId(id)))
	if (election === undefined) throw notFound()
	return election
}

const SEARCHED = ['name', 'state', 'county', 'city', 'zipCode'] as const

const literally = (term: string): string => term.replace(/[\\%_]/g, '\\$&')

/** Finds elections whose fields contain all given terms, ignoring case. States match by name and postal code. */
export const searchElections = (
	db: Db,
	query: HandlerInput<typeof rows.search>['query'],
): Promise<Election[]> => {
	const conditions = SEARCHED.flatMap((field) => {
		const term = query[field]
		if (!term) return []
		const contains = ilike(elections[field], `%${literally(term)}%`)
		const other = field === 'state' ? otherStateForm(term) : null
		return [other === null ? contains : or(contains, ilike(elections.state, other))]
	})
	return find(db, and(...conditions))
}
