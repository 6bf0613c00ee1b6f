import { readFile } from 'node:fs/promises'
import { expect, knowledgeTest as test } from './fixtures.ts'
import { heading, openTest, policy, START, toResults } from './test-page.ts'

test('a feedback counts its characters, wants some, and keeps what was typed', async ({ page }) => {
	await toResults(page)
	await page.getByRole('button', { name: 'Give feedback' }).click()
	const send = page.getByRole('button', { name: 'Send feedback' })
	await expect(page.getByText('0/5000')).toBeVisible()
	await expect(send).toBeDisabled()
	await page.getByRole('textbox').fill('   ')
	await page.getByRole('textbox').blur()
	await expect(page.getByText('Please enter your feedback')).toBeVisible()
	await expect(send).toBeDisabled()
	await page.getByRole('textbox').fill('Which one said it?')
	await expect(page.getByText('18/5000')).toBeVisible()
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'Give feedback' }).click()
	await expect(page.getByRole('textbox')).toHaveValue('Which one said it?')
	await send.click()
	await expect(
		page.getByRole('status').filter({ hasText: 'Thank you for your feedback!' }),
	).toBeVisible()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await page.getByRole('link', { name: 'View details' }).click()
	await expect(heading(page, /^Correct Answers/)).toBeVisible()
	// The toast stays across pages until closed or timed out.
	await page.getByRole('button', { name: 'Close' }).click()
	await expect(page.getByText('Thank you for your feedback!')).toHaveCount(0)
})

test('a result is shared as a text and a picture with no answer in them', async ({
	page,
	context,
}) => {
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
	expect(text).toMatch(/^I matched \d+ of 10 policies .* \(\d+\.\d%\) .* http:\S+\/test$/)
})

test('details of a session that nobody knows lead back to the test, and say so', async ({
	page,
}) => {
	await page.goto('/test/results/0d6a3e5e-6a55-4c5f-9c57-2f3b9d0c8a11')
	await expect(page.getByText('Failed to load detailed results')).toBeVisible()
	await expect(page).toHaveURL(/\/test$/)
	await expect(policy(page)).toBeVisible()
})

test('a toast goes after eight seconds, but not while somebody is at it', async ({ page }) => {
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

test('an address of results that names a test nobody has taken leads to that test', async ({
	page,
}) => {
	const started = page.waitForResponse(START)
	await openTest(page)
	const { sessionId } = await (await started).json()
	await page.goto(`/test?returnToResults=true&sessionId=${sessionId}`)
	await expect(page).toHaveURL(/\/test$/)
	await expect(page.getByText('1 of 10', { exact: true })).toBeVisible()
})

test('the details are at hand when the connection goes after the results have come', async ({
	page,
	context,
}) => {
	// No service worker, as on an insecure origin or during the first minutes.
	await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
	const part = page.waitForResponse(/assets\/end-[^/]*\.js$/)
	await toResults(page)
	await part
	await context.setOffline(true)
	await page.getByRole('link', { name: 'View details' }).click()
	await expect(heading(page, /^Policies You Missed/)).toBeVisible()
})
