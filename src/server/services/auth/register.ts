import { randomBytes, randomUUID } from 'node:crypto'
import { and, arrayContains, eq, isNull, or, sql } from 'drizzle-orm'
import type { auth } from '#contract/auth.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { Deps } from '../../context.ts'
import { keyReused, lockKey, writeAudit } from '../../db/audit.ts'
import { brokenUnique } from '../../db/errors.ts'
import type { Db } from '../../db/open.ts'
import { users } from '../../db/schema.ts'
import { fieldError, serviceError } from '../../http/errors.ts'
import type { CallContext } from '../../http/mount.ts'
import { checkPassword, emailKey, hashPassword, identityKey, toUser } from './sign-in.ts'

type Body = HandlerInput<typeof auth.register>['body']
type User = Omit<typeof users.$inferSelect, 'revised' | 'deletedAt' | 'search'>

const usernameTaken = () =>
	serviceError('conflict', 'registration-username-taken', {
		errors: [fieldError('username', 'username-taken')],
	})

const emailTaken = () =>
	serviceError('conflict', 'registration-email-taken', {
		errors: [fieldError('email', 'email-taken')],
	})

const bothTaken = () =>
	serviceError('conflict', 'registration-both-taken', {
		errors: [fieldError('username', 'username-taken'), fieldError('email', 'email-taken')],
	})

/** Finds the account created under this idempotency key with the same body. @throws 422 for another body. */
const replay = async (db: Db, key: string, body: Body): Promise<User | null> => {
	const [user] = await db.select().from(users).where(eq(users.registerKey, key))
	if (user === undefined) return null
	const same =
		user.username === body.username &&
		user.email === body.email &&
		(await checkPassword(user.passwordHash, body.password))
	// Deleted since then: username and email stay reserved during the restore period.
	if (same && user.deletedAt !== null) throw bothTaken()
	if (same) return user
	throw keyReused()
}

const guardFree = async (tx: Db, row: Pick<User, 'usernameKey' | 'emailKey'>): Promise<void> => {
	const others = await tx
		.select({ usernameKey: users.usernameKey, emailKey: users.emailKey })
		.from(users)
		.where(or(eq(users.usernameKey, row.usernameKey), eq(users.emailKey, row.emailKey)))
	const hasUsername = others.some((other) => other.usernameKey === row.usernameKey)
	const hasEmail = others.some((other) => other.emailKey === row.emailKey)
	if (hasUsername && hasEmail) throw bothTaken()
	if (hasUsername) throw usernameTaken()
	if (hasEmail) throw emailTaken()
}

/** Maps a unique violation to a 409, for simultaneous registrations that both pass the guard. */
const asTaken = (error: unknown): unknown => {
	switch (brokenUnique(error)) {
		case 'users_username_key':
			return usernameTaken()
		case 'users_email_key':
			return emailTaken()
		default:
			return error
	}
}

const create = async (
	{ db, now, key }: Pick<CallContext<null>, 'db' | 'now' | 'key'>,
	body: Body,
): Promise<User> => {
	// Hash outside the transaction: it is slow, and a transaction occupies a connection.
	const row = {
		id: randomUUID(),
		username: body.username,
		usernameKey: identityKey(body.username),
		email: body.email,
		emailKey: emailKey(body.email),
		passwordHash: await hashPassword(body.password),
		roles: ['ROLE_USER' as const],
		tokenVersion: 1,
		registerKey: key,
		createdAt: now,
	}
	return db.transaction(async (tx) => {
		if (key !== null) {
			await lockKey(tx, 'register', key)
			const before = await replay(tx, key, body)
			if (before !== null) return before
		}
		await guardFree(tx, row)
		await tx.insert(users).values(row)
		const entry = { action: 'user.registered', target: row.id, at: now }
		await writeAudit(tx, { ...entry, actorId: row.id })
		return row
	})
}

/** Creates an account and signs it in; idempotent per key. @throws 409 if the username or email is taken. */
export const register = async (
	context: Deps & Pick<CallContext<null>, 'now' | 'key'>,
	body: Body,
): Promise<Sent<typeof auth.register>> => {
	const { db, tokens, key } = context
	const before = key === null ? null : await replay(db, key, body)
	const user =
		before ??
		(await create(context, body).catch((error: unknown) => {
			throw asTaken(error)
		}))
	const token = await tokens.sign({ userId: user.id, version: user.tokenVersion })
	return { token, user: toUser(user) }
}

interface FirstAdmin {
	readonly username: string
	readonly email: string
	readonly password: string | undefined
	readonly now: Date
}

/** Creates the first administrator if there is none. @returns the password if generated, else null. */
export const ensureAdmin = async (db: Db, admin: FirstAdmin): Promise<string | null> => {
	const [existing] = await db
		.select({ one: sql`1` })
		.from(users)
		.where(and(arrayContains(users.roles, ['ROLE_ADMIN']), isNull(users.deletedAt)))
		.limit(1)
	if (existing !== undefined) return null
	const password = admin.password ?? randomBytes(15).toString('base64url')
	const id = randomUUID()
	const row = {
		id,
		username: admin.username,
		usernameKey: identityKey(admin.username),
		email: admin.email,
		emailKey: emailKey(admin.email),
		passwordHash: await hashPassword(password),
		roles: ['ROLE_ADMIN' as const],
		createdAt: admin.now,
	}
	await db.transaction(async (tx) => {
		await tx.insert(users).values(row)
		const entry = { action: 'user.first-admin', target: id, at: admin.now }
		await writeAudit(tx, { ...entry, actorId: null })
	})
	return admin.password === undefined ? password : null
}
