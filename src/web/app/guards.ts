import { redirect } from '@tanstack/react-router'
import { session } from './session.ts'

/** A path of this app to go to after a sign-in, or undefined: what does not begin with a single slash could lead elsewhere. */
export const safeTarget = (value: unknown): string | undefined =>
	typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined

/** For `beforeLoad` of pages that need a voter: others go to the sign-in and come back to `href` afterwards. */
export const requireVoter = (href: string): void => {
	if (session.token() !== null) return
	const target = safeTarget(href)
	const remember = session.get().ended !== 'signed-out' && target !== undefined
	throw redirect({ to: '/login', search: remember ? { redirect: target } : {}, replace: true })
}

/** For `beforeLoad` of the sign-in pages: whoever is signed in goes on. */
export const requireVisitor = (target: string | undefined): void => {
	if (session.token() === null) return
	throw target === undefined
		? redirect({ to: '/quiz', replace: true })
		: redirect({ href: target, replace: true })
}
