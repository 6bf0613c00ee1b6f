import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { registerVoter, signIn } from '../e2e/fixtures.ts'
import { begin, dismissTutorial } from '../e2e/quiz-page.ts'
import { untilControlled } from '../e2e/update-host.ts'
import { type BuiltServer, startServer } from '../support/built-server.ts'
import { findChromium } from '../support/chromium.ts'

/** A browser with its profile on disk. An in-memory profile would be faster than any phone. */
export interface Phone {
	/** Starts a cold browser. @param origin the app's origin. */
	launch(origin: string): Promise<BrowserContext>
	close(): Promise<void>
}

const SLOWER_CPU = 4
const LINE = {
	offline: false,
	latency: 150,
	downloadThroughput: 1_600_000 / 8,
	uploadThroughput: 750_000 / 8,
}

/** Slows a page down to a cheap phone on a slow mobile network. */
export const slowDown = async (page: Page): Promise<void> => {
	const cdp = await page.context().newCDPSession(page)
	await cdp.send('Network.enable')
	await cdp.send('Network.emulateNetworkConditions', LINE)
	await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU })
}

const PREFIX = 'usable after '

/**
 * Logs the time until an element that matches `usable` is painted, in ms since navigation. Uses the console, because
 * polling would make Playwright inject 300 KB of code during startup.
 */
const logUsable = ({ usable, prefix }: { usable: string; prefix: string }): void => {
	const observer = new MutationObserver(() => {
		if (document.querySelector(usable) === null) return
		observer.disconnect()
		// The timeout runs after the frame is painted.
		requestAnimationFrame(() => setTimeout(() => console.debug(`${prefix}${performance.now()}`)))
	})
	observer.observe(document, { attributes: true, childList: true, subtree: true })
}

/** Opens a URL. @param usables selectors of elements. @returns ms from navigation until each is painted. */
export const timesUntilUsable = async (
	page: Page,
	url: string,
	usables: readonly string[],
): Promise<number[]> => {
	const waits = usables.map((usable, index) => ({ usable, prefix: `${PREFIX}${index} ` }))
	for (const wait of waits) await page.addInitScript(logUsable, wait)
	const times = waits.map(async ({ prefix }) => {
		const message = await page.waitForEvent('console', (each) => each.text().startsWith(prefix))
		return Number(message.text().slice(prefix.length))
	})
	await page.goto(url, { waitUntil: 'commit' })
	return Promise.all(times)
}

/** Runs `use` with a browser on disk, and cleans up. */
export const withBrowserOnDisk = async <Value>(
	use: (phone: Phone) => Promise<Value>,
): Promise<Value> => {
	const profile = await mkdtemp(join(tmpdir(), 'evenhand-phone-'))
	const { executablePath, args } = findChromium()
	let running: BrowserContext | null = null
	const close = async (): Promise<void> => {
		await running?.close()
		running = null
	}
	const launch: Phone['launch'] = async (origin) => {
		await close()
		running = await chromium.launchPersistentContext(profile, {
			...(executablePath ? { executablePath } : {}),
			args,
			baseURL: origin,
			viewport: { width: 390, height: 844 },
			hasTouch: true,
		})
		return running
	}
	try {
		return await use({ launch, close })
	} finally {
		await close()
		await rm(profile, { recursive: true, force: true })
	}
}

/** Runs `use` with the built server and a phone, and cleans up. */
export const withPhone = async <Value>(
	use: (phone: Phone, server: BuiltServer) => Promise<Value>,
): Promise<Value> => {
	const server = await startServer()
	try {
		return await withBrowserOnDisk((phone) => use(phone, server))
	} finally {
		await server.stop()
	}
}

/** Signs in a new voter, and waits until the service worker controls the page. */
export const arrive = async (page: Page, server: BuiltServer): Promise<void> => {
	await signIn(page, await registerVoter(server.origin))
	await untilControlled(page)
}

/** Starts a 1912 quiz. @param first this device has not shown the tutorial yet. */
export const beginQuiz = async (page: Page, name: RegExp, first = true): Promise<void> => {
	await begin(page, name)
	if (first) await dismissTutorial(page)
}
