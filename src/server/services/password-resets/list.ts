import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Sent } from '#contract/endpoint.ts'
import type { passwordResets as contract } from '#contract/password-resets.ts'
import type { Deps } from '../../context.ts'
import { passwordResets, users } from '../../db/schema.ts'
import { isOpen } from './tokens.ts'

/** Whoever has asked before a hundred others did will ask again: a link is good for half an hour. */
const MOST = 100

/** The requests for a new password that are open, newest first, one a user. */
export const listResets = async ({
	db,
	now,
	links,
}: Pick<Deps, 'db' | 'links'> & { readonly now: Date }): Promise<Sent<typeof contract.list>> => {
	const rows = await db
		.select({ reset: passwordResets, username: users.username, email: users.email })
		.from(passwordResets)
		.innerJoin(users, eq(users.id, passwordResets.userId))
		.where(and(isOpen(now), isNull(users.deletedAt)))
		.orderBy(desc(passwordResets.createdAt), desc(passwordResets.id))
		.limit(MOST)
	return rows.map(({ reset: { id, sealedToken, createdAt, expiresAt }, username, email }) => ({
		id,
		username,
		email,
		link: sealedToken === null ? null : links.linkOf(sealedToken, id),
		createdAt: createdAt.toISOString(),
		expiresAt: expiresAt.toISOString(),
	}))
}
