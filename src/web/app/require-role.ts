import { redirect } from '@tanstack/react-router'
import type { Role } from '#domain/types.ts'
import { requireVoter } from './guards.ts'
import { session } from './session.ts'

/** For `beforeLoad` of pages for some roles: visitors go to the sign-in and come back to `href`, other users go to /test. */
export const requireRole = (href: string, allowed: readonly Role[]): void => {
	requireVoter(href)
	const roles = session.get().user?.roles ?? []
	if (!allowed.some((role) => roles.includes(role))) throw redirect({ to: '/test', replace: true })
}
