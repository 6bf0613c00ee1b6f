import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, OptionalText } from './primitives.ts'

/** Somebody's open request for a new password, as administrators see it. */
const PasswordReset = v.object({
	id: Id,
	username: v.string(),
	email: v.string(),
	/** Where a new password can be set; null where it went out by mail, and is nobody else's to see. */
	link: OptionalText,
	/** ISO 8601. */
	createdAt: v.string(),
	expiresAt: v.string(),
})

export const passwordResets = {
	list: endpoint({
		method: 'GET',
		path: '/admin/password-resets',
		access: 'admin',
		summary: 'Requests for a new password that are open, newest first, a hundred at most.',
		reply: v.array(PasswordReset),
	}),
} as const
