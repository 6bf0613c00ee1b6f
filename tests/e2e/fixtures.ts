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
import type { DrivenPage } from '../engines/engine.ts'
import {
	type BuiltServer,
	type RegisteredVoter,
	registerVoter,
	startServer,
} from '../support/built-server.ts'
import { makeDatabase } from '../support/postgres.ts'
import { WITH_MOTION, WITHOUT_WORKER } from './browser-needs.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { openSharedPage, type SharedHolder, withoutLastScreens } from './shared-page.ts'

export type Credentials = Pick<RegisteredVoter, 'username' | 'password'>

export const sendSignIn = async (page: DrivenPage, voter: Credentials): Promise<void> => {
	await page.getByLabel('Username').fill(voter.username)
	await page.getByLabel('Password', { exact: true }).fill(voter.password)
	await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs a user in through the form. @param device `shared` unticks "remember me". */
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

const storageEntries = ({ token, user }: RegisteredVoter): [string, string][] => [
	['token', token],
	['userData', JSON.stringify(user)],
]

const keep = (entries: [string, string][]): void => {
	for (const [key, value] of entries) localStorage.setItem(key, value)
}

/** Signs a user in on every page load of a context, even after a sign-out. */
export const alwaysSignedIn = async (
	context: BrowserContext,
	voter: RegisteredVoter,
): Promise<void> => {
	await context.addInitScript(keep, storageEntries(voter))
}

/** Opens the elections with a stored session, which is a second faster than the form. */
export const signIn = async (page: Page, voter: RegisteredVoter): Promise<void> => {
	const keeping = await page.addInitScript(keep, storageEntries(voter))
	await page.goto('/elections')
	// Later page loads use the app's own session state.
	await keeping.dispose()
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Stores a session before the first page load. */
export const keepSignIn = async (page: Page, voter: RegisteredVoter): Promise<void> => {
	await page.addInitScript((entries) => {
		// window.name survives navigation in the tab: only the first load stores the session.
		if (window.name === 'arrived') return
		window.name = 'arrived'
		for (const [key, value] of entries) localStorage.setItem(key, value)
	}, storageEntries(voter))
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const defineAxe = new Function(AXE) as () => void
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Rules that depend on colors, the only difference between themes. */
const COLORS = ['color-contrast', 'link-in-text-block']

/** Finds checkboxes with round corners, except switches. */
const roundBoxes = (page: DrivenPage): Promise<string[]> =>
	page.evaluate(() =>
		[...document.querySelectorAll('input[type=checkbox]:not([role=switch])')]
			.filter((box) => {
				const radius = Number.parseFloat(getComputedStyle(box).borderRadius)
				return box.checkVisibility({ visibilityProperty: true }) && radius > box.clientWidth / 3
			})
			.map((box) => box.outerHTML),
	)

const expectNothingFound = async (page: DrivenPage, runOnly: string[]): Promise<void> => {
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(defineAxe)
	const found = await page.evaluate(async (only) => {
		const { run } = (window as unknown as { axe: typeof axe }).axe
		// Reporting passes would multiply the transferred data. None of these rules reads style sheets, which take
		// time to copy.
		const preload = { assets: ['media'] }
		const { violations } = await run({ runOnly: only, resultTypes: ['violations'], preload })
		return violations.map(({ id, nodes }) => {
			const where = nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`)
			return `${id}: ${where.join('; ')}`
		})
	}, runOnly)
	expect(found, `axe on ${await page.url()}`).toEqual([])
	expect(await roundBoxes(page), 'checkboxes that look like radio buttons').toEqual([])
}

/** Asserts that axe finds no violation of WCAG 2.2 A and AA on the page. */
export const expectAccessible = (page: DrivenPage): Promise<void> => expectNothingFound(page, WCAG)

/** Asserts that axe finds no violation of the rules on colors. */
export const expectAccessibleColors = (page: Page): Promise<void> =>
	expectNothingFound(page, COLORS)

/** Asserts the same in the light theme, and the color rules in the dark theme, which stays on. */
export const expectAccessibleInBothThemes = async (page: Page): Promise<void> => {
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme })
		// A transition between the themes has colors of neither.
		await page.evaluate(() =>
			Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
		)
		await expectNothingFound(page, colorScheme === 'light' ? WCAG : COLORS)
	}
}

/** Disables Background Sync as in Safari and Firefox: `page.route` does not see the worker's requests. */
export const withoutBackgroundSync = async (page: Page): Promise<void> => {
	await page.addInitScript(() => {
		Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
	})
}

export interface Options {
	/** If true, the test's user has opened the elections; false starts faster, without an open page. */
	readonly arrived: boolean
}

const isAmong = (names: readonly string[], { file }: TestInfo): boolean =>
	names.includes(basename(file, '.spec.ts'))

/**
 * Chromium logs a 409. The server sends it, as specified (F2), for a repeated call whose first try from the previous
 * page is still in progress; the app retries.
 */
const isRepetition = (message: ConsoleMessage): boolean =>
	message.text().includes('status of 409') && message.location().url.includes('/api/v2/quiz/')

export interface Fixtures {
	/** Uncaught errors, console errors and console warnings of the page. */
	readonly complaints: string[]
	/** Faulty proxy in front of the server; tests open `network.origin`. */
	readonly network: FaultyProxy
	readonly voter: RegisteredVoter
}

export interface ServerUnderTest extends BuiltServer {
	readonly db: Pick<pg.Pool, 'query'>
}

/** Starts a server with a new database on the run's PostgreSQL. */
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

/** Tests with a server and a faulty proxy in front of it, for any browser. */
export const served = base.extend<
	Pick<Fixtures, 'network'>,
	{ server: ServerUnderTest; faulty: FaultyProxy }
>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern for the fixture's dependencies.
		async ({}, use) => serveTo(use),
		{ scope: 'worker', timeout: 90_000 },
	],
	// The shared page keeps its base URL, so all tests of a worker use one proxy.
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
})

export const test = served.extend<Omit<Fixtures, 'network'> & Options, { shared: SharedHolder }>({
	arrived: [true, { option: true }],
	contextOptions: async ({ contextOptions }, use, info) => {
		const still = { ...contextOptions, reducedMotion: 'reduce' } as const
		await use(isAmong(WITH_MOTION, info) ? contextOptions : still)
	},
	shared: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern for the fixture's dependencies.
		async ({}, use) => {
			const holder: SharedHolder = { current: null }
			await use(holder)
			await holder.current?.close()
		},
		{ scope: 'worker' },
	],
	context: async ({ browser, contextOptions, shared, server, baseURL }, use, info) => {
		if (isAmong(WITHOUT_WORKER, info)) {
			// A page keeps its initial base URL.
			if (shared.current && shared.current.baseURL !== baseURL) {
				await shared.current.close()
				shared.current = null
			}
			shared.current ??= await openSharedPage(browser, contextOptions, baseURL)
			const { reducedMotion = 'no-preference' } = contextOptions
			await shared.current.page.emulateMedia({ reducedMotion })
			await use(shared.current.page.context())
			if (await shared.current.reset([server.origin, baseURL ?? server.origin])) return
			await shared.current.close()
			shared.current = null
			return
		}
		const context = await browser.newContext(contextOptions)
		await withoutLastScreens(context)
		await use(context)
		await context.close()
	},
	page: async ({ context, shared }, use, info) => {
		const { current } = shared
		await use(current && isAmong(WITHOUT_WORKER, info) ? current.page : await context.newPage())
	},
	baseURL: async ({ server }, use) => use(server.origin),
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
			expect(complaints, 'errors and warnings of the page').toEqual([])
		},
		{ auto: true },
	],
})

/** Drops Chromium's log entries for requests that a test broke. */
export const forgetNetworkErrors = (complaints: string[]): void => {
	const own = complaints.filter((text) => !/Failed to load resource|net::ERR_/.test(text))
	complaints.splice(0, complaints.length, ...own)
}

/** Drops the browser's log of a chunk that failed to load: the page shows the error. */
export const forgetMissingParts = (complaints: string[]): void => {
	forgetNetworkErrors(complaints)
	const missing = /dynamically imported module|Unable to preload CSS/
	const others = complaints.filter((text) => !missing.test(text))
	complaints.splice(0, complaints.length, ...others)
}

/** Tests that break requests. They use the faulty proxy and ignore Chromium's log entries about it. */
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

/** Tests of the knowledge test. They ignore broken requests, and a spare session that is still loading at the end. */
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
