import { redirect } from '@tanstack/react-router'
import type { Role } from '#domain/types.ts'
import { session } from './session.ts'

declare const checked: unique symbol
/** Validated path of this app. Only {@link safeTarget} creates one. */
export type SafeTarget = string & { readonly [checked]: true }

const BASE = 'http://app.invalid'
/** Control characters and backslashes, even encoded repeatedly: browsers and servers parse them differently. */
const AMBIGUOUS = /[\p{Cc}\\]|%(?:25)*(?:0[\da-f]|1[\da-f]|7f|5c)/iu
/** A path that starts with two slashes, plain or encoded, can name another host. */
const OTHER_HOST = /^\/(?:\/|%(?:25)*2f)/i

/** Validates every redirect target, against open redirects. @returns a path, or undefined if not surely of this app. */
export const safeTarget = (value: unknown): SafeTarget | undefined => {
	if (typeof value !== 'string' || !value.startsWith('/') || AMBIGUOUS.test(value)) return undefined
	if (OTHER_HOST.test(value) || !URL.canParse(value, BASE)) return undefined
	const { origin, pathname, search, hash } = new URL(value, BASE)
	// Check again after `/./` and `/../` are resolved: "/.//evil.example" becomes a path with two leading slashes.
	if (origin !== BASE || OTHER_HOST.test(pathname)) return undefined
	return `${pathname}${search}${hash}` as SafeTarget
}

/** Search parameters of the sign-in pages: the page to open afterwards, if it is surely of this app. */
export const readRedirect = (
	search: Record<string, unknown>,
): { readonly redirect?: string | undefined } => {
	const redirect = safeTarget(search.redirect)
	return redirect === undefined ? {} : { redirect }
}

/** For `beforeLoad`: sends visitors to the sign-in, and back to `href` afterwards. */
export const requireVoter = (href: string): void => {
	if (session.token() !== null) return
	const target = safeTarget(href)
	const remember = session.get().ended !== 'signed-out' && target !== undefined
	throw redirect({ to: '/login', search: remember ? { redirect: target } : {}, replace: true })
}

/** For `beforeLoad` of sign-in pages: sends signed-in users to `target`, or to their elections. */
export const requireVisitor = (target: SafeTarget | undefined): void => {
	if (session.token() === null) return
	throw target === undefined
		? redirect({ to: '/quiz', replace: true })
		: redirect({ href: target, replace: true })
}

/** For `beforeLoad`: sends visitors to the sign-in and back to `href`, and users without an allowed role to /test. */
export const requireRole = (href: string, allowed: readonly Role[]): void => {
	requireVoter(href)
	const roles = session.get().user?.roles ?? []
	if (!allowed.some((role) => roles.includes(role))) throw redirect({ to: '/test', replace: true })
}
