import { and, eq } from 'drizzle-orm'
import type { Actor, Deps } from '../../context.ts'
import { users } from '../../db/schema.ts'

/**
 * The user whom a token names, as the database has them now, so that a change of roles or a deletion acts on the next call.
 * Null where the token is not ours, has ended or is of an earlier generation.
 */
export const authenticate = async (
	{ db, tokens }: Pick<Deps, 'db' | 'tokens'>,
	token: string,
): Promise<Actor | null> => {
	const claims = await tokens.verify(token)
	if (claims === null) return null
	const [user] = await db
		.select({ id: users.id, username: users.username, email: users.email, roles: users.roles })
		.from(users)
		.where(and(eq(users.id, claims.userId), eq(users.tokenVersion, claims.version)))
	return user ?? null
}
