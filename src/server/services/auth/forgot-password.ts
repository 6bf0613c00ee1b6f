import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { auth } from '#contract/auth.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { RESET_LINK_MINUTES } from '#domain/constants.ts'
import type { Deps } from '../../context.ts'
import { passwordResets, users } from '../../db/schema.ts'
import { endLinks, hashToken, makeToken } from '../password-resets/tokens.ts'
import { emailKey } from './identity.ts'

const MINUTE_MS = 60_000

/**
 * Makes a link to set a new password for the account with the address, in place of an earlier one, and sends it on its
 * way. Whether there is such an account shows neither in the reply nor in the work done: the same statements run, and a
 * row is written that is nobody's.
 */
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
		// Held, so that of two requests at once one replaces the other's link.
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
	return { message: links.told }
}
