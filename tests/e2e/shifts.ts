import type { BrowserContext, Page } from 'playwright/test'
import { expect } from './fixtures.ts'

/** Maximum cumulative layout shift. */
const MOST = 0.02
/** Observation time after the page has loaded, in ms. */
const WATCH_MS = 1_000

interface Watch {
	shifts: { readonly value: number; readonly what: string }[]
	waits: string[]
}

/** Runs in the page first: records layout shifts and loading indicators. */
const watch = (): void => {
	const noted: Watch = { shifts: [], waits: [] }
	Object.assign(window, noted)
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
			noted.shifts.push({ value, what: what.join(' | ') })
		}
	}).observe({ type: 'layout-shift', buffered: true })
	new MutationObserver(() => {
		const sign = document.querySelector('.skeleton, .loading, [class*=animate-spin]')
		const text = document.body?.textContent?.match(/.{0,20}\b(?:Loading|Cargando)\b.{0,20}/)?.[0]
		if (sign) noted.waits.push(sign.outerHTML.slice(0, 120))
		if (text) noted.waits.push(text)
	}).observe(document, { childList: true, subtree: true, characterData: true })
}

export const watchPages = (context: BrowserContext): Promise<unknown> =>
	context.addInitScript(watch)

const seenOn = async (page: Page): Promise<Watch> => {
	await page.waitForTimeout(WATCH_MS)
	return page.evaluate(() => {
		const { shifts, waits } = window as unknown as Watch
		return { shifts, waits }
	})
}

const expectStill = ({ shifts }: Watch, where: string): void => {
	const sum = shifts.reduce((all, { value }) => all + value, 0)
	expect(sum, `${where} shifts: ${JSON.stringify(shifts, null, 1)}`).toBeLessThan(MOST)
}

/** Asserts that a loaded page has not shifted and does not shift during the observation. */
export const expectNoShift = async (page: Page): Promise<void> =>
	expectStill(await seenOn(page), page.url())

/** Asserts the same, and that no loading indicator appeared: all data was on the device. */
export const expectAtOnce = async (page: Page): Promise<void> => {
	const seen = await seenOn(page)
	expectStill(seen, page.url())
	expect(seen.waits, `${page.url()} has all that it needs`).toEqual([])
}
