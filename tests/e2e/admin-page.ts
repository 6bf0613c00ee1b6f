import type { Page } from 'playwright/test'
import type { User } from '#contract/users.ts'
import { type Send, sendAs } from '../support/administrator.ts'
import { ADMIN, type RegisteredVoter, registerVoter } from '../support/built-server.ts'
import {
	test as base,
	expect,
	expectAccessible,
	expectAccessibleInBothThemes,
	keepSignIn,
} from './fixtures.ts'

export const logIn = async (
	origin: string,
	{ username, password }: Pick<RegisteredVoter, 'username' | 'password'>,
): Promise<RegisteredVoter> => {
	const reply = await fetch(`${origin}/api/auth/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ username, password }),
	})
	const { token, user } = (await reply.json()) as { token: string; user: User }
	return { username, password, token, user }
}

const firstAdmin = async (origin: string): Promise<{ send: Send; admin: RegisteredVoter }> => {
	const admin = await logIn(origin, ADMIN)
	return { admin, send: sendAs(origin, admin.token) }
}

export const userWith = async (
	origin: string,
	role: 'ROLE_ADMIN' | 'ROLE_MODERATOR',
): Promise<RegisteredVoter> => {
	const { send } = await firstAdmin(origin)
	const voter = await registerVoter(origin)
	await send('PUT', `/admin/users/${voter.user.id}/roles`, [role])
	// Sign in again: the stored session contains the roles.
	return logIn(origin, voter)
}

export interface AdminFixtures {
	readonly admin: RegisteredVoter
	/** API calls of another administrator. */
	readonly send: Send
}

export const test = base.extend<AdminFixtures>({
	admin: async ({ page, server }, use) => {
		const admin = await userWith(server.origin, 'ROLE_ADMIN')
		await keepSignIn(page, admin)
		await use(admin)
	},
	send: async ({ server, admin }, use) => {
		const { send } = await firstAdmin(server.origin)
		expect(admin.user.roles).toContain('ROLE_ADMIN')
		await use(send)
	},
})

/** The topmost dialog. */
export const dialog = (page: Page) => page.getByRole('dialog').last()

/** Visible field of the topmost dialog; hidden tabs contain fields too. */
export const field = (page: Page, label: string) =>
	dialog(page).getByLabel(label).filter({ visible: true })

export const searchFor = async (page: Page, label: string, term: string): Promise<void> => {
	await page.getByRole('searchbox', { name: label }).fill(term)
	await expect(page).toHaveURL((url) => url.searchParams.get('search') === term)
}

const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
	const beyond = await page.evaluate(() =>
		Math.max(
			document.documentElement.scrollWidth - innerWidth,
			...[...document.querySelectorAll('dialog[open]')].map(
				({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
			),
		),
	)
	expect(beyond, `sideways at ${page.viewportSize()?.width}`).toBeLessThanOrEqual(0)
}

/** Asserts that axe passes in both themes and nothing scrolls sideways on a phone: enough for another state of a layout. */
export const expectSoundOnPhone = async (page: Page): Promise<void> => {
	await page.setViewportSize({ width: 390, height: 844 })
	await expectAccessibleInBothThemes(page)
	await expectNoSidewaysScroll(page)
	await page.emulateMedia({ colorScheme: 'light' })
}

/**
 * Asserts the same on a phone, and on a desktop in the light theme. The dashboard's test covers the dark colors of the
 * desktop-only parts.
 */
export const expectSound = async (page: Page): Promise<void> => {
	await expectSoundOnPhone(page)
	await page.setViewportSize({ width: 1280, height: 800 })
	await expectAccessible(page)
	await expectNoSidewaysScroll(page)
}

/** Drops Chromium's log entries for expected error statuses. */
export const forgetRefusals = (complaints: string[], ...statuses: readonly number[]): void => {
	const own = complaints.filter(
		(text) => !statuses.some((status) => text.includes(`status of ${status}`)),
	)
	complaints.splice(0, complaints.length, ...own)
}

export {
	type Made,
	makeCandidate,
	makeElection,
	newName,
	type Send,
} from '../support/administrator.ts'
