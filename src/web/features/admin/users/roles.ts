import { ROLES, type Role } from '#domain/types.ts'
import { users as texts } from '#web/texts/admin/users.ts'

/** Whether a text is a role of ours. */
const isRole = (name: unknown): name is Role => ROLES.some((role) => role === name)

/** What a role is called; one of another server by its own name. */
export const roleText = (name: string): string => (isRole(name) ? texts.roles[name] : name)

/** The role that stands for all that somebody has: the one that may do most. */
export const mainRole = (roles: readonly string[]): Role =>
	ROLES.find((role) => roles.includes(role)) ?? 'ROLE_USER'

export const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: texts.roles[value] }))
