import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { auth } from '#contract/auth.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { messageOf } from '#contract/messages.ts'
import { RESET_LINK_MINUTES } from '#domain/limits.ts'
import type { Deps } from '../../context.ts'
import { keyReused, writeAudit } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import { passwordResets, users } from '../../db/schema.ts'
import { serviceError } from '../../http/errors.ts'
import type { CallContext } from '../../http/mount.ts'
import { checkPassword, emailKey, hashPassword } from './sign-in.ts'

const makeToken = (): string => randomBytes(32).toString('base64url')

/** 256 random bits need no salt. */
const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Matches links that belong to an account, are unused and not expired. */
export const isOpen = (now: Date) =>
	and(
		isNotNull(passwordResets.userId),
		isNull(passwordResets.usedAt),
		gt(passwordResets.expiresAt, now),
	)

export const endLinks = async (tx: Db, userId: string, now: Date): Promise<void> => {
	await tx
		.update(passwordResets)
		.set({ expiresAt: now, sealedToken: null })
		.where(and(eq(passwordResets.userId, userId), isOpen(now)))
}

export const purgeResets = async (db: Db, now: Date): Promise<void> => {
	await db.delete(passwordResets).where(lt(passwordResets.expiresAt, now))
}

const MINUTE_MS = 60_000

/** Creates and delivers a reset link. Unknown addresses get the same reply and cause the same work. */
export const forgotPassword = async (
	{ db, links, now }: Pick<Deps, 'db' | 'links'> & { readonly now: Date },
	{ email }: HandlerInput<typeof auth.forgotPassword>['body'],
): Promise<Sent<typeof auth.forgotPassword>> => {
	const id = randomUUID()
	const token = makeToken()
	const row = {
		id,
		tokenHash: hashToken(token),
		sealedToken: links.keep(token, id),
		createdAt: now,
		expiresAt: new Date(now.getTime() + RESET_LINK_MINUTES * MINUTE_MS),
	}
	const user = await db.transaction(async (tx) => {
		// Locked, so that one of two simultaneous requests replaces the other's link.
		const [owner] = await tx
			.select({ id: users.id, username: users.username, email: users.email })
			.from(users)
			.where(and(eq(users.emailKey, emailKey(email)), isNull(users.deletedAt)))
			.for('no key update')
		await endLinks(tx, owner?.id ?? id, now)
		await tx.insert(passwordResets).values({ ...row, userId: owner?.id ?? null })
		return owner
	})
	if (user !== undefined) links.deliver(user, token)
	return links.told
}

/** One message for unknown, used, expired and replaced tokens, to reveal nothing. */
const linkOver = () => serviceError('invalid', 'reset-link-invalid')

type Body = HandlerInput<typeof auth.resetPassword>['body']
type Context = Pick<CallContext<null>, 'db' | 'now' | 'key'>

const DONE = messageOf('password-set')

/** Detects a retry of a successful call whose reply was lost. */
const wasSet = async ({ db, key }: Context, { token, password }: Body): Promise<boolean> => {
	if (key === null) return false
	const [used] = await db
		.select({ passwordHash: users.passwordHash })
		.from(passwordResets)
		.innerJoin(users, eq(users.id, passwordResets.userId))
		.where(and(eq(passwordResets.tokenHash, hashToken(token)), eq(passwordResets.usedKey, key)))
	if (used === undefined) return false
	if (await checkPassword(used.passwordHash, password)) return true
	throw keyReused()
}

/** Sets a new password and ends all links and sessions. @throws 422 for a reused key; 400 for an invalid link. */
export const resetPassword = async (
	context: Context,
	{ token, password }: Body,
): Promise<Sent<typeof auth.resetPassword>> => {
	const { db, now, key } = context
	const isThis = and(eq(passwordResets.tokenHash, hashToken(token)), isOpen(now))
	const [open] = await db
		.select({ userId: passwordResets.userId })
		.from(passwordResets)
		.where(isThis)
	// Check the token before hashing, so that invalid requests cannot trigger expensive work.
	if (!open?.userId) {
		if (await wasSet(context, { token, password })) return DONE
		throw linkOver()
	}
	const { userId } = open
	// Hash outside the transaction: it is slow, and a transaction occupies a connection.
	const passwordHash = await hashPassword(password)
	await db.transaction(async (tx) => {
		// Lock the user before the links, in the same order as `forgotPassword`, to avoid deadlocks.
		const held = await tx
			.select({ id: users.id })
			.from(users)
			.where(and(eq(users.id, userId), isNull(users.deletedAt)))
			.for('no key update')
		if (held.length === 0) throw linkOver()
		const used = await tx
			.update(passwordResets)
			.set({ usedAt: now, usedKey: key, sealedToken: null })
			.where(isThis)
			.returning({ id: passwordResets.id })
		if (used.length === 0) throw linkOver()
		await endLinks(tx, userId, now)
		await tx
			.update(users)
			.set({ passwordHash, tokenVersion: sql`${users.tokenVersion} + 1` })
			.where(eq(users.id, userId))
		const entry = { action: 'user.password-reset', target: userId, at: now }
		await writeAudit(tx, { ...entry, actorId: userId })
	})
	return DONE
}
