import type { Page } from 'playwright'

/** Something that a page asked for. */
export interface Fetched {
	readonly path: string
	/** When it was asked for, in ms since 1970. */
	readonly at: number
	/** As they came, compressed, without the headers. */
	readonly bytes: number
	readonly headers: number
}

/** Counts what a page asks for from now on, with nothing in its cache, and what it takes on the wire. */
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

/** Has the page note when something that matches `selector` is there for the first time. */
export const noteFirst = (page: Page, selector: string): Promise<unknown> =>
	page.addInitScript((wanted) => {
		const look = new MutationObserver(() => {
			if (document.querySelector(wanted) === null) return
			Object.assign(window, { firstAt: performance.timeOrigin + performance.now() })
			look.disconnect()
		})
		look.observe(document, { childList: true, subtree: true })
	}, selector)

/** When that was, in ms since 1970, once it has been. */
export const firstAt = async (page: Page): Promise<number> => {
	const at = await page.waitForFunction(() => Reflect.get(window, 'firstAt') as number | undefined)
	return (await at.jsonValue()) ?? Number.NaN
}
