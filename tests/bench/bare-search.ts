import type { BrowserContext, Page } from 'playwright'

/**
 * A page without any library and with nothing to search: a field, and a line that counts its keys where the app says how many
 * it has found. What a key takes here is the browser's own.
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
