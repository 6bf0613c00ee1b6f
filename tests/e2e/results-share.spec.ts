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

/** A share sheet in the page's place of the system's. @param error what it fails with. */
const withSheet = (page: Page, error: string | null = null): Promise<unknown> =>
	page.addInitScript((name) => {
		const shares: unknown[] = []
		Object.assign(window, { shares })
		Object.defineProperty(navigator, 'canShare', { value: () => true })
		Object.defineProperty(navigator, 'share', {
			value: async ({ files = [], ...rest }: ShareData) => {
				shares.push({ ...rest, files: files.map(({ name, type, size }) => ({ name, type, size })) })
				if (name !== null) throw new DOMException('no', name)
			},
		})
	}, error)

const sharesOf = (page: Page): Promise<Shared[]> =>
	page.evaluate(() => Reflect.get(window, 'shares') as Shared[])

/** A browser without a share sheet. @param clipboard whether it has a clipboard. */
const withoutSheet = (page: Page, clipboard: boolean): Promise<unknown> =>
	page.addInitScript((has) => {
		Object.defineProperty(navigator, 'canShare', { value: undefined })
		Object.defineProperty(navigator, 'share', { value: undefined })
		if (!has) {
			const writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
			Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
		}
	}, clipboard)

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share your results' })
const preview = (page: Page) => page.getByRole('region', { name: 'What will be shared' })
const tick = (page: Page, name: string) => dialog(page).getByRole('checkbox', { name })
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Share' })

test.beforeEach(async ({ page, server, voter }, { title }) => {
	if (title.startsWith('only what is ticked')) await withSheet(page)
	if (title.startsWith('closing the sheet')) await withSheet(page, 'AbortError')
	if (title.startsWith('without a sheet')) await withoutSheet(page, true)
	if (title.startsWith('a failure')) await withoutSheet(page, false)
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await page.getByRole('button', { name: 'Share' }).click()
	await expect(dialog(page)).toBeVisible()
})

test('only what is ticked is shared: the name of the quiz at first, nothing of it in an address', async ({
	page,
}) => {
	const asked: string[] = []
	page.on('request', (request) => asked.push(request.url()))
	await expect(dialog(page).getByRole('checkbox', { checked: true })).toHaveCount(1)
	await expect(tick(page, 'Name of the quiz')).toBeChecked()
	const quiz = (await preview(page).locator('p').textContent()) ?? ''
	await send(page).click()
	await expect(dialog(page)).toHaveCount(0)
	expect(await sharesOf(page)).toEqual([{ title: 'Evenhand', text: quiz, files: [] }])

	await page.getByRole('button', { name: 'Share' }).click()
	await tick(page, 'Name of the quiz').uncheck()
	await expect(preview(page)).toHaveText('Nothing is ticked.')
	await expect(send(page)).toBeDisabled()
	await tick(page, 'Top match, with its figure').check()
	await tick(page, 'How firm that is').check()
	await tick(page, 'All candidates, with their figures').check()
	await tick(page, 'A picture as well, of the same').check()
	await send(page).click()
	await expect(dialog(page)).toHaveCount(0)
	const [, shared] = await sharesOf(page)
	const lines = shared?.text?.split('\n') ?? []
	expect(lines[0]).toMatch(/^Top match: \S.+: 85%, Strong Alignment$/)
	expect(lines[1]).toMatch(/^First in 100 % of \d+ variations$/)
	expect(lines.slice(2)).toHaveLength(4)
	expect(lines[2]).toMatch(/^1\. \S.+: 85%, Strong Alignment$/)
	expect(shared?.text).not.toContain(quiz)
	expect(shared?.url).toBeUndefined()
	expect(shared?.files).toEqual([
		{ name: 'evenhand-results.png', type: 'image/png', size: expect.any(Number) },
	])
	// The app's own parts are named by what is in them, and the server by its port.
	const addresses = asked
		.filter((url) => !url.startsWith('blob:'))
		.map((url) => url.slice(new URL(url).origin.length))
		.filter((path) => !/^\/assets\/[^?]+$/.test(path))
		.join('\n')
	expect(addresses).not.toMatch(/85|Strong|match/i)
})

test('closing the sheet leaves the dialog as it was, and says nothing', async ({ page }) => {
	await tick(page, 'Name of the election').check()
	await send(page).click()
	await expect.poll(() => sharesOf(page)).toHaveLength(1)
	await expect(tick(page, 'Name of the election')).toBeChecked()
	await expect(dialog(page).getByRole('alert')).toHaveCount(0)
	await expect(send(page)).toBeEnabled()
})

test('without a sheet the text goes to the clipboard, and a picture is saved', async ({
	page,
	context,
}) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	await tick(page, 'Address of this app').check()
	const text = (await preview(page).locator('p').textContent()) ?? ''
	await send(page).click()
	await expect(page.getByText('Copied to the clipboard.')).toBeVisible()
	await expect(dialog(page)).toHaveCount(0)
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
	expect(text.split('\n').at(-1)).toBe(new URL(page.url()).origin)

	await page.getByRole('button', { name: 'Share' }).click()
	await tick(page, 'A picture as well, of the same').check()
	const saved = page.waitForEvent('download')
	await send(page).click()
	const download = await saved
	expect(download.suggestedFilename()).toBe('evenhand-results.png')
	const bytes = await readFile(await download.path())
	expect(bytes.subarray(1, 4).toString()).toBe('PNG')
	await expect(page.getByText('Picture saved and text copied.')).toBeVisible()
})

test('a failure says so and keeps what was ticked', async ({ page }) => {
	await tick(page, 'Top match, with its figure').check()
	await send(page).click()
	await expect(dialog(page).getByRole('alert')).toHaveText('Failed to share. Please try again.')
	await expect(tick(page, 'Top match, with its figure')).toBeChecked()
	await page.keyboard.press('Escape')
	await expect(dialog(page)).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Share' })).toBeFocused()
})
