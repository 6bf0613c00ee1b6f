import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright/test'
import { expectSound, expectSoundOnPhone, forgetRefusals, type Send } from './admin-page.ts'
import { expect, forgetNetworkErrors, type ServerUnderTest } from './fixtures.ts'
import { test, withOneTest } from './knowledge-test-server.ts'
import { takeTest } from './taken-tests.ts'

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Submits texts as feedback on newly started tests, one after another. */
const submitAll = async (
	server: ServerUnderTest,
	send: Send,
	texts: readonly string[],
): Promise<void> => {
	await withOneTest(server, send)
	for (const feedbackText of texts) {
		await takeTest(server.origin, { feedbackText, until: 'begun' })
	}
}

const numbered = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `Feedback number ${index}`)

const downloadBy = async (page: Page, name: string): Promise<Download> => {
	const downloading = page.waitForEvent('download')
	await button(page, name).click()
	return downloading
}

/** Browsers without a save picker, which only save downloads. */
const withoutPicker = (page: Page): Promise<unknown> =>
	page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))

test('passes axe with feedback, no feedback, no matches, and a failure', async ({
	page,
	server,
	send,
	complaints,
}) => {
	await submitAll(server, send, [])
	await page.goto('/admin/test-feedback')
	await expect(page.getByRole('cell', { name: 'No feedback found' })).toBeVisible()
	await expectSound(page)
	await page.route('**/api/admin/feedback*', (route) => route.fulfill({ status: 500, body: '' }))
	await page.reload()
	await expect(page.getByText('Failed to load feedback')).toBeVisible()
	await expectSoundOnPhone(page)
	await page.unroute('**/api/admin/feedback*')

	const long = `${'A long word on the test. '.repeat(12)}The end of it.`
	for (const feedbackText of numbered(9)) {
		await takeTest(server.origin, { feedbackText, until: 'begun' })
	}
	await takeTest(server.origin, { feedbackText: long })
	await takeTest(server.origin, { feedbackText: 'A test that teaches' })
	await button(page, 'Retry').click()
	await expect(rows(page)).toHaveCount(10)
	await expect(page.getByText('Completed').first()).toBeVisible()
	await expectSound(page)
	await page.getByRole('searchbox', { name: 'Search this page' }).fill('nobody said this')
	await expect(page.getByText('0 of 10 on this page match')).toBeVisible()
	await expectSoundOnPhone(page)
	await button(page, 'Next').click()
	await expect(page.getByText('Page 2 of 2')).toBeVisible()
	await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
	await expectSoundOnPhone(page)
	forgetRefusals(complaints, 500)
})

test('exports everything as a download or to a chosen file', async ({ page, server, send }) => {
	await withoutPicker(page)
	await submitAll(server, send, ['=1+1'])
	await page.goto('/admin/test-feedback')
	const file = await downloadBy(page, 'Export everything')
	expect(file.suggestedFilename()).toMatch(/^feedback_all_\d{4}-\d\d-\d\d\.csv$/)
	await expect(page.getByText(/^feedback_all_.*\.csv was saved\.$/)).toBeVisible()
	const saved = await readFile(await file.path(), 'utf8')

	// Stand-in for the save dialog: chooses a file in the browser's private file system.
	await page.evaluate(() => {
		const showSaveFilePicker = async () => {
			const folder = await navigator.storage.getDirectory()
			return folder.getFileHandle('chosen.csv', { create: true })
		}
		Object.assign(window, { showSaveFilePicker })
	})
	await button(page, 'Export everything').click()
	await expect(page.getByText(/was saved\.$/)).toBeVisible()
	const text = await page.evaluate(async () => {
		const folder = await navigator.storage.getDirectory()
		return (await (await folder.getFileHandle('chosen.csv')).getFile()).text()
	})
	expect(`\uFEFF${text}`).toBe(saved)
	expect(text).toContain("'=1+1")
})

test('saves nothing if an export breaks off or is cancelled', async ({
	page,
	server,
	network,
	send,
	complaints,
}) => {
	await withoutPicker(page)
	await submitAll(server, send, numbered(3))
	let saved = 0
	page.on('download', () => saved++)
	network.break(/\/feedback\/export/, { kind: 'cut' }, 1)
	network.break(/\/feedback\/export/, { kind: 'hold' }, 1)
	await page.goto(`${network.origin}/admin/test-feedback`)
	await button(page, 'Export everything').click()
	await expect(
		page.getByText('The download stopped early. Nothing was saved. Please try again.'),
	).toBeVisible()
	await button(page, 'Export everything').click()
	const under = page.getByRole('button', { name: /^Exporting…/ })
	await expect(under).toHaveAttribute('aria-disabled', 'true')
	await expectSoundOnPhone(page)
	await button(page, 'Cancel the export').click()
	await expect(page.getByText('The export was cancelled. Nothing was saved.')).toBeVisible()
	network.mend()
	expect(saved).toBe(0)
	await downloadBy(page, 'Export everything')
	await expect(page.getByText(/was saved\.$/)).toBeVisible()
	forgetNetworkErrors(complaints)
})
