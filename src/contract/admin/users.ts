import * as v from 'valibot'
import { ROLES } from '#domain/types.ts'
import { endpoint } from '../endpoint.ts'
import { Id, idParams, OptionalMoment, OptionalText } from '../fields.ts'
import { User } from '../users.ts'
import { Etag, pageOf, pageQuery, searchTerm } from './fields.ts'

export const ManagedUser = v.object({ ...User.entries, etag: Etag, createdAt: OptionalMoment })
export type ManagedUser = v.InferOutput<typeof ManagedUser>

const RoleNames = v.pipe(
	v.array(v.picklist(ROLES, `must be one of ${ROLES.join(', ')}`), 'must be a list of roles'),
	v.transform((roles) => [...new Set(roles)]),
	v.minLength(1, 'must have a role'),
)

const params = idParams('id')

export const manageUsers = {
	list: endpoint({
		method: 'GET',
		path: '/admin/users',
		access: 'admin',
		summary: 'All users by name.',
		reply: v.array(ManagedUser),
	}),
	page: endpoint({
		method: 'GET',
		path: '/admin/users/page',
		access: 'admin',
		summary: 'The users by name, page by page; those with one role where it is named.',
		query: pageQuery({
			search: searchTerm,
			role: v.optional(v.picklist(ROLES, `must be one of ${ROLES.join(', ')}`)),
		}),
		reply: pageOf(ManagedUser),
	}),
	get: endpoint({
		method: 'GET',
		path: '/admin/users/:id',
		access: 'admin',
		summary: 'One user, with its version.',
		params,
		reply: ManagedUser,
	}),
	setRoles: endpoint({
		method: 'PUT',
		path: '/admin/users/:id/roles',
		access: 'admin',
		summary: 'Set the roles of a user: the body is the list of their names.',
		params,
		body: RoleNames,
		reply: v.unknown(),
		idempotent: true,
		conditional: true,
	}),
	remove: endpoint({
		method: 'DELETE',
		path: '/admin/users/:id',
		access: 'admin',
		summary: 'Delete a user with their attempts; for 30 days they can be restored.',
		params,
		reply: v.unknown(),
		idempotent: true,
		conditional: true,
	}),
	restore: endpoint({
		method: 'POST',
		path: '/admin/users/:id/restore',
		access: 'admin',
		summary: 'Take back the deletion of a user.',
		params,
		reply: v.unknown(),
		idempotent: true,
	}),
} as const

const PasswordReset = v.object({
	id: Id,
	username: v.string(),
	email: v.string(),
	/** Null if the link was sent by email, because only the recipient may see it. */
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
