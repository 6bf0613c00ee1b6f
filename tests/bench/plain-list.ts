import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'

/** The app's own styles, as they were built. */
const styles = async (): Promise<string> => {
	const folder = 'dist/web/assets'
	const files = (await readdir(folder)).filter((name) => /^index-.*\.css$/.test(name))
	return (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('')
}

/**
 * A page without any library that shows as many cards as the app has, each a copy of one of the app's, all of them in the
 * page, and a field that hides those that do not match.
 * @param card the markup of a card; @param texts what each card is found by.
 */
export const openPlainList = async (
	context: BrowserContext,
	card: string,
	texts: readonly string[],
): Promise<Page> => {
	const page = await context.newPage()
	await page.setContent(
		`<main class="px-4"><input type="search" aria-label="Search"><p role="status"></p><template>${card}</template><ul class="grid gap-4 md:grid-cols-2"></ul></main>`,
	)
	await page.addStyleTag({ content: await styles() })
	await page.evaluate((all) => {
		const list = document.querySelector('ul')
		const template = document.querySelector('template')
		const status = document.querySelector('[role=status]')
		const cards = all.map((text) => {
			const item = document.createElement('li')
			if (template) item.append(template.content.cloneNode(true))
			list?.append(item)
			return { item, text: text.toLowerCase() }
		})
		document.querySelector('input')?.addEventListener('input', ({ target }) => {
			const query = (target as HTMLInputElement).value.toLowerCase()
			let found = 0
			for (const { item, text } of cards) {
				item.hidden = !text.includes(query)
				if (!item.hidden) found++
			}
			if (status) status.textContent = `Found ${found} elections`
		})
	}, texts)
	return page
}
