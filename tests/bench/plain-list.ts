import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'

const styles = async (): Promise<string> => {
	const folder = 'dist/web/assets'
	const files = (await readdir(folder)).filter((name) => /^index-.*\.css$/.test(name))
	return (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('')
}

/** Opens a page with `count` cards in the DOM. @param card the markup of an app's card. */
export const openPlainList = async (
	context: BrowserContext,
	card: string,
	count: number,
): Promise<Page> => {
	const page = await context.newPage()
	await page.setContent(
		`<main class="px-4"><template>${card}</template><ul class="grid gap-4 md:grid-cols-2"></ul></main>`,
	)
	await page.addStyleTag({ content: await styles() })
	await page.evaluate((wanted) => {
		const list = document.querySelector('ul')
		const template = document.querySelector('template')
		for (let made = 0; made < wanted; made++) {
			const item = document.createElement('li')
			if (template) item.append(template.content.cloneNode(true))
			list?.append(item)
		}
	}, count)
	return page
}
