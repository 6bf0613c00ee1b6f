import { isRedirect } from '@tanstack/react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { requireRole } from '#web/app/guards.ts'
import { session } from '#web/app/session.ts'

const ledTo = (allowed: Parameters<typeof requireRole>[1]): unknown => {
	try {
		requireRole('/admin/users', allowed)
		return null
	} catch (thrown) {
		return isRedirect(thrown) ? [thrown.options.to, thrown.options.search] : thrown
	}
}

const signIn = (...roles: string[]): void =>
	session.signIn({
		token: 't',
		user: { id: '1', username: 'anna', email: null, roles },
		remember: true,
	})

afterEach(() => session.signOut())

describe('requireRole', () => {
	it('admits users with one of the roles', () => {
		signIn('ROLE_USER', 'ROLE_ADMIN')
		expect(ledTo(['ROLE_ADMIN'])).toBeNull()
		expect(ledTo(['ROLE_MODERATOR', 'ROLE_ADMIN'])).toBeNull()
	})

	it('redirects other users to the test', () => {
		signIn('ROLE_USER', 'ROLE_MODERATOR')
		expect(ledTo(['ROLE_ADMIN'])).toEqual(['/test', undefined])
	})

	it('redirects visitors to the sign-in with a return path', () => {
		signIn('ROLE_ADMIN')
		session.expire('t')
		expect(ledTo(['ROLE_ADMIN'])).toEqual(['/login', { redirect: '/admin/users' }])
	})
})
