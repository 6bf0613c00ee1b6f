import type { BrowserContext, Page } from 'playwright'

/**
 * Opens a page without libraries that only counts its input events. Baseline for the browser's own cost per
 * key.
 */
export const openBareSearch = async (context: BrowserContext): Promise<Page> => {
	const page = await context.newPage()
	await page.setContent('<input type="search" aria-label="Search"><p role="status">Found</p>')
	await page.evaluate(() => {
		const status = document.querySelector('[role=status]')
		let keys = 0
		document.querySelector('input')?.addEventListener('input', () => {
			keys++
			if (status) status.textContent = `Found ${keys} elections`
		})
	})
	return page
}
