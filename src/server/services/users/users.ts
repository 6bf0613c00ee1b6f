import { and, arrayContains, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { manageUsers } from '#contract/admin/users.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { Role } from '#domain/types.ts'
import type { Db } from '../../db/open.ts'
import { users } from '../../db/schema.ts'
import { matchesTerm } from '../../db/search.ts'
import { rowId } from '../../db/sql.ts'
import { serviceError } from '../../http/errors.ts'
import {
	type AdminContext,
	changeOnce,
	type Deleted,
	etagOf,
	found,
	foundDeleted,
	guardVersion,
	nextVersion,
	notDeleted,
	toldDeleted,
} from '../admin-shared/change.ts'
import { type Order, readPage } from '../admin-shared/paging.ts'
import { endLinks } from '../auth/password-reset.ts'

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
const userFields = ({ username, email, roles }: UserRow) => ({
	username,
	email,
	roles: [...roles],
})

/** A user as administrators see one. */
const toManagedUser = (row: UserRow): SentUser => ({
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

const isAdmin = ({ roles }: Pick<UserRow, 'roles'>): boolean => roles.includes('ROLE_ADMIN')

/**
 * Keeps a user and every administrator from other writers until the transaction ends, in one order: of two who demote
 * each other at once, the second one finds themselves demoted.
 * @returns the row of the user, deleted or not; undefined where there is none.
 * @throws 403 where the caller is no administrator any more.
 */
const holdWithAdmins = async (
	tx: Db,
	{ user }: AdminContext,
	id: string,
): Promise<UserRow | undefined> => {
	const target = rowId(id)
	const held = await tx
		.select(USER_COLUMNS)
		.from(users)
		.where(
			or(eq(users.id, target), and(arrayContains(users.roles, ['ROLE_ADMIN']), notDeleted(users))),
		)
		.orderBy(asc(users.id))
		// Not "for update": whoever answers a quiz refers to their user.
		.for('no key update')
	const caller = held.find((row) => row.id === user.id)
	if (caller === undefined || caller.deletedAt !== null || !isAdmin(caller)) {
		throw serviceError('forbidden', 'You are not authorized to perform this action.')
	}
	return held.find((row) => row.id === target)
}

/** Refuses whatever would take an administrator's own role or account, the last one's above all. */
const guardSelf = async (
	tx: Db,
	{ user }: AdminContext,
	row: UserRow,
	refusal: string,
): Promise<void> => {
	if (row.id !== user.id) return
	const admins = await tx.$count(
		users,
		and(arrayContains(users.roles, ['ROLE_ADMIN']), notDeleted(users)),
	)
	throw serviceError(
		'conflict',
		admins === 1
			? 'You are the last administrator. Make somebody else an administrator first.'
			: refusal,
	)
}

const update = async (
	tx: Db,
	id: string,
	set: Partial<Pick<UserRow, 'roles' | 'deletedAt'>> & { readonly tokenVersion?: SQL },
): Promise<UserRow> => {
	const [row] = await tx
		.update(users)
		.set({ ...set, ...nextVersion(users) })
		.where(eq(users.id, id))
		.returning(USER_COLUMNS)
	return row as UserRow
}

/**
 * Sets the roles of a user, which act on that user's next call.
 * @throws 404 where there is none; 409 where administrators would demote themselves; 412 for another version.
 */
export const setRoles = (
	context: AdminContext,
	target: string,
	roles: readonly Role[],
): Promise<SentUser> =>
	changeOnce(context, { action: 'user.rolesChanged', target, body: roles }, async (tx) => {
		const row = found(await holdWithAdmins(tx, context, target))
		guardVersion(context, row.revised)
		if (!roles.includes('ROLE_ADMIN')) {
			const refusal = 'You cannot take the administrator role from yourself.'
			await guardSelf(tx, context, row, refusal)
		}
		const changed = await update(tx, row.id, { roles: [...roles] })
		const [before, after] = [userFields(row), userFields(changed)]
		return { target: row.id, name: row.username, before, after, told: toManagedUser(changed) }
	})

/**
 * Deletes a user, whose sign-ins end at once; name and address stay taken for as long as it can be taken back.
 * @throws 404 where there is none; 409 for the caller; 412 for another version.
 */
export const deleteUser = (context: AdminContext, target: string): Promise<Deleted> =>
	changeOnce(context, { action: 'user.deleted', target }, async (tx) => {
		const row = found(await holdWithAdmins(tx, context, target))
		guardVersion(context, row.revised)
		await guardSelf(tx, context, row, 'You cannot delete your own account here.')
		const tokenVersion = sql`${users.tokenVersion} + 1`
		await update(tx, row.id, { deletedAt: context.now, tokenVersion })
		await endLinks(tx, row.id, context.now)
		const told = toldDeleted(row.id, context.now)
		return { target: row.id, name: row.username, before: userFields(row), after: null, told }
	})

/** Takes back the deletion of a user, who has to sign in again. */
export const restoreUser = (context: AdminContext, target: string): Promise<SentUser> =>
	changeOnce(context, { action: 'user.restored', target }, async (tx) => {
		const row = foundDeleted(await holdWithAdmins(tx, context, target), context.now)
		const restored = await update(tx, row.id, { deletedAt: null })
		const told = toManagedUser(restored)
		return { target: row.id, name: row.username, before: null, after: userFields(row), told }
	})
