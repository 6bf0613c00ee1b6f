import { users } from '#contract/users.ts'
import type { ProfileCheck } from '#web/session.ts'
import { call } from './client.ts'

/** Asks the server who the stored sign-in belongs to. Only 401 and 403 are a refusal. */
export const checkProfile = async (): Promise<ProfileCheck> => {
	const reply = await call(users.profile, {})
	if (reply.ok) return { kind: 'user', user: reply.value }
	const { error } = reply
	const refused = error.kind === 'problem' && (error.status === 401 || error.status === 403)
	return refused ? { kind: 'refused' } : { kind: 'unknown' }
}
