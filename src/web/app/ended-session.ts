import type { AnyRouter } from '@tanstack/react-router'
import { safeTarget } from './guards.ts'
import { session } from './session.ts'

/** Pages for everybody on which a session may end. Where a test is taken it does not, as specified. */
const OPEN = /^\/(settings|test\/)/

/** Leads from a page for everybody to the sign-in when the session has ended there, and back: others have guards that do. */
export const followEndedSession = (router: AnyRouter): void => {
	const look = (): void => {
		const { pathname, href } = router.state.location
		if (session.get().ended !== 'expired' || !OPEN.test(pathname)) return
		const redirect = safeTarget(href)
		const search = redirect === undefined ? {} : { redirect }
		router.navigate({ to: '/login', search, replace: true }).catch(reportError)
	}
	session.subscribe(look)
	// It may have ended before this was there.
	look()
}
