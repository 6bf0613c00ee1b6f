import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import type axe from 'axe-core'
import pg from 'pg'
import {
	type BrowserContext,
	test as base,
	type ConsoleMessage,
	expect,
	type Page,
	type TestInfo,
} from 'playwright/test'
import {
	type BuiltServer,
	type RegisteredVoter,
	registerVoter,
	startServer,
} from '../support/built-server.ts'
import { makeDatabase } from '../support/postgres.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { WITH_MOTION, WITHOUT_WORKER } from './kinds.ts'
import { openSharedPage, type SharedHolder } from './shared-page.ts'

export type Credentials = Pick<RegisteredVoter, 'username' | 'password'>

/** Fills the sign-in form, which is open, and sends it. */
export const sendSignIn = async (page: Page, voter: Credentials): Promise<void> => {
	await page.getByLabel('Username').fill(voter.username)
	await page.getByLabel('Password', { exact: true }).fill(voter.password)
	await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs a voter in through the form. @param device `shared`: one that others use too. */
export const signInByForm = async (
	page: Page,
	voter: Credentials,
	device: 'own' | 'shared' = 'own',
): Promise<void> => {
	await page.goto('/login')
	if (device === 'shared') await page.getByRole('checkbox', { name: 'Remember me' }).uncheck()
	await sendSignIn(page, voter)
	await expect(page).toHaveURL(/\/elections$/)
}

/** What the app keeps of a sign-in, by its keys. */
const keptOf = ({ token, user }: RegisteredVoter): [string, string][] => [
	['token', token],
	['userData', JSON.stringify(user)],
]

const keep = (entries: [string, string][]): void => {
	for (const [key, value] of entries) localStorage.setItem(key, value)
}

/** Has every page of a context find a voter signed in whenever it is opened, whatever came of the sign-in meanwhile. */
export const alwaysSignedIn = async (
	context: BrowserContext,
	voter: RegisteredVoter,
): Promise<void> => {
	await context.addInitScript(keep, keptOf(voter))
}

/** Opens the elections as a voter who signed in on this device on an earlier visit. The form costs a second more. */
export const signIn = async (page: Page, voter: RegisteredVoter): Promise<void> => {
	const keeping = await page.addInitScript(keep, keptOf(voter))
	await page.goto('/elections')
	// What comes of the sign-in from here on is the app's affair.
	await keeping.dispose()
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Has the first page of the app find a voter signed in who was there before. */
export const keepSignIn = async (page: Page, voter: RegisteredVoter): Promise<void> => {
	await page.addInitScript((entries) => {
		// The tab's name outlives its pages: what comes of the sign-in after the first is the app's affair.
		if (window.name === 'arrived') return
		window.name = 'arrived'
		for (const [key, value] of entries) localStorage.setItem(key, value)
	}, keptOf(voter))
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Rules whose outcome depends on colors, which are all that a theme changes. */
const COLORS = ['color-contrast', 'link-in-text-block']

/** Checkboxes whose corners are round; switches are. */
const roundBoxes = (page: Page): Promise<string[]> =>
	page
		.locator('input[type=checkbox]:not([role=switch]):visible')
		.evaluateAll((boxes) =>
			boxes
				.filter(
					(box) => Number.parseFloat(getComputedStyle(box).borderRadius) > box.clientWidth / 3,
				)
				.map((box) => box.outerHTML),
		)

const expectNothingFound = async (page: Page, runOnly: string[]): Promise<void> => {
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
	const found = await page.evaluate(async (only) => {
		const { run } = (window as unknown as { axe: typeof axe }).axe
		// What passes is most of what there would be to carry over.
		const { violations } = await run({ runOnly: only, resultTypes: ['violations'] })
		return violations.map(({ id, nodes }) => {
			const where = nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`)
			return `${id}: ${where.join('; ')}`
		})
	}, runOnly)
	expect(found, `axe on ${page.url()}`).toEqual([])
	expect(await roundBoxes(page), 'checkboxes that look like radio buttons').toEqual([])
}

/** Asserts that axe finds no violation of WCAG 2.2 A and AA on the page. */
export const expectAccessible = (page: Page): Promise<void> => expectNothingFound(page, WCAG)

/** Asserts the same in the light theme, and for colors in the dark theme, in which the page stays. */
export const expectAccessibleInBothThemes = async (page: Page): Promise<void> => {
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme })
		// A transition from one theme to the other has colors of neither.
		await page.evaluate(() =>
			Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
		)
		await expectNothingFound(page, colorScheme === 'light' ? WCAG : COLORS)
	}
}

/** Has the page alone send, as in Safari and Firefox: what the worker sends passes by `page.route`. */
export const withoutBackgroundSync = async (page: Page): Promise<void> => {
	await page.addInitScript(() => {
		Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
	})
}

export interface Options {
	/** Whether the voter of a test has opened the elections; where not, no page of the app is open yet, which is quicker. */
	readonly arrived: boolean
}

const isAmong = (names: readonly string[], { file }: TestInfo): boolean =>
	names.includes(basename(file, '.spec.ts'))

/**
 * Chromium logs a 409. A call that a page was left with may still be under way at the server when the next page repeats
 * it; the server says so as specified (F2), and is asked again.
 */
const isRepetition = (message: ConsoleMessage): boolean =>
	message.text().includes('status of 409') && message.location().url.includes('/api/v2/quiz/')

export interface Fixtures {
	/** What the page complained of: errors that nobody caught, and console errors and warnings. */
	readonly complaints: string[]
	/** The network in front of the server, for tests that break it: they open `network.origin`. */
	readonly network: FaultyProxy
	/** A new voter, signed in on the page. */
	readonly voter: RegisteredVoter
}

/** A built server and the database behind it. */
export interface ServerUnderTest extends BuiltServer {
	/** Asks the database itself, past the server. */
	readonly db: Pick<pg.Pool, 'query'>
}

/** A server on a database of its own on the PostgreSQL of the run. */
export const serveTo = async (
	use: (server: ServerUnderTest) => Promise<void>,
	env: Readonly<Record<string, string>> = {},
): Promise<void> => {
	const { TEST_DATABASE_URL: postgres = '' } = process.env
	const url = await makeDatabase(postgres)
	const server = await startServer({ DATABASE_URL: url, ...env })
	const db = new pg.Pool({ connectionString: url })
	await use({ ...server, db })
	await db.end()
	await server.stop()
}

export const test = base.extend<
	Fixtures & Options,
	{ server: ServerUnderTest; shared: SharedHolder; faulty: FaultyProxy }
>({
	arrived: [true, { option: true }],
	contextOptions: async ({ contextOptions }, use, info) => {
		const still = { ...contextOptions, reducedMotion: 'reduce' } as const
		await use(isAmong(WITH_MOTION, info) ? contextOptions : still)
	},
	shared: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
		async ({}, use) => {
			const holder: SharedHolder = { current: null }
			await use(holder)
			await holder.current?.close()
		},
		{ scope: 'worker' },
	],
	context: async ({ browser, contextOptions, shared, server, baseURL }, use, info) => {
		if (isAmong(WITHOUT_WORKER, info)) {
			// A page keeps the base address that it was opened with.
			if (shared.current && shared.current.baseURL !== baseURL) {
				await shared.current.close()
				shared.current = null
			}
			shared.current ??= await openSharedPage(browser, contextOptions, baseURL)
			await use(shared.current.page.context())
			if (await shared.current.reset([server.origin, baseURL ?? server.origin])) return
			await shared.current.close()
			shared.current = null
			return
		}
		const context = await browser.newContext(contextOptions)
		await use(context)
		await context.close()
	},
	page: async ({ context, shared }, use, info) => {
		const { current } = shared
		await use(current && isAmong(WITHOUT_WORKER, info) ? current.page : await context.newPage())
	},
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
		async ({}, use) => serveTo(use),
		{ scope: 'worker', timeout: 90_000 },
	],
	baseURL: async ({ server }, use) => use(server.origin),
	// The shared page keeps its base address, so all tests of a worker use one proxy.
	faulty: [
		async ({ server }, use) => {
			const proxy = await startFaultyProxy(server.origin)
			await use(proxy)
			await proxy.stop()
		},
		{ scope: 'worker' },
	],
	network: async ({ faulty }, use) => {
		await use(faulty)
		faulty.reset()
	},
	voter: async ({ page, server, arrived }, use) => {
		const voter = await registerVoter(server.origin)
		if (arrived) await signIn(page, voter)
		else await keepSignIn(page, voter)
		await use(voter)
	},
	complaints: [
		async ({ page }, use) => {
			const complaints: string[] = []
			page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
			page.on('console', (message) => {
				if (isRepetition(message)) return
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

/** Drops the browser's log of a chunk that failed to load: the page shows the error. */
export const forgetMissingParts = (complaints: string[]): void => {
	forgetNetworkErrors(complaints)
	const others = complaints.filter((text) => !text.includes('dynamically imported module'))
	complaints.splice(0, complaints.length, ...others)
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
