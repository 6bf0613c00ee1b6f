import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import type { Download, Page } from 'playwright/test'
import { cutOff } from './admin-data.ts'
import { expectSound, forgetRefusals, type Send } from './admin-page.ts'
import { expect, forgetNetworkErrors, type ServerUnderTest } from './fixtures.ts'
import { hold } from './hold.ts'
import { test, withOneTest } from './knowledge-test-server.ts'
import { takeTest } from './taken-tests.ts'

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const date = (page: Page) => page.getByRole('columnheader', { name: 'Date' })

/** Submits texts as feedback on newly started tests, one after another. */
const sayAll = async (
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

const readCsv = async (file: Download): Promise<string[][]> => {
	const text = await readFile(await file.path(), 'utf8')
	expect(text.startsWith('\uFEFF')).toBe(true)
	const { data, errors } = Papa.parse<string[]>(text.slice(1).trimEnd(), { newline: '\r\n' })
	expect(errors).toEqual([])
	return data
}

const downloadBy = async (page: Page, name: string): Promise<Download> => {
	const downloading = page.waitForEvent('download')
	await button(page, name).click()
	return downloading
}

/** Browsers without a save picker, which only save downloads. */
const withoutPicker = (page: Page): Promise<unknown> =>
	page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))

const HEAD = ['Date', 'Session ID', 'Feedback', 'Test Candidates', 'Accuracy', 'Status']

test('what voters said stands there with what came of their tests, and is searched as one types', async ({
	page,
	server,
	send,
}) => {
	await withOneTest(server, send)
	const begun = await takeTest(server.origin, { feedbackText: 'Left early', until: 'begun' })
	await takeTest(server.origin, { feedbackText: 'A test that teaches' })
	const long = `${'A long word on the test. '.repeat(12)}The end of it.`
	await takeTest(server.origin, { feedbackText: long })
	// Send all parameters of the specification: another server may have other defaults.
	const asked = page.waitForRequest(/admin\/feedback\?/)
	await page.goto('/admin/test-feedback')
	expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toEqual({
		...{ page: '0', size: '10', sortBy: 'submittedAt', sortDirection: 'DESC' },
	})
	await expect(page).toHaveTitle('Test Feedback Management · Evenhand')
	await expect(page.getByText('Total Feedback: 3')).toBeVisible()
	await page.setViewportSize({ width: 1280, height: 800 })
	await expect(page.getByRole('columnheader')).toHaveText([
		...['Date', 'Feedback', 'Test Details', 'Accuracy'],
	])
	const completed = rows(page).filter({ hasText: 'A test that teaches' })
	await expect(completed.getByText('Theodore Roosevelt vs Woodrow Wilson')).toBeVisible()
	await expect(completed.getByText('5/10 correct')).toBeVisible()
	await expect(completed.getByText('Completed')).toBeVisible()
	await expect(completed.getByText('50.0%')).toBeVisible()
	await expect(completed.getByText(/ago|now/)).toBeVisible()
	const early = rows(page).filter({ hasText: 'Left early' })
	await expect(early.getByText('Incomplete')).toBeVisible()
	await expect(early.getByRole('cell').last()).toHaveText('-')
	await rows(page).first().getByRole('button', { name: 'Show more' }).click()
	await expect(rows(page).first()).toContainText('The end of it.')
	await rows(page).first().getByRole('button', { name: 'Show less' }).click()
	await expect(rows(page).first()).not.toContainText('The end of it.')
	await expectSound(page)

	let calls = 0
	page.on('request', () => calls++)
	const search = page.getByRole('searchbox', { name: 'Search this page' })
	for (const [term, found] of [
		['TEACHES', 1],
		['wilson', 3],
		[begun.slice(0, 13), 1],
		['nobody said this', 0],
	] as const) {
		await search.fill(term)
		await expect(page.getByText(`${found} of 3 on this page match`)).toBeVisible()
	}
	await expect(
		page.getByText(
			'No feedback found. Nothing on this page matches “nobody said this”. Other pages may.',
		),
	).toBeVisible()
	expect(calls).toBe(0)
	await expectSound(page)
	await search.fill('')
	await expect(rows(page)).toHaveCount(3)
})

test('the dates are turned round, with keys alone, and pages are stepped through and made longer', async ({
	page,
	server,
	send,
}) => {
	await sayAll(server, send, numbered(12))
	await page.goto('/admin/test-feedback')
	await expect(rows(page)).toHaveCount(10)
	await expect(rows(page).first()).toContainText('Feedback number 11')
	await expect(date(page)).toHaveAttribute('aria-sort', 'descending')
	await expect(button(page, 'Previous')).toHaveAttribute('aria-disabled', 'true')
	await button(page, 'Next').focus()
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/admin/test-feedback?page=2')
	await expect(page.getByText('Page 2 of 2')).toBeVisible()
	await expect(rows(page)).toHaveCount(2)
	await expect(button(page, 'Next')).toHaveAttribute('aria-disabled', 'true')
	await expectSound(page)

	await date(page).getByRole('button').focus()
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/admin/test-feedback?direction=ASC')
	await expect(date(page)).toHaveAttribute('aria-sort', 'ascending')
	await expect(rows(page).first()).toContainText('Feedback number 0')
	await page.reload()
	await expect(rows(page).first()).toContainText('Feedback number 0')
	await button(page, 'Next').click()
	await expect(page.getByText('Page 2 of 2')).toBeVisible()
	const size = page.getByRole('combobox', { name: 'Rows per page' })
	await expect(size.getByRole('option')).toHaveText(['10 per page', '25 per page', '50 per page'])
	await size.selectOption('25 per page')
	await expect(page).toHaveURL('/admin/test-feedback?size=25&direction=ASC')
	await expect(rows(page)).toHaveCount(12)
	await expect(page.getByText(/^Page/)).toHaveCount(0)
	await size.selectOption('10 per page')
	await expect(rows(page)).toHaveCount(10)
	// Page number from an old link, beyond the last page.
	await page.goto('/admin/test-feedback?page=9')
	await expect(page).toHaveURL('/admin/test-feedback?page=2')
	await expect(rows(page)).toHaveCount(2)
})

