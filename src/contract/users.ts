import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'

const RoleName = v.pipe(
	v.union([v.string(), v.object({ name: v.string() })]),
	v.transform((role) => (typeof role === 'string' ? role : role.name)),
)

/** A user. Some servers omit `id`; the username is the stable key then. */
export const User = v.object({
	id: v.optional(Id),
	username: v.string(),
	email: v.nullish(v.string(), null),
	roles: v.nullish(v.array(RoleName), []),
})
export type User = v.InferOutput<typeof User>

export const users = {
	profile: endpoint({
		method: 'GET',
		path: '/users/profile',
		access: 'user',
		summary: 'Get the signed-in user.',
		reply: User,
	}),
} as const
