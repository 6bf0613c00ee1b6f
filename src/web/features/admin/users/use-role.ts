import { useState } from 'react'
import { type ManagedUser, manageUsers } from '#contract/manage-users.ts'
import type { Role } from '#domain/types.ts'
import { call } from '#web/app/client.ts'
import { uuid } from '#web/app/uuid.ts'
import { users as texts } from '#web/texts/admin/users.ts'
import { toast } from '#web/ui/toasts-show.ts'
import { faultText, hasStatus } from '../faults.ts'
import { ifMatch } from '../forms/if-match.ts'
import { withLastChange } from '../history/last-change.ts'
import { useOneAtATime } from '../use-one-at-a-time.ts'
import { roleText } from './roles.ts'

/** Gives a user one role instead of all that they have. @returns what went wrong, or null. */
const assign = async (
	{ id, etag }: ManagedUser,
	role: Role,
): Promise<{ readonly text: string; readonly reread: boolean } | null> => {
	const reply = await call(
		manageUsers.setRoles,
		{ params: { id: id ?? '' }, body: [role] },
		{
			idempotencyKey: uuid(),
			...ifMatch(etag),
		},
	)
	if (reply.ok) return null
	if (hasStatus(reply.error, 404)) return { text: texts.gone, reread: true }
	if (!hasStatus(reply.error, 412)) {
		return { text: faultText(reply.error, texts.updateFailed), reread: false }
	}
	return { text: await withLastChange(texts.changed, id), reread: true }
}

/** Assigning a role, one user at a time. @param onChanged reads the list again: also what somebody else has changed. */
export const useRole = (user: ManagedUser, onChanged: () => void) => {
	const { busy, run } = useOneAtATime()
	const [error, setError] = useState<string | null>(null)
	const change = async (role: Role): Promise<void> => {
		setError(null)
		const refused = await assign(user, role)
		if (refused === null) toast(texts.assigned(user.username, roleText(role)), 'good')
		// The row of a deleted user goes when the list is read again.
		if (refused?.text === texts.gone) toast(refused.text)
		setError(refused?.text ?? null)
		if (refused === null || refused.reread) onChanged()
	}
	return {
		busy,
		error,
		assign(role: Role): void {
			run(() => change(role))
		},
	}
}
