import { and, eq, isNull, sql } from 'drizzle-orm'
import type { auth } from '#contract/auth.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { keyReused } from '../../db/key-lock.ts'
import { passwordResets, users } from '../../db/schema.ts'
import { writeAudit } from '../../db/write-audit.ts'
import type { CallContext } from '../../http/mount.ts'
import { serviceError } from '../../http/service-error.ts'
import { endLinks, hashToken, isOpen } from '../password-resets/tokens.ts'
import { checkPassword, hashPassword } from './passwords.ts'

/** Never given out, used, too old or replaced: which of these is nobody's to know. */
const linkOver = () => serviceError('invalid', 'This link is no longer valid. Ask for a new one.')

type Body = HandlerInput<typeof auth.resetPassword>['body']
type Context = Pick<CallContext<null>, 'db' | 'now' | 'key'>

const DONE = { message: 'Your new password is set. Every device has to sign in with it.' }

/** Whether a call under this key has set this password by this link: its reply may have been lost on the way. */
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

/**
 * Sets a new password with the token of a link, and ends that link, every other one of the user and every sign-in. The
 * same call under the same key is told once more what came of the first.
 * @throws 422 for a key that stands for another password; 400 for a token that was never given out, is used, too old or replaced.
 */
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
	// Looked at first: a hash is work, which nobody has done for them by sending anything at all.
	if (!open?.userId) {
		if (await wasSet(context, { token, password })) return DONE
		throw linkOver()
	}
	const { userId } = open
	// Hashed before the transaction: it takes long, and a transaction holds a connection.
	const passwordHash = await hashPassword(password)
	await db.transaction(async (tx) => {
		// The user first, as whoever asks for a link does: in another order two could wait for each other.
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
