import type { Page } from 'playwright/test'

/** Delays requests to `url`. @returns releases them and later ones; throws if there was none to delay. */
export const hold = async (page: Page, url: string | RegExp): Promise<() => void> => {
	let count = 0
	let release = (): void => undefined
	const released = new Promise<void>((resolve) => {
		release = resolve
	})
	await page.route(url, async (route) => {
		count++
		await released
		await route.fallback()
	})
	return () => {
		if (count === 0) throw new Error(`No request to ${url} was delayed`)
		release()
	}
}
