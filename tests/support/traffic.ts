import type { Page } from 'playwright'

export interface Fetched {
	readonly path: string
	/** In ms since 1970. */
	readonly at: number
	/** Compressed, without headers. */
	readonly bytes: number
	readonly headers: number
}

/** Chromium loads the icon of a tab on its own schedule: late, again for each URL, or not at all. */
const ICON = '/favicon.svg'

/** Records a page's requests and their transfer sizes, with an empty cache. Leaves out the tab's icon. */
export const countTraffic = async (page: Page): Promise<() => Fetched[]> => {
	const cdp = await page.context().newCDPSession(page)
	const fetched = new Map<string, Fetched>()
	const add = (id: string, part: (before: Fetched) => Partial<Fetched>): void => {
		const before = fetched.get(id)
		if (before) fetched.set(id, { ...before, ...part(before) })
	}
	await cdp.send('Network.enable')
	await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
	cdp.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
		const { pathname: path } = new URL(request.url)
		if (path === ICON) return
		fetched.set(requestId, { path, at: wallTime * 1000, bytes: 0, headers: 0 })
	})
	cdp.on('Network.responseReceived', ({ requestId, response }) =>
		add(requestId, () => ({ headers: response.encodedDataLength })),
	)
	cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
		add(requestId, ({ headers }) => ({ bytes: encodedDataLength - headers })),
	)
	return () => [...fetched.values()]
}

/** Makes the page record when an element first matches `selector`. */
export const noteFirst = (page: Page, selector: string): Promise<unknown> =>
	page.addInitScript((wanted) => {
		const look = new MutationObserver(() => {
			if (document.querySelector(wanted) === null) return
			Object.assign(window, { firstAt: performance.timeOrigin + performance.now() })
			look.disconnect()
		})
		look.observe(document, { childList: true, subtree: true })
	}, selector)

/** Waits for that time, in ms since 1970. */
export const firstAt = async (page: Page): Promise<number> => {
	const at = await page.waitForFunction(() => Reflect.get(window, 'firstAt') as number | undefined)
	return (await at.jsonValue()) ?? Number.NaN
}
