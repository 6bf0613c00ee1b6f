import { and, desc, eq, isNull, or } from 'drizzle-orm'
import type { auth } from '#contract/auth.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { Deps } from '../../context.ts'
import { users } from '../../db/schema.ts'
import { unauthorized } from '../../http/service-error.ts'
import { emailKey, identityKey, toUser } from './identity.ts'
import { hashPassword, matchPassword } from './passwords.ts'

/**
 * Signs in by username or email. Whether there is such an account shows neither in the text nor in the work done.
 */
export const login = async (
	{ db, tokens }: Deps,
	{ username, password }: HandlerInput<typeof auth.login>['body'],
): Promise<Sent<typeof auth.login>> => {
	const key = identityKey(username)
	const address = emailKey(username)
	// One person's username may read like another's address: the address goes first, so that nobody can lock its owner out.
	const [user] = await db
		.select()
		.from(users)
		.where(
			and(or(eq(users.usernameKey, key), eq(users.emailKey, address)), isNull(users.deletedAt)),
		)
		.orderBy(desc(eq(users.emailKey, address)))
		.limit(1)
	const match = await matchPassword(user?.passwordHash ?? null, password)
	if (user === undefined || match === null) throw unauthorized('Bad credentials')
	if (match === 'typed') {
		const passwordHash = await hashPassword(password)
		await db
			.update(users)
			.set({ passwordHash })
			.where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)))
	}
	const token = await tokens.sign({ userId: user.id, version: user.tokenVersion })
	return { token, user: toUser(user) }
}
