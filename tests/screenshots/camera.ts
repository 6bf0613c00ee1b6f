import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { alwaysSignedIn } from '../e2e/fixtures.ts'
import { withoutWorker } from '../e2e/shared-page.ts'
import type { RegisteredVoter } from '../support/built-server.ts'

const SIZES = { narrow: { width: 390, height: 844 }, wide: { width: 1280, height: 800 } } as const
export type Size = keyof typeof SIZES
export type Theme = 'light' | 'dark'

/** Opens a device without motion, on the running server's build. */
export const openDevice = async (
	browser: Browser,
	origin: string,
	{
		size,
		theme,
		who,
	}: { readonly size: Size; readonly theme: Theme; readonly who?: RegisteredVoter },
): Promise<BrowserContext> => {
	const context = await browser.newContext({
		baseURL: origin,
		viewport: SIZES[size],
		colorScheme: theme,
		reducedMotion: 'reduce',
		locale: 'en-US',
	})
	await withoutWorker(context)
	if (who) await alwaysSignedIn(context, who)
	return context
}

/** Takes a screenshot. @param path relative to the project root. */
export const take = async (page: Page, path: string): Promise<void> => {
	// Let a closing toast disappear, and hide the focus, which depends on the last click.
	await page.waitForTimeout(500)
	await page.screenshot({
		path: join(import.meta.dirname, '../..', path),
		caret: 'hide',
		style: ':focus-visible { outline: none !important }',
	})
	console.log(path)
}
