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

/** Signs somebody in over the API. */
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

/** The first administrator of a server, signed in beside the page. */
const firstAdmin = async (origin: string): Promise<{ send: Send; admin: RegisteredVoter }> => {
	const admin = await logIn(origin, ADMIN)
	return { admin, send: sendAs(origin, admin.token) }
}

/** A new user with one role, signed in beside the page. */
export const userWith = async (
	origin: string,
	role: 'ROLE_ADMIN' | 'ROLE_MODERATOR',
): Promise<RegisteredVoter> => {
	const { send } = await firstAdmin(origin)
	const voter = await registerVoter(origin)
	await send('PUT', `/admin/users/${voter.user.id}/roles`, [role])
	// A page that finds somebody signed in goes by the roles that stand there.
	return logIn(origin, voter)
}

export interface AdminFixtures {
	/** An administrator of their own, whom the page finds signed in. */
	readonly admin: RegisteredVoter
	/** Another administrator, at work at the same time. */
	readonly send: Send
}

/** Tests of the back-office: an administrator has signed in on an earlier visit, and another one is at work. */
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

/** The dialog that was opened last. */
export const dialog = (page: Page) => page.getByRole('dialog').last()

/** A field that is seen of that dialog: another tab's fields are there as well. */
export const field = (page: Page, label: string) =>
	dialog(page).getByLabel(label).filter({ visible: true })

/** Types into a search and waits for what is found. */
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

/**
 * Asserts that the page passes axe and that neither it nor an open dialog scrolls sideways, on a phone in both themes and
 * on a desk in the light one: what a desk adds are the frame's parts, whose dark colors the dashboard's test holds.
 */
export const expectSound = async (page: Page): Promise<void> => {
	await page.setViewportSize({ width: 390, height: 844 })
	await expectAccessibleInBothThemes(page)
	await expectNoSidewaysScroll(page)
	await page.setViewportSize({ width: 1280, height: 800 })
	await page.emulateMedia({ colorScheme: 'light' })
	await expectAccessible(page)
	await expectNoSidewaysScroll(page)
}

/** Drops what Chromium itself logs of a refusal that a test is about. */
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
