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

/** Columns for administration, without secrets. */
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

const userFields = ({ username, email, roles }: UserRow) => ({
	username,
	email,
	roles: [...roles],
})

const toManagedUser = (row: UserRow): SentUser => ({
	id: row.id,
	...userFields(row),
	etag: etagOf(row.revised),
	createdAt: row.createdAt.toISOString(),
})

const find = (db: Db, where: SQL | undefined) =>
	db.select(USER_COLUMNS).from(users).where(where).$dynamic()

export const getManagedUser = async (db: Db, id: string): Promise<SentUser> => {
	const [row] = await find(db, eq(users.id, rowId(id)))
	return toManagedUser(found(row))
}

const ORDER: Order = [
	{ column: users.usernameKey, kind: 'text' },
	{ column: users.id, kind: 'uuid' },
]

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
	const page = await readPage(db, users, { order: ORDER, query, where, keysOf }, (among) =>
		find(db, among),
	)
	return { ...page, rows: page.rows.map(toManagedUser) }
}

export const listUsers = async (db: Db): Promise<SentUser[]> =>
	(await find(db, notDeleted(users)).orderBy(asc(users.usernameKey), asc(users.id))).map(
		toManagedUser,
	)

const isAdmin = ({ roles }: Pick<UserRow, 'roles'>): boolean => roles.includes('ROLE_ADMIN')

/** Locks a user and all administrators, so that two who demote each other cannot both succeed. @throws 403. */
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
		// Weaker than `for update`, which would block inserts that reference the user.
		.for('no key update')
	const caller = held.find((row) => row.id === user.id)
	if (caller === undefined || caller.deletedAt !== null || !isAdmin(caller)) {
		throw serviceError('forbidden', 'action-forbidden')
	}
	return held.find((row) => row.id === target)
}

/** @throws 409 if administrators would remove their own role or account. */
const guardSelf = async (
	tx: Db,
	{ user }: AdminContext,
	row: UserRow,
	refusal: 'own-account' | 'own-administrator-role',
): Promise<void> => {
	if (row.id !== user.id) return
	const admins = await tx.$count(
		users,
		and(arrayContains(users.roles, ['ROLE_ADMIN']), notDeleted(users)),
	)
	throw serviceError('conflict', admins === 1 ? 'last-administrator' : refusal)
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

/** Sets a user's roles. @throws 404; 409 if administrators demote themselves; 412 for another version. */
export const setRoles = (
	context: AdminContext,
	target: string,
	roles: readonly Role[],
): Promise<SentUser> =>
	changeOnce(context, { action: 'user.rolesChanged', target, body: roles }, async (tx) => {
		const row = found(await holdWithAdmins(tx, context, target))
		guardVersion(context, row.revised)
		if (!roles.includes('ROLE_ADMIN')) {
			await guardSelf(tx, context, row, 'own-administrator-role')
		}
		const changed = await update(tx, row.id, { roles: [...roles] })
		const [before, after] = [userFields(row), userFields(changed)]
		return { target: row.id, name: row.username, before, after, told: toManagedUser(changed) }
	})

/** Deletes a user and ends their sessions; the names stay reserved. @throws 404; 409 for the caller; 412. */
export const deleteUser = (context: AdminContext, target: string): Promise<Deleted> =>
	changeOnce(context, { action: 'user.deleted', target }, async (tx) => {
		const row = found(await holdWithAdmins(tx, context, target))
		guardVersion(context, row.revised)
		await guardSelf(tx, context, row, 'own-account')
		const tokenVersion = sql`${users.tokenVersion} + 1`
		await update(tx, row.id, { deletedAt: context.now, tokenVersion })
		await endLinks(tx, row.id, context.now)
		const told = toldDeleted(row.id, context.now)
		return { target: row.id, name: row.username, before: userFields(row), after: null, told }
	})

/** Restores a deleted user, who must sign in again. */
export const restoreUser = (context: AdminContext, target: string): Promise<SentUser> =>
	changeOnce(context, { action: 'user.restored', target }, async (tx) => {
		const row = foundDeleted(await holdWithAdmins(tx, context, target), context.now)
		const restored = await update(tx, row.id, { deletedAt: null })
		const told = toManagedUser(restored)
		return { target: row.id, name: row.username, before: null, after: userFields(row), told }
	})
