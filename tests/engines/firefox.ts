import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import type { Engine, EngineBrowser, EnginePage, LaunchOptions } from './engine.ts'
import { driveBy } from './found.ts'

const NAMES = ['firefox-esr', 'firefox']

/** Finds Firefox: FIREFOX_PATH, then the system's. */
const findFirefox = (): string => {
	const { FIREFOX_PATH: given, PATH = '' } = process.env
	const paths = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
	const found = (given ? [given] : paths).find((path) => existsSync(path))
	if (found !== undefined) return found
	throw new Error(
		'The engine tests need Firefox. Install it (Debian: apt-get install firefox-esr), or name one: FIREFOX_PATH=/path/to/firefox',
	)
}

/** Preferences that refuse a feature. Firefox refuses all storage together. */
const OFF = {
	IndexedDB: { 'network.cookie.cookieBehavior': 2 },
	serviceWorker: { 'dom.serviceWorkers.enabled': false },
} as const

/** Logs violations of CSP and Trusted Types, which Firefox reports to no driver. */
const logViolations = (): void => {
	document.addEventListener('securitypolicyviolation', (event) =>
		console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
	)
}

const openPage = async (page: Page): Promise<EnginePage> => {
	const complaints: string[] = []
	page.on('console', (message) => {
		if (message.type() === 'error') complaints.push(message.text())
	})
	page.on('pageerror', (error) => complaints.push(`uncaught: ${error}`))
	await page.evaluateOnNewDocument(logViolations)
	await page.setViewport({ width: 390, height: 844 })
	const driven = driveBy({
		run: (source, argument) => page.evaluate(`(${source})(${JSON.stringify(argument)})`),
		click: ({ x, y }) => page.mouse.click(x, y),
		press: (key) => page.keyboard.press(key as Parameters<typeof page.keyboard.press>[0]),
		type: (text) => page.keyboard.type(text),
		async drag(from, to) {
			const finger = await page.touchscreen.touchStart(from.x, from.y)
			for (let step = 1; step <= 8; step++) {
				const part = step / 8
				await finger.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
			}
			await finger.end()
		},
	})
	/** Puppeteer waits in vain for the load event of a page from the back/forward cache, and keeps its last address. */
	const url = () => driven.evaluate(() => location.href)
	const traverse = async (step: 1 | -1): Promise<void> => {
		const from = await url()
		await driven.evaluate((by) => history.go(by), step)
		await driven.waitForFunction(
			(before) => location.href !== before && document.readyState === 'complete',
			from,
		)
	}
	/** Waits until another document has loaded. Puppeteer loses track of it after a page from the cache. */
	const load = async (address: string | null): Promise<void> => {
		const mark = randomUUID()
		await driven.evaluate((id) => void Object.assign(window, { leaving: id }), mark)
		await driven.evaluate((to) => (to ? location.assign(to) : location.reload()), address)
		// A new tab may replace its empty page by another one, without the mark.
		await driven.waitForFunction(
			(id) =>
				Reflect.get(window, 'leaving') !== id &&
				location.protocol !== 'about:' &&
				document.readyState === 'complete',
			mark,
		)
	}
	return {
		...driven,
		goto: load,
		reload: () => load(null),
		bringToFront: () => page.bringToFront(),
		goBack: () => traverse(-1),
		goForward: () => traverse(1),
		url,
		screenshot: (options) => page.screenshot(options as { path: `${string}.png` }),
		complaints: async () => complaints,
	}
}

const start = ({ profile, off = [], downloads, ...options }: LaunchOptions): Promise<Browser> =>
	puppeteer.launch({
		browser: 'firefox',
		executablePath: findFirefox(),
		headless: true,
		timeout: 120_000,
		...(profile && { userDataDir: profile }),
		extraPrefsFirefox: {
			'ui.prefersReducedMotion': 1,
			...(options.private && { 'browser.privatebrowsing.autostart': true }),
			...Object.assign({}, ...off.map((feature) => OFF[feature])),
			...(downloads && {
				'browser.download.folderList': 2,
				'browser.download.dir': downloads,
				'browser.download.useDownloadDir': true,
			}),
		},
	})

const openBrowser = async (options: LaunchOptions): Promise<EngineBrowser> => {
	const browser = await start(options)
	const [first] = await browser.pages()
	return {
		page: await openPage(first ?? (await browser.newPage())),
		newTab: async () => openPage(await browser.newPage()),
		quit: () => browser.close(),
	}
}

/** Starts Firefox, driven over WebDriver BiDi. Launches without options share one process, each with a storage of its own. */
export const startFirefox = (): Engine => {
	let shared: Promise<Browser> | null = null
	return {
		name: 'firefox',
		async launch(options = {}) {
			if (Object.keys(options).length > 0) return openBrowser(options)
			shared ??= start({})
			const context = await (await shared).createBrowserContext()
			return {
				page: await openPage(await context.newPage()),
				newTab: async () => openPage(await context.newPage()),
				quit: () => context.close(),
			}
		},
		async stop() {
			await (await shared)?.close()
		},
	}
}
