import { type ManagedUser, manageUsers } from '#contract/manage-users.ts'
import type { PageOf } from '#contract/paging.ts'
import type { Result, Role } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/client.ts'
import { mentions, orWhole } from '../lists/whole-list.ts'

export interface UserFilter {
	readonly search: string
	/** Only those who have it. */
	readonly role?: Role | undefined
}

/** A page of the users; the whole list, filtered here, from a server that has no pages. */
export const readUsers = async (
	{ search, role }: UserFilter,
	after: string | undefined,
	signal: AbortSignal,
): Promise<Result<PageOf<ManagedUser>, Failure>> => {
	const query = { ...(after && { after }), ...(search && { search }), ...(role && { role }) }
	return orWhole(
		await call(manageUsers.page, { query }, { signal }),
		() => call(manageUsers.list, {}, { signal }),
		({ username, email, roles }) =>
			(role === undefined || roles.includes(role)) && mentions(search, [username, email]),
	)
}
