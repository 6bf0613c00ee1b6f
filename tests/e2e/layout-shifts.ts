import type { BrowserContext, Page } from 'playwright/test'
import { expect } from './fixtures.ts'

/** Maximum cumulative layout shift. */
const MAX_SHIFT = 0.02
/** Observation time after the page has loaded, in ms. */
const WATCH_MS = 1_000

interface Watch {
	shifts: { readonly value: number; readonly what: string }[]
	waits: string[]
}

/** Runs in the page first: records layout shifts and loading indicators. */
const watch = (): void => {
	const recorded: Watch = { shifts: [], waits: [] }
	Object.assign(window, recorded)
	type Shift = PerformanceEntry & {
		readonly value: number
		readonly hadRecentInput: boolean
		readonly sources: readonly { readonly node: Node | null }[]
	}
	new PerformanceObserver((list) => {
		for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
			if (hadRecentInput) continue
			const what = sources.map(({ node }) =>
				node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent,
			)
			recorded.shifts.push({ value, what: what.join(' | ') })
		}
	}).observe({ type: 'layout-shift', buffered: true })
	new MutationObserver(() => {
		const sign = document.querySelector('.skeleton, .loading, [class*=animate-spin]')
		const text = document.body?.textContent?.match(/.{0,20}\b(?:Loading|Cargando)\b.{0,20}/)?.[0]
		if (sign) recorded.waits.push(sign.outerHTML.slice(0, 120))
		if (text) recorded.waits.push(text)
	}).observe(document, { childList: true, subtree: true, characterData: true })
}

export const watchPages = (context: BrowserContext): Promise<unknown> =>
	context.addInitScript(watch)

/** @param since time at which the page was complete. */
const readWatch = async (page: Page, since: number): Promise<Watch> => {
	await page.waitForTimeout(Math.max(1, since + WATCH_MS - performance.now()))
	return page.evaluate(() => {
		const { shifts, waits } = window as unknown as Watch
		return { shifts, waits }
	})
}

const expectStable = ({ shifts }: Watch, where: string): void => {
	const sum = shifts.reduce((all, { value }) => all + value, 0)
	expect(sum, `${where} shifts: ${JSON.stringify(shifts, null, 1)}`).toBeLessThan(MAX_SHIFT)
}

/**
 * Asserts that a page has not shifted and does not shift during the observation time. @param since time at
 * which it was complete.
 */
export const expectNoShiftSince = async (page: Page, since: number): Promise<void> =>
	expectStable(await readWatch(page, since), page.url())

/** Asserts that a complete page has not shifted and does not shift during the observation time. */
const expectNoShift = async (page: Page): Promise<void> =>
	expectNoShiftSince(page, performance.now())

/**
 * Opens pages one after the other and asserts that none shifts. Watches each page while the next one opens.
 */
export const expectNoShifts = async <Item>(
	items: readonly Item[],
	open: (item: Item) => Promise<Page>,
	close: (page: Page) => Promise<void>,
): Promise<void> => {
	const watching: Promise<void>[] = []
	for (const item of items) {
		const page = await open(item)
		const watched = expectNoShift(page).then(() => close(page))
		// Prevents an unhandled rejection; `Promise.all` below reports the failure.
		watched.catch(() => undefined)
		watching.push(watched)
	}
	await Promise.all(watching)
}

/**
 * Asserts that a page does not shift and never showed a loading indicator, because the device had all its
 * data.
 * @param since time at which the page was complete.
 */
export const expectNoLoading = async (page: Page, since: number): Promise<void> => {
	const seen = await readWatch(page, since)
	expectStable(seen, page.url())
	expect(seen.waits, `${page.url()} shows no loading indicator`).toEqual([])
}
