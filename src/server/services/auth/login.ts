import { and, desc, eq, isNull, or } from 'drizzle-orm'
import type { auth } from '#contract/auth.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { Deps } from '../../context.ts'
import { users } from '../../db/schema.ts'
import { unauthorized } from '../../http/service-error.ts'
import { identityKey, toUser } from './identity.ts'
import { checkPassword } from './passwords.ts'

/**
 * Signs in by username or email. Whether there is such an account shows neither in the text nor in the work done.
 */
export const login = async (
	{ db, tokens }: Deps,
	{ username, password }: HandlerInput<typeof auth.login>['body'],
): Promise<Sent<typeof auth.login>> => {
	const key = identityKey(username)
	// One person's username may read like another's address: the address goes first, so that nobody can lock its owner out.
	const [user] = await db
		.select()
		.from(users)
		.where(and(or(eq(users.usernameKey, key), eq(users.emailKey, key)), isNull(users.deletedAt)))
		.orderBy(desc(eq(users.emailKey, key)))
		.limit(1)
	const matches = await checkPassword(user?.passwordHash ?? null, password)
	if (user === undefined || !matches) throw unauthorized('Bad credentials')
	const token = await tokens.sign({ userId: user.id, version: user.tokenVersion })
	return { token, user: toUser(user) }
}
