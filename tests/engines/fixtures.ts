import { expect } from 'playwright/test'
import type { FaultyProxy } from '../e2e/faulty-proxy.ts'
import { served } from '../e2e/fixtures.ts'
import { type RegisteredVoter, registerVoter } from '../support/built-server.ts'
import type { DrivenPage, Engine, EngineBrowser, EnginePage, LaunchOptions } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

/** How to start the engine of each project. */
const START: Readonly<Record<string, () => Engine | Promise<Engine>>> = {
	firefox: startFirefox,
	webkit: startWebKit,
}

interface Fixtures {
	readonly voter: RegisteredVoter
	/** Launches browsers that end with the test. Their pages must not complain, except of a broken network. */
	readonly launch: (options?: LaunchOptions) => Promise<EngineBrowser>
	/** First tab of a browser without a past. */
	readonly tab: EnginePage
}

/** Complaints about requests that a test broke. */
const OF_NETWORK =
	/Failed to load resource|NetworkError|Load failed|Loading failed|imported module|module script failed/

export const test = served.extend<Fixtures, { engine: Engine }>({
	engine: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern for the fixture's dependencies.
		async ({}, use, { project }) => {
			const engine = await START[project.name]?.()
			if (engine === undefined) throw new Error(`no engine named ${project.name}`)
			await use(engine)
			await engine.stop()
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	voter: async ({ server }, use) => use(await registerVoter(server.origin)),
	launch: async ({ engine }, use) => {
		const open = new Set<EngineBrowser>()
		const pages: EnginePage[] = []
		await use(async (options) => {
			const browser = await engine.launch(options)
			open.add(browser)
			pages.push(browser.page)
			return {
				page: browser.page,
				async newTab() {
					const page = await browser.newTab()
					pages.push(page)
					return page
				},
				async quit() {
					open.delete(browser)
					await browser.quit()
				},
			}
		})
		const complaints = (await Promise.all(pages.map((page) => page.complaints()))).flat()
		for (const browser of open) await browser.quit()
		expect(complaints.filter((text) => !OF_NETWORK.test(text))).toEqual([])
	},
	tab: async ({ launch }, use) => use((await launch()).page),
})

/** Removes all faults and wakes a page as the browser does once online: it would wait for its backoff. */
export const goOnline = async (network: FaultyProxy, page: DrivenPage): Promise<void> => {
	network.mend()
	await page.evaluate(() => dispatchEvent(new Event('online')))
}

/** Makes the server unreachable until `network.mend()`: no driver can take a WebKit offline. */
export const goOffline = (network: FaultyProxy): void => network.break(/./, { kind: 'down' })

/** Stores a session before the first page of the app, which is a second faster than the form. */
export const signIn = async (
	page: DrivenPage,
	origin: string,
	{ token, user }: RegisteredVoter,
): Promise<void> => {
	await page.goto(`${origin}/robots.txt`)
	await page.evaluate(
		(entries) => {
			for (const [key, value] of entries) localStorage.setItem(key, value)
		},
		[
			['token', token],
			['userData', JSON.stringify(user)],
		] as const,
	)
	await page.goto(`${origin}/elections`)
	await page.getByRole('heading', { level: 1 }).waitFor()
}

export { expect }
