import { and, eq, isNull, sql } from 'drizzle-orm'
import type { auth } from '#contract/auth.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { Deps } from '../../context.ts'
import { passwordResets, users } from '../../db/schema.ts'
import { writeAudit } from '../../db/write-audit.ts'
import { serviceError } from '../../http/service-error.ts'
import { endLinks, hashToken, isOpen } from '../password-resets/tokens.ts'
import { hashPassword } from './passwords.ts'

/** Never given out, used, too old or replaced: which of these is nobody's to know. */
const linkOver = () => serviceError('invalid', 'This link is no longer valid. Ask for a new one.')

/**
 * Sets a new password with the token of a link, and ends that link, every other one of the user and every sign-in.
 * @throws 400 for a token that was never given out, is used, too old or replaced.
 */
export const resetPassword = async (
	{ db, now }: Pick<Deps, 'db'> & { readonly now: Date },
	{ token, password }: HandlerInput<typeof auth.resetPassword>['body'],
): Promise<Sent<typeof auth.resetPassword>> => {
	const isThis = and(eq(passwordResets.tokenHash, hashToken(token)), isOpen(now))
	const [open] = await db
		.select({ userId: passwordResets.userId })
		.from(passwordResets)
		.where(isThis)
	// Looked at first: a hash is work, which nobody has done for them by sending anything at all.
	if (!open?.userId) throw linkOver()
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
			.set({ usedAt: now, sealedToken: null })
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
	return { message: 'Your new password is set. Every device has to sign in with it.' }
}
