import type { User } from '#contract/users.ts'
import type { Actor } from '../../context.ts'

/** What makes two names or addresses the same: case and compatibility forms do not tell them apart. */
export const identityKey = (text: string): string => text.normalize('NFKC').toLowerCase()

/** A user as the API shows one. */
export const toUser = ({ id, username, email, roles }: Actor): User => ({
	id,
	username,
	email,
	roles: [...roles],
})