test('the page is a file: all its rows, safe from formulas, its commas as semicolons', async ({
	page,
	server,
	send,
}) => {
	await sayAll(server, send, [
		'Older than the page',
		...numbered(8),
		'=1+1',
		'Good, "really", good',
	])
	await page.goto('/admin/test-feedback')
	await page.getByRole('searchbox').fill('really')
	await expect(rows(page)).toHaveCount(1)
	const file = await downloadBy(page, 'Export CSV')
	expect(file.suggestedFilename()).toMatch(/^feedback_\d{4}-\d\d-\d\d\.csv$/)
	const [head, ...data] = await readCsv(file)
	expect(head).toEqual(HEAD)
	expect(data).toHaveLength(10)
	expect(data.map((row) => row[2]).slice(0, 3)).toEqual([
		'Good; "really"; good',
		"'=1+1",
		'Feedback number 7',
	])
	expect(data[0]?.slice(3)).toEqual(['Theodore Roosevelt vs Woodrow Wilson', '', 'Incomplete'])
})

test('everything is one file, in the order of the table, as browsers save one or into a place that is chosen', async ({
	page,
	server,
	send,
}) => {
	await withoutPicker(page)
	await sayAll(server, send, ['=1+1', ...numbered(11)])
	await page.goto('/admin/test-feedback')
	const file = await downloadBy(page, 'Export everything')
	expect(file.suggestedFilename()).toMatch(/^feedback_all_\d{4}-\d\d-\d\d\.csv$/)
	await expect(page.getByText(/^feedback_all_.*\.csv was saved\.$/)).toBeVisible()
	const [head, ...data] = await readCsv(file)
	expect(head).toEqual(HEAD)
	expect(data).toHaveLength(12)
	expect([data[0]?.[2], data[11]?.[2]]).toEqual(['Feedback number 10', "'=1+1"])

	await date(page).getByRole('button').click()
	await expect(rows(page).first()).toContainText('=1+1')
	// File handle in the browser's private file system, as if chosen in the picker.
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
	expect(text.split('\r\n')[1]).toContain("'=1+1")
	await expectSound(page)
})

test('an export that breaks off or is given up is told, and nothing of it is saved', async ({
	page,
	server,
	network,
	send,
	complaints,
}) => {
	await withoutPicker(page)
	await sayAll(server, send, numbered(3))
	let saved = 0
	page.on('download', () => saved++)
	network.break(/\/feedback\/export/, { kind: 'cut' }, 1)
	network.break(/\/feedback\/export/, { kind: 'hold' }, 1)
	await page.goto(`${network.origin}/admin/test-feedback`)
	await button(page, 'Export everything').click()
	await expect(
		page.getByText('The download broke off. Nothing was saved. Please try again.'),
	).toBeVisible()
	await button(page, 'Export everything').click()
	const under = page.getByRole('button', { name: /^Exporting…/ })
	await expect(under).toHaveAttribute('aria-disabled', 'true')
	await expectSound(page)
	await button(page, 'Cancel the export').click()
	await expect(page.getByText('The export was cancelled. Nothing was saved.')).toBeVisible()
	network.mend()
	expect(saved).toBe(0)
	await downloadBy(page, 'Export everything')
	await expect(page.getByText(/was saved\.$/)).toBeVisible()

	await page.route('**/feedback/export*', (route) =>
		route.fulfill({ status: 503, json: { message: 'The server is resting.' } }),
	)
	await button(page, 'Export everything').click()
	await expect(page.getByText('The server is resting.')).toBeVisible()
	await page.unroute('**/feedback/export*')
	const release = await hold(page, '**/feedback/export*')
	await button(page, 'Export everything').click()
	await expect(under).toBeVisible()
	await page.getByRole('link', { name: 'Test Management' }).filter({ visible: true }).click()
	await expect(page.getByText('The export was cancelled. Nothing was saved.')).toBeVisible()
	release()
	forgetRefusals(complaints, 503)
	forgetNetworkErrors(complaints)
})

test('no feedback, a failure and a missing connection are told, and mended', async ({
	page,
	context,
	server,
	send,
	complaints,
}) => {
	await sayAll(server, send, [])
	await page.goto('/admin/test-feedback')
	await expect(page.getByRole('cell', { name: 'No feedback found' })).toBeVisible()
	await expect(page.getByText('Total Feedback: 0')).toBeVisible()
	await expect(button(page, 'Export CSV')).toBeDisabled()
	await expect(button(page, 'Export everything')).toBeDisabled()
	await expectSound(page)
	await page.route('**/api/admin/feedback*', (route) => route.fulfill({ status: 500, body: '' }))
	await page.reload()
	await expect(page.getByText('Failed to load feedback')).toBeVisible()
	await expectSound(page)
	await page.unroute('**/api/admin/feedback*')
	await button(page, 'Retry').click()
	await expect(page.getByText('No feedback found')).toBeVisible()
	await cutOff(page)
	await date(page).getByRole('button').click()
	await expect(page.getByText('You are offline')).toBeVisible()
	await context.setOffline(false)
	await expect(page.getByText('No feedback found')).toBeVisible()
	await expect(date(page)).toHaveAttribute('aria-sort', 'ascending')
	forgetRefusals(complaints, 500)
	forgetNetworkErrors(complaints)
})
