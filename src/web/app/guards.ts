import { type AnyRouter, redirect } from '@tanstack/react-router'
import type { Role } from '#domain/types.ts'
import { session } from './session.ts'

declare const checked: unique symbol
/** A path of this app that was checked. Only {@link safeTarget} makes one. */
export type SafeTarget = string & { readonly [checked]: true }

const BASE = 'http://app.invalid'
/** Control characters and backslashes, as they are or encoded (once or more often): browsers and servers read them differently. */
const AMBIGUOUS = /[\p{Cc}\\]|%(?:25)*(?:0[\da-f]|1[\da-f]|7f|5c)/iu
/** A second slash at the start of a path, as it is or encoded, can name another host. */
const OTHER_HOST = /^\/(?:\/|%(?:25)*2f)/i

/**
 * Checks where an address wants to lead, after a sign-in for example. Every such target goes through here.
 * @returns the path with its search and hash; undefined for anything that is not surely a path of this app.
 */
export const safeTarget = (value: unknown): SafeTarget | undefined => {
	if (typeof value !== 'string' || !value.startsWith('/') || AMBIGUOUS.test(value)) return undefined
	if (OTHER_HOST.test(value) || !URL.canParse(value, BASE)) return undefined
	const { origin, pathname, search, hash } = new URL(value, BASE)
	// Again after `/./` and `/../` are resolved: "/.//evil.example" is a path of this app that begins with two slashes.
	if (origin !== BASE || OTHER_HOST.test(pathname)) return undefined
	return `${pathname}${search}${hash}` as SafeTarget
}

/** For `beforeLoad` of pages that need a voter: others go to the sign-in and come back to `href` afterwards. */
export const requireVoter = (href: string): void => {
	if (session.token() !== null) return
	const target = safeTarget(href)
	const remember = session.get().ended !== 'signed-out' && target !== undefined
	throw redirect({ to: '/login', search: remember ? { redirect: target } : {}, replace: true })
}

/** For `beforeLoad` of the sign-in pages: signed-in users go on to `target`, or to their elections. */
export const requireVisitor = (target: SafeTarget | undefined): void => {
	if (session.token() === null) return
	throw target === undefined
		? redirect({ to: '/quiz', replace: true })
		: redirect({ href: target, replace: true })
}

/** For `beforeLoad` of pages for some roles: visitors go to the sign-in and come back to `href`, other users go to /test. */
export const requireRole = (href: string, allowed: readonly Role[]): void => {
	requireVoter(href)
	const roles = session.get().user?.roles ?? []
	if (!allowed.some((role) => roles.includes(role))) throw redirect({ to: '/test', replace: true })
}

/** Pages for everybody on which a session may end. Where a test is taken it does not, as specified. */
const OPEN = /^\/(settings|test\/)/

/** Leads from a page for everybody to the sign-in when the session has ended there, and back: others have guards that do. */
export const redirectOnExpiry = (router: AnyRouter): void => {
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
