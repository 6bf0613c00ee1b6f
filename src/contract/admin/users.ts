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
		summary: 'List all users by name.',
		reply: v.array(ManagedUser),
	}),
	page: endpoint({
		method: 'GET',
		path: '/admin/users/page',
		access: 'admin',
		summary: 'Page through the users by name, optionally of one role.',
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
		summary: 'Get a user with its etag.',
		params,
		reply: ManagedUser,
	}),
	setRoles: endpoint({
		method: 'PUT',
		path: '/admin/users/:id/roles',
		access: 'admin',
		summary: 'Set the roles of a user. The body is an array of role names.',
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
		summary: 'Delete a user and their attempts. They can be restored for 30 days.',
		params,
		reply: v.unknown(),
		idempotent: true,
		conditional: true,
	}),
	restore: endpoint({
		method: 'POST',
		path: '/admin/users/:id/restore',
		access: 'admin',
		summary: 'Restore a deleted user.',
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
	createdAt: v.string(),
	expiresAt: v.string(),
})

export const passwordResets = {
	list: endpoint({
		method: 'GET',
		path: '/admin/password-resets',
		access: 'admin',
		summary: 'List up to 100 open password resets, newest first.',
		reply: v.array(PasswordReset),
	}),
} as const
