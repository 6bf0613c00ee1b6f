import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright/test'

// Tests without special needs share one page: a new one loads the app five times slower.

const PAGE_EVENTS = [
	'console',
	'dialog',
	'download',
	'framenavigated',
	'load',
	'pageerror',
	'popup',
	'request',
	'requestfailed',
	'requestfinished',
	'response',
] as const
const CONTEXT_EVENTS = ['console', 'page', 'request', 'response'] as const

/** Removes service workers, as on an insecure origin: the server serves all chunks. */
export const withoutWorker = async (where: Page | BrowserContext): Promise<void> => {
	await where.addInitScript(() =>
		Object.defineProperty(navigator, 'serviceWorker', { value: undefined }),
	)
}

/**
 * Removes the last seen screens at each start, which show for a moment what a test waits for. Tests of them open their
 * own context.
 */
export const withoutLastScreens = async (context: BrowserContext): Promise<void> => {
	await context.addInitScript(() => {
		// Pages without an origin have no storage.
		if (origin === 'null') return
		for (const kind of ['elections', 'quiz', 'results'])
			localStorage.removeItem(`evenhand.screen.${kind}`)
	})
}

interface Disposable {
	dispose(): Promise<void>
}

/** Collects the init scripts of a test to dispose of them afterwards. */
const collectInitScripts = (target: Page | BrowserContext, added: Disposable[]): void => {
	const add: Page['addInitScript'] = target.addInitScript.bind(target)
	target.addInitScript = async (...script: Parameters<typeof add>) => {
		const disposable = await add(...script)
		added.push(disposable)
		return disposable
	}
}

export interface SharedPage {
	readonly page: Page
	readonly baseURL: string | undefined
	/** Removes a test's traces. @returns false if the page cannot be reused. */
	reset(origins: readonly string[]): Promise<boolean>
	close(): Promise<void>
}

export interface SharedHolder {
	current: SharedPage | null
}

const isUsable = async (page: Page): Promise<boolean> => {
	if (page.isClosed()) return false
	await page.goto('about:blank')
	// Playwright's clock cannot be uninstalled.
	return !(await page.evaluate(() => '__pwClock' in globalThis))
}

export const openSharedPage = async (
	browser: Browser,
	options: BrowserContextOptions,
	baseURL: string | undefined,
): Promise<SharedPage> => {
	const context = await browser.newContext({ ...options, ...(baseURL ? { baseURL } : {}) })
	await withoutWorker(context)
	await withoutLastScreens(context)
	const page = await context.newPage()
	const added: Disposable[] = []
	collectInitScripts(context, added)
	collectInitScripts(page, added)

	const reset = async (origins: readonly string[]): Promise<boolean> => {
		if (!(await isUsable(page))) return false
		for (const other of context.pages()) if (other !== page) await other.close()
		for (const event of PAGE_EVENTS) page.removeAllListeners(event)
		for (const event of CONTEXT_EVENTS) context.removeAllListeners(event)
		await Promise.all(added.splice(0).map((script) => script.dispose()))
		await context.unrouteAll({ behavior: 'ignoreErrors' })
		await page.unrouteAll({ behavior: 'ignoreErrors' })
		await context.setOffline(false)
		await context.clearPermissions()
		await page.evaluate(() => {
			window.name = ''
		})
		const cdp = await context.newCDPSession(page)
		for (const origin of origins) {
			await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
		}
		await cdp.detach()
		await page.emulateMedia({
			media: null,
			colorScheme: null,
			contrast: null,
			forcedColors: null,
			reducedMotion: null,
		})
		await page.setViewportSize({ width: 390, height: 844 })
		return true
	}
	return { page, baseURL, reset, close: () => context.close() }
}
