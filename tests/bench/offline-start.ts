import type { Page } from 'playwright'
import { answerNext, untilSent } from '../e2e/record.ts'
import { serveBare } from './bare-site.ts'
import { atMostTimes, type Figure, timeOf } from './figure.ts'
import { arrive, beginQuiz, type Phone, withPhone } from './phone.ts'

const STARTS = 11
const GOAL = 1.5

interface Target {
	readonly name: string
	readonly url: string
	/** What is there once the page is of use. */
	readonly usable: string
}

/** Takes a quiz up to its fourth statement, and leaves it there. @returns the address of that page. */
const prepareApp = async (page: Page): Promise<string> => {
	await beginQuiz(page, /rate each policy/)
	await answerNext(page, 3)
	await untilSent(page)
	return page.url()
}

/** The part of the browser's Trusted Types that is used, in no library of types yet. */
interface Trusting {
	readonly trustedTypes?: {
		createPolicy(
			name: string,
			rules: { createScriptURL(text: string): string },
		): { createScriptURL(text: string): unknown }
	}
}

/** Has the bare page's worker store it. */
const prepareBare = async (page: Page, url: string): Promise<void> => {
	await page.goto(url)
	await page.evaluate(async () => {
		// The server's pages take no text for a worker's address: see `worker-address.ts`.
		const { trustedTypes } = window as unknown as Trusting
		// A method, because what runs this file wraps functions with names into a helper that the page has not got.
		const rules = {
			createScriptURL(text: string) {
				return text
			},
		}
		const address = trustedTypes?.createPolicy('worker', rules).createScriptURL('/sw.js')
		await navigator.serviceWorker.register((address ?? '/sw.js') as string)
		await navigator.serviceWorker.ready
	})
}

const SAID = 'usable after '

/**
 * Has pages say when something that matches `usable` has been painted, in ms since the navigation began. On the console:
 * whoever waits for it by asking the page has Playwright put 300 KB of its own into the page, while that is still starting.
 */
const tellUsable = ({ usable, said }: { usable: string; said: string }): void => {
	const observer = new MutationObserver(() => {
		if (document.querySelector(usable) === null) return
		observer.disconnect()
		// The frame that holds it, then what comes after the frame.
		requestAnimationFrame(() => setTimeout(() => console.debug(`${said}${performance.now()}`)))
	})
	observer.observe(document, { childList: true, subtree: true })
}

/** Opens a page without a network, in a browser that has just been started. @returns ms until it was of use. */
const start = async (phone: Phone, { url, usable }: Target): Promise<number> => {
	const context = await phone.launch(url)
	await context.setOffline(true)
	const [page = await context.newPage()] = context.pages()
	await page.addInitScript(tellUsable, { usable, said: SAID })
	const [message] = await Promise.all([
		page.waitForEvent('console', (each) => each.text().startsWith(SAID)),
		page.goto(url),
	])
	return Number(message.text().slice(SAID.length))
}

/**
 * Opening the app without a connection: from the navigation to the first statement that can be answered, by the address
 * of an attempt in progress, beside a bare React page that is served in the same way. Every start is a new browser
 * process on the same profile, so workers and caches are cold; app and bare page take turns.
 */
export const offlineStart = async (): Promise<Figure[]> =>
	withPhone(async (phone, server) => {
		const bare = await serveBare()
		try {
			const context = await phone.launch(server.origin)
			const page = await context.newPage()
			await arrive(page, server)
			const targets: Target[] = [
				{ name: 'app', url: await prepareApp(page), usable: 'article h2' },
				{ name: 'bare', url: `${bare.origin}/login`, usable: 'form button' },
			]
			await prepareBare(await context.newPage(), `${bare.origin}/login`)
			await phone.close()
			const taken = new Map(targets.map(({ name }) => [name, [] as number[]]))
			for (let round = 0; round < STARTS; round++) {
				for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
					taken.get(target.name)?.push(await start(phone, target))
				}
			}
			const [app = [], other = []] = taken.values()
			return [
				timeOf({
					what: 'navigation to the first statement',
					taken: app,
					floor: { name: 'bare React page', taken: other },
					goal: atMostTimes(GOAL),
				}),
			]
		} finally {
			await bare.close()
		}
	})
