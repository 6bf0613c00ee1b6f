import { and, eq, gt, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { isInCalendar } from '#contract/admin/fields.ts'
import type { history } from '#contract/admin/overview.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { DAY_MS } from '#domain/days.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { BY_ERASED, BY_SERVER } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import {
	audit,
	candidates,
	compareQuizzes,
	elections,
	isByAdmins,
	policies,
	positions,
	users,
} from '../../db/schema.ts'
import { matchesTerm } from '../../db/search.ts'
import { isRowId } from '../../db/sql.ts'
import { invalid } from '../../http/errors.ts'
import { ALL_CATEGORIES } from '../policies/category-weights.ts'
import { restorableSince, restorableUntil } from './change.ts'
import { type Order, readPage } from './paging.ts'

type Query = HandlerInput<typeof history.page>['query']

const RESTORABLE = {
	election: elections,
	candidate: candidates,
	compareQuiz: compareQuizzes,
	policy: policies,
	position: positions,
	user: users,
}

/** Cascaded deletions are restored only with their parent. */
const isOwnDeletion = (table: (typeof RESTORABLE)[keyof typeof RESTORABLE]): SQL | undefined =>
	'deletedWith' in table ? isNull(table.deletedWith) : undefined

const isRestorable = (now: Date): SQL<boolean> => {
	const deleted = Object.entries(RESTORABLE).map(
		([noun, table]) => sql`
			select ${sql.raw(`'${noun}.deleted'`)}, ${table.id}::text, ${table.deletedAt} from ${table}
			where ${and(gt(table.deletedAt, restorableSince(now)), isOwnDeletion(table))}`,
	)
	const change = sql`(${audit.action}, ${audit.target}, ${audit.at})`
	return sql<boolean>`${change} in (${sql.join(deleted, sql` union all `)})`
}

const ACTORS_MAX = 20
const FOUND_MAX = 5000

/** Resolves actors to ids first, so that every condition can use an index. */
const matches = async (db: Db, term: string | undefined): Promise<SQL | undefined> => {
	const named = matchesTerm(audit.search, term)
	if (named === undefined || term === undefined) return undefined
	// Two-step limit: with `limit 20` alone the planner expects many matches and scans all users.
	const found = sql`
		with found as materialized (
			select ${users.id} as id from ${users} where ${matchesTerm(users.search, term)} limit ${FOUND_MAX}
		) select id from found limit ${ACTORS_MAX}`
	const actors = await db.select({ id: sql<string>`id` }).from(sql`(${found}) as actors`)
	const actorIds = actors.map(({ id }) => id)
	return or(
		named,
		isRowId(term) ? eq(audit.target, term.toLowerCase()) : undefined,
		actorIds.length > 0 ? inArray(audit.actorId, actorIds) : undefined,
	)
}

const startOf = (path: string, day: string, daysLater = 0): Date => {
	if (!isInCalendar(day)) throw invalid([{ path, message: 'must be a day of the calendar' }])
	return new Date(Date.parse(`${day}T00:00:00Z`) + daysLater * DAY_MS)
}

/** Maps a target filter to stored targets. A category also matches resets of all categories. */
const targetsOf = (target: string): readonly string[] => {
	const code = target.toUpperCase()
	return POLICY_CATEGORIES.some((category) => category === code)
		? [code, ALL_CATEGORIES]
		: [target.toLowerCase()]
}

const filtersOf = async (db: Db, query: Query, now: Date): Promise<SQL | undefined> => {
	const { noun, target, by, deleted, from, to } = query
	return and(
		await matches(db, query.search),
		by && isByAdmins(audit.action),
		noun === undefined ? undefined : sql`split_part(${audit.action}, '.', 1) = ${noun}`,
		target === undefined ? undefined : inArray(audit.target, [...targetsOf(target)]),
		deleted && isRestorable(now),
		from ? gte(audit.at, startOf('from', from)) : undefined,
		to ? lt(audit.at, startOf('to', to, 1)) : undefined,
	)
}

const ORDER: Order = [
	{ column: audit.at, kind: 'moment', descending: true },
	{ column: audit.id, kind: 'number', descending: true },
]

const columnsAt = (now: Date) => ({
	id: audit.id,
	at: audit.at,
	actorId: audit.actorId,
	username: users.username,
	action: audit.action,
	target: audit.target,
	name: audit.name,
	before: audit.before,
	after: audit.after,
	by: sql<string | null>`${audit.detail} ->> 'by'`,
	restorable: isRestorable(now),
})

const byOf = (by: string | null): 'server' | 'erased' | null =>
	by === BY_SERVER.by || by === BY_ERASED.by ? by : null

export const pageHistory = async (
	{ db, now }: { readonly db: Db; readonly now: Date },
	query: Query,
): Promise<Sent<typeof history.page>> => {
	const asked = {
		order: ORDER,
		query,
		where: await filtersOf(db, query, now),
		keysOf: ({ at, id }: { readonly at: Date; readonly id: number }) => [at, id],
	}
	const page = await readPage(db, audit, asked, (where) =>
		db.select(columnsAt(now)).from(audit).leftJoin(users, eq(users.id, audit.actorId)).where(where),
	)
	const rows = page.rows.map(({ id, at, actorId, username, by, restorable, ...change }) => ({
		...change,
		id,
		at: at.toISOString(),
		actor: actorId === null || username === null ? null : { id: actorId, username },
		by: actorId === null ? byOf(by) : null,
		restorableUntil: restorable ? restorableUntil(at).toISOString() : null,
	}))
	return { ...page, rows }
}
