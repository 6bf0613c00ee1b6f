import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { clearly, openResults, takeQuiz } from './results-page.ts'

test.use({ arrived: false })

interface Shared {
	readonly title?: string
	readonly text?: string
	readonly url?: string
	readonly files: readonly { name: string; type: string; size: number }[]
}

const withSheet = (page: Page): Promise<unknown> =>
	page.addInitScript(() => {
		const shares: unknown[] = []
		Object.assign(window, { shares })
		Object.defineProperty(navigator, 'canShare', { value: () => true })
		Object.defineProperty(navigator, 'share', {
			value: async ({ files = [], ...rest }: ShareData) => {
				shares.push({ ...rest, files: files.map(({ name, type, size }) => ({ name, type, size })) })
			},
		})
	})

const sharesOf = (page: Page): Promise<Shared[]> =>
	page.evaluate(() => Reflect.get(window, 'shares') as Shared[])

const withoutSheet = (page: Page): Promise<unknown> =>
	page.addInitScript(() => {
		Object.defineProperty(navigator, 'canShare', { value: undefined })
		Object.defineProperty(navigator, 'share', { value: undefined })
	})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share your results' })
const preview = (page: Page) => page.getByRole('region', { name: 'What will be shared' })
const tick = (page: Page, name: string) => dialog(page).getByRole('checkbox', { name })
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Share' })

test.beforeEach(async ({ page, server, voter }, { title }) => {
	if (title.startsWith('shares a picture')) await withSheet(page)
	if (title.startsWith('copies the text')) await withoutSheet(page)
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await page.getByRole('button', { name: 'Share' }).click()
	await expect(dialog(page)).toBeVisible()
})

test('shares a picture as a file without results in any URL', async ({ page }) => {
	const asked: string[] = []
	page.on('request', (request) => asked.push(request.url()))
	await tick(page, 'Top match and percentage').check()
	await tick(page, 'All candidates and percentages').check()
	await tick(page, 'Include a picture').check()
	await send(page).click()
	await expect(dialog(page)).toHaveCount(0)
	const [shared] = await sharesOf(page)
	expect(shared?.text).toContain('85%, Strong Alignment')
	expect(shared?.files).toEqual([
		{ name: 'evenhand-results.png', type: 'image/png', size: expect.any(Number) },
	])
	// Ignore chunks, which are named by hash, and the server's port.
	const addresses = asked
		.filter((url) => !url.startsWith('blob:'))
		.map((url) => url.slice(new URL(url).origin.length))
		.filter((path) => !/^\/assets\/[^?]+$/.test(path))
		.join('\n')
	expect(addresses).not.toMatch(/85|Strong|match/i)
})

test('copies the text and saves the picture without a share sheet', async ({ page, context }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	await tick(page, 'Link to this app').check()
	const text = (await preview(page).locator('p').textContent()) ?? ''
	await send(page).click()
	await expect(page.getByText('Copied to the clipboard.')).toBeVisible()
	await expect(dialog(page)).toHaveCount(0)
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
	expect(text.split('\n').at(-1)).toBe(new URL(page.url()).origin)

	await page.getByRole('button', { name: 'Share' }).click()
	await tick(page, 'Include a picture').check()
	const saved = page.waitForEvent('download')
	await send(page).click()
	const download = await saved
	expect(download.suggestedFilename()).toBe('evenhand-results.png')
	const bytes = await readFile(await download.path())
	expect(bytes.subarray(1, 4).toString()).toBe('PNG')
	await expect(page.getByText('Picture saved and text copied.')).toBeVisible()
})
