import type { Page } from 'playwright/test'

/** Keeps back what a page asks of `url`. @returns lets it go, and what is asked later. */
export const hold = async (page: Page, url: string | RegExp): Promise<() => void> => {
	let release = (): void => undefined
	const released = new Promise<void>((resolve) => {
		release = resolve
	})
	await page.route(url, async (route) => {
		await released
		await route.fallback()
	})
	return release
}
