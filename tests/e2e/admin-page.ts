import type { Page } from 'playwright/test'
import type { User } from '#contract/users.ts'
import { ADMIN, type RegisteredVoter, registerVoter } from '../support/built-server.ts'
import { test as base, expect, expectAccessibleInBothThemes, keepSignIn } from './fixtures.ts'

/** Calls of the API by an administrator, beside the page. */
export type Send = <Reply = unknown>(method: string, path: string, body?: unknown) => Promise<Reply>

const sendAs =
	(origin: string, token: string): Send =>
	async (method, path, body) => {
		const reply = await fetch(`${origin}/api${path}`, {
			method,
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			...(body !== undefined && { body: JSON.stringify(body) }),
		})
		if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
		return reply.json()
	}

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

/** The address of a picture that is there, on the server itself: whoever meets it as a logo later can load it too. */
export const ownPicture = (page: Page): string => new URL('/icons/any-192.png', page.url()).href

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

let made = 0

/** A name that no other test has, and whose last word no other begins with: a search finds it alone. */
export const newName = (what: string): string =>
	`${what} ${process.pid}x${String(made++).padStart(4, '0')}`

export interface Made {
	readonly id: string
	readonly name: string
	readonly etag: string
}

/** An election that another administrator has made. */
export const makeElection = (send: Send, fields: object = {}): Promise<Made> =>
	send('POST', '/elections', {
		name: newName('Election'),
		electionDate: '2031-11-04',
		jurisdiction: 'FEDERAL',
		...fields,
	})

/** A candidate whom another administrator has made. */
export const makeCandidate = (send: Send, fields: object = {}): Promise<Made> =>
	send('POST', '/candidates', {
		name: newName('Candidate'),
		website: 'https://candidate.example/',
		...fields,
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

const SIZES = [
	{ width: 390, height: 844 },
	{ width: 1280, height: 800 },
]

/** Asserts that the page as it stands passes axe in both themes, and that neither it nor an open dialog scrolls sideways, on a phone and on a desk. */
export const expectSound = async (page: Page): Promise<void> => {
	for (const size of SIZES) {
		await page.setViewportSize(size)
		await expectAccessibleInBothThemes(page)
		const beyond = await page.evaluate(() =>
			Math.max(
				document.documentElement.scrollWidth - innerWidth,
				...[...document.querySelectorAll('dialog[open]')].map(
					({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
				),
			),
		)
		expect(beyond, `sideways at ${size.width}`).toBeLessThanOrEqual(0)
	}
}

/** Drops what Chromium itself logs of a refusal that a test is about. */
export const forgetRefusals = (complaints: string[], ...statuses: readonly number[]): void => {
	const own = complaints.filter(
		(text) => !statuses.some((status) => text.includes(`status of ${status}`)),
	)
	complaints.splice(0, complaints.length, ...own)
}
