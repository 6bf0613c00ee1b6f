import type { AnyRouter } from '@tanstack/react-router'
import { safeTarget } from './guards.ts'
import { session } from './session.ts'

/** Public pages that redirect to the login when the session expires. /test is exempt by specification. */
const OPEN = /^\/(settings|test\/)/

/** Redirects from a public page to the sign-in when the session expires, and back. Other pages have guards. */
export const redirectOnExpiry = (router: AnyRouter): void => {
	const look = (): void => {
		const { pathname, href } = router.state.location
		if (session.get().ended !== 'expired' || !OPEN.test(pathname)) return
		const redirect = safeTarget(href)
		const search = redirect === undefined ? {} : { redirect }
		router.navigate({ to: '/login', search, replace: true }).catch(reportError)
	}
	session.subscribe(look)
	// The session may have expired already.
	look()
}
