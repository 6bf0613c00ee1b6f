import type { Page } from 'playwright/test'

/** Delays requests to `url`. @returns a function that releases them, and later ones. */
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
