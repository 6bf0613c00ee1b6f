import { and, arrayContains, asc, eq, type SQL } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { manageUsers } from '#contract/manage-users.ts'
import { rowId } from '../../db/ids.ts'
import { users } from '../../db/schema.ts'
import { matchesTerm } from '../../db/search.ts'
import type { Db } from '../../db/types.ts'
import { etagOf } from '../administration/change.ts'
import { found, notDeleted } from '../administration/deletion.ts'
import { type Order, readPage } from '../administration/page.ts'

type Rows = typeof manageUsers
export type SentUser = Sent<Rows['get']>

/** What administration needs of a user: no secret is among it. */
export const USER_COLUMNS = {
	id: users.id,
	username: users.username,
	usernameKey: users.usernameKey,
	email: users.email,
	roles: users.roles,
	createdAt: users.createdAt,
	revised: users.revised,
	deletedAt: users.deletedAt,
}
export type UserRow = Pick<typeof users.$inferSelect, keyof typeof USER_COLUMNS>

/** The fields of a user that the history keeps. */
export const userFields = ({ username, email, roles }: UserRow) => ({
	username,
	email,
	roles: [...roles],
})

/** A user as administrators see one. */
export const toManagedUser = (row: UserRow): SentUser => ({
	id: row.id,
	...userFields(row),
	etag: etagOf(row.revised),
	createdAt: row.createdAt.toISOString(),
})

const find = (db: Db, where: SQL | undefined) =>
	db.select(USER_COLUMNS).from(users).where(where).$dynamic()

/** One user with their version; 404 where there is none. */
export const getManagedUser = async (db: Db, id: string): Promise<SentUser> => {
	const [row] = await find(db, eq(users.id, rowId(id)))
	return toManagedUser(found(row))
}

const ORDER: Order = [
	{ column: users.usernameKey, kind: 'text' },
	{ column: users.id, kind: 'uuid' },
]

/** A page of the users by name, of all or of those with a role. */
export const pageUsers = async (
	db: Db,
	query: HandlerInput<Rows['page']>['query'],
): Promise<Sent<Rows['page']>> => {
	const where = and(
		notDeleted(users),
		matchesTerm(users.search, query.search),
		query.role === undefined ? undefined : arrayContains(users.roles, [query.role]),
	)
	const keysOf = ({ usernameKey, id }: UserRow) => [usernameKey, id]
	const page = await readPage(db, users, { order: ORDER, query, where, keysOf }, (what) =>
		find(db, what.where)
			.orderBy(...what.orderBy)
			.limit(what.limit),
	)
	return { ...page, rows: page.rows.map(toManagedUser) }
}

/** All users by name, for clients that know no pages. */
export const listUsers = async (db: Db): Promise<SentUser[]> =>
	(await find(db, notDeleted(users)).orderBy(asc(users.usernameKey), asc(users.id))).map(
		toManagedUser,
	)
