import { and, arrayContains, asc, eq, isNull, or } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { messageOf } from '#contract/messages.ts'
import type { yourData } from '#contract/your-data.ts'
import type { Actor } from '../../context.ts'
import { BY_ERASED, forgetActor, writeAudit } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import { attempts, audit, users } from '../../db/schema.ts'
import { fieldError, inFlight, serviceError } from '../../http/errors.ts'
import type { CallContext } from '../../http/mount.ts'
import { forgetCounts } from '../../http/rate-limits.ts'
import { checkPassword } from '../auth/sign-in.ts'

type Row = typeof yourData.erase
type User = Pick<typeof users.$inferSelect, 'id' | 'username' | 'email' | 'passwordHash' | 'roles'>

const COLUMNS = {
	id: users.id,
	username: users.username,
	email: users.email,
	passwordHash: users.passwordHash,
	roles: users.roles,
}

const wrongPassword = () =>
	serviceError('forbidden', 'password-wrong', {
		errors: [fieldError('password', 'password-wrong')],
	})

const lastAdmin = () => serviceError('conflict', 'last-administrator')

const isAdmin = ({ roles }: Pick<User, 'roles'>): boolean => roles.includes('ROLE_ADMIN')

/** Locks the user, and for an administrator all of them, so that the last two cannot both leave. */
const hold = (tx: Db, user: User): Promise<User[]> =>
	tx
		.select(COLUMNS)
		.from(users)
		.where(
			isAdmin(user)
				? or(
						eq(users.id, user.id),
						and(arrayContains(users.roles, ['ROLE_ADMIN']), isNull(users.deletedAt)),
					)
				: eq(users.id, user.id),
		)
		.orderBy(asc(users.id))
		// Weaker than `for update`, which would deadlock with writers of attempts that reference the user.
		.for('no key update')

/** @throws 409 with `Retry-After` if password or roles changed since the check. */
const guardUnchanged = (before: User, now: User): void => {
	if (before.passwordHash === now.passwordHash && isAdmin(before) === isAdmin(now)) return
	throw inFlight('account-changed')
}

/** Deletes everything that refers to the locked user. Attempts, events and links cascade from the row. */
const erase = async (tx: Db, user: User, now: Date): Promise<void> => {
	const { id } = user
	// Lock attempts first: their writers lock the user afterwards, so the reverse order would deadlock.
	await tx.select({ id: attempts.id }).from(attempts).where(eq(attempts.userId, id)).for('update')
	await tx.delete(audit).where(eq(audit.target, id))
	// Actions on others stay in the history without a name.
	await forgetActor(tx, id)
	await tx.delete(users).where(eq(users.id, id))
	await forgetCounts(tx, user)
	// Record the erasure without the identity.
	const entry = { actorId: null, action: 'user.erased', target: '', detail: BY_ERASED, at: now }
	await writeAudit(tx, entry)
}

/** Erases the caller's account and data. @throws 403 for a wrong password; 409 for the last administrator. */
export const eraseAccount = async (
	{ db, user, now }: Pick<CallContext<Actor>, 'db' | 'user' | 'now'>,
	{ password }: HandlerInput<Row>['body'],
): Promise<Sent<Row>> => {
	const [before] = await db.select(COLUMNS).from(users).where(eq(users.id, user.id))
	// Check outside the transaction: hashing is slow, and a transaction occupies a connection.
	const matches = await checkPassword(before?.passwordHash ?? null, password)
	if (before !== undefined && !matches) throw wrongPassword()
	await db.transaction(async (tx) => {
		const held = before === undefined ? [] : await hold(tx, before)
		const own = held.find(({ id }) => id === user.id)
		// The rate limit also counted this call.
		if (before === undefined || own === undefined) return forgetCounts(tx, user)
		guardUnchanged(before, own)
		if (isAdmin(own) && held.length === 1) throw lastAdmin()
		await erase(tx, own, now)
	})
	return messageOf('account-erased')
}
