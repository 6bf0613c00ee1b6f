import { eq, sql } from 'drizzle-orm'
import type { Actor, Deps } from '../../context.ts'
import { prepared } from '../../db/prepared.ts'
import { users } from '../../db/schema.ts'

const findUser = prepared((db) =>
	db
		.select({
			id: users.id,
			username: users.username,
			email: users.email,
			roles: users.roles,
			version: users.tokenVersion,
			deletedAt: users.deletedAt,
		})
		.from(users)
		.where(eq(users.id, sql.placeholder('id')))
		.prepare('user'),
)

/**
 * The user whom a token names, as the database has them now, so that a change of roles or a deletion acts on the next call.
 * Null where the token is not ours, has ended or is of an earlier generation; "gone" where it is good and its user is not
 * there any more.
 */
export const authenticate = async (
	{ db, tokens }: Pick<Deps, 'db' | 'tokens'>,
	token: string,
): Promise<Actor | 'gone' | null> => {
	const claims = await tokens.verify(token)
	if (claims === null) return null
	const [user] = await findUser(db).execute({ id: claims.userId })
	if (user === undefined) return 'gone'
	const { version, deletedAt, ...actor } = user
	// Not "gone": what a device keeps of them is still good when the deletion is taken back.
	return version === claims.version && deletedAt === null ? actor : null
}
