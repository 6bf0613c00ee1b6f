import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from 'playwright/test'
import {
	type BuiltServer,
	type RegisteredVoter,
	registerVoter,
	startServer,
} from '../support/built-server.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'

/** Fills the sign-in form, which is open, and sends it. */
export const sendSignIn = async (page: Page, voter: RegisteredVoter): Promise<void> => {
	await page.getByLabel('Username').fill(voter.username)
	await page.getByLabel('Password', { exact: true }).fill(voter.password)
	await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs a voter in through the form. @param device `shared`: one that others use too. */
export const signIn = async (
	page: Page,
	voter: RegisteredVoter,
	device: 'own' | 'shared' = 'own',
): Promise<void> => {
	await page.goto('/login')
	if (device === 'shared') await page.getByRole('checkbox', { name: 'Remember me' }).uncheck()
	await sendSignIn(page, voter)
	await expect(page).toHaveURL(/\/elections$/)
}

/** Asserts that axe finds nothing against WCAG 2.2 A and AA on the page as it stands. */
export const expectAccessible = async (page: Page): Promise<void> => {
	const { violations } = await new AxeBuilder({ page })
		.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
		.analyze()
	const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target).join(' ')}`)
	expect(found, `axe on ${page.url()}`).toEqual([])
}

/** Has the page alone send, as in Safari and Firefox: what the worker sends passes by `page.route`. */
export const withoutBackgroundSync = async (page: Page): Promise<void> => {
	await page.addInitScript(() => {
		Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
	})
}

export interface Fixtures {
	/** What the page complained of: errors that nobody caught, and console errors and warnings. */
	readonly complaints: string[]
	/** The network in front of the server, for tests that break it: they open `network.origin`. */
	readonly network: FaultyProxy
	/** A new voter, signed in on the page. */
	readonly voter: RegisteredVoter
}

export const test = base.extend<Fixtures, { server: BuiltServer }>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
		async ({}, use) => {
			const server = await startServer()
			await use(server)
			await server.stop()
		},
		{ scope: 'worker', timeout: 90_000 },
	],
	baseURL: async ({ server }, use) => use(server.origin),
	network: async ({ server }, use) => {
		const proxy = await startFaultyProxy(server.origin)
		await use(proxy)
		await proxy.stop()
	},
	voter: async ({ page, server }, use) => {
		const voter = await registerVoter(server.origin)
		await signIn(page, voter)
		await use(voter)
	},
	complaints: [
		async ({ page }, use) => {
			const complaints: string[] = []
			page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
			page.on('console', (message) => {
				if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
			})
			await use(complaints)
			expect(complaints, 'the page complained').toEqual([])
		},
		{ auto: true },
	],
})

/** Drops what Chromium itself logs about requests that a test broke. */
export const forgetNetworkErrors = (complaints: string[]): void => {
	const own = complaints.filter((text) => !/Failed to load resource|net::ERR_/.test(text))
	complaints.splice(0, complaints.length, ...own)
}

/** Tests that break requests: they go through the faulty network, and what Chromium logs about it is no complaint of the page. */
export const faultyTest = test.extend<{ forgiving: null }>({
	baseURL: async ({ network }, use) => use(network.origin),
	forgiving: [
		async ({ complaints }, use) => {
			await use(null)
			forgetNetworkErrors(complaints)
		},
		{ auto: true },
	],
})

/** Tests of the knowledge test: a spare session may still be on its way when they end, and what they broke is no complaint of the page. */
export const knowledgeTest = test.extend<{ spare: null }>({
	spare: [
		async ({ page, complaints }, use) => {
			await use(null)
			await page.unrouteAll({ behavior: 'ignoreErrors' })
			forgetNetworkErrors(complaints)
		},
		{ auto: true },
	],
})

export { expect, type RegisteredVoter, registerVoter }
