import type { Context } from 'hono'
import type { Access } from '#contract/endpoint.ts'
import type { Role } from '#domain/types.ts'
import type { Actor, Deps } from '../context.ts'
import { findUser, type TokenClaims } from '../services/auth/sign-in.ts'
import { accountGone, serviceError, unauthorized } from './errors.ts'

const ALLOWED: Readonly<Record<Exclude<Access, 'public'>, readonly Role[]>> = {
	user: ['ROLE_USER', 'ROLE_MODERATOR', 'ROLE_ADMIN'],
	moderator: ['ROLE_MODERATOR', 'ROLE_ADMIN'],
	admin: ['ROLE_ADMIN'],
}

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i

/** Claims of a valid token. It may be revoked: see {@link checkSession}. */
export interface Session extends TokenClaims {
	readonly access: Exclude<Access, 'public'>
}

/** Reads the token without the database. @throws 401 */
export const readSession = async (
	{ tokens }: Pick<Deps, 'tokens'>,
	c: Context,
	access: Session['access'],
): Promise<Session> => {
	const token = BEARER.exec(c.req.header('authorization') ?? '')?.[1]
	const claims = token === undefined ? null : await tokens.verify(token)
	if (claims === null) throw unauthorized()
	return { ...claims, access }
}

/** The current state of a token's user. */
export interface SessionUser {
	readonly version: number
	readonly deleted: boolean
	readonly roles: readonly Role[]
}

/** Checks a session against its user, so that changes apply at once. @throws 401, 403 */
export const checkSession = (session: Session, user: SessionUser | null): void => {
	if (user === null) throw accountGone()
	// Not "gone": the client keeps its data, because the deletion can be undone.
	if (user.version !== session.version || user.deleted) throw unauthorized()
	if (!user.roles.some((role) => ALLOWED[session.access].includes(role))) {
		throw serviceError('forbidden', 'action-forbidden')
	}
}

/** Returns the caller. @throws 401, 403 */
export const requireActor = async ({ db }: Pick<Deps, 'db'>, session: Session): Promise<Actor> => {
	const user = await findUser(db, session.userId)
	checkSession(session, user && { ...user, deleted: user.deletedAt !== null })
	if (user === null) throw accountGone()
	const { version, deletedAt, ...actor } = user
	return actor
}
