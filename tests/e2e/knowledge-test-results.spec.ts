import { readFile } from 'node:fs/promises'
import { expect, knowledgeTest as test } from './fixtures.ts'
import { heading, toResults } from './test-page.ts'

test('shares a result as text and picture without answers', async ({ page, context }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	await toResults(page)
	const saved = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Share' }).click()
	const download = await saved
	expect(download.suggestedFilename()).toBe('evenhand-knowledge-test.png')
	const bytes = await readFile(await download.path())
	expect(bytes.subarray(1, 4).toString()).toBe('PNG')
	await expect(page.getByText('Picture saved and text copied.')).toBeVisible()
	const text = await page.evaluate(() => navigator.clipboard.readText())
	expect(text).toMatch(/^I matched \d+ of 4 policies .* \(\d+\.\d%\) .* http:\S+\/test$/)
})

test('hides a toast after eight seconds unless hovered or focused', async ({ page }) => {
	await page.clock.install()
	await toResults(page)
	await page.getByRole('button', { name: 'Give feedback' }).click()
	await page.getByRole('textbox').fill('Good')
	await page.getByRole('button', { name: 'Send feedback' }).click()
	const toast = page.getByText('Thank you for your feedback!')
	await expect(toast).toBeVisible()
	await page.clock.fastForward(4000)
	await toast.hover()
	await page.clock.fastForward(20_000)
	await expect(toast).toBeVisible()
	await page.mouse.move(5, 5)
	await page.clock.fastForward(2000)
	await expect(toast).toBeVisible()
	// Focus also pauses the timeout.
	const close = page.getByRole('region', { name: 'Messages' }).getByRole('button')
	await close.focus()
	await page.clock.fastForward(20_000)
	await expect(toast).toBeVisible()
	await close.blur()
	await page.clock.fastForward(3000)
	await expect(toast).toHaveCount(0)
})

test('opens the details offline after the results', async ({ page, context }) => {
	// No service worker, as on an insecure origin or during the first minutes.
	await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
	const part = page.waitForResponse(/assets\/test-late-[^/]*\.js$/)
	await toResults(page)
	await part
	await context.setOffline(true)
	await page.getByRole('link', { name: 'View details' }).click()
	await expect(heading(page, /^Policies You Missed/)).toBeVisible()
})
