import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import type { Page } from 'playwright/test'
import { makePair } from '../support/test-pairs.ts'
import { dialog, expectSound, expectSoundOnPhone, forgetRefusals } from './admin-page.ts'
import { expect } from './fixtures.ts'
import { test, withOneTest, withoutTests } from './knowledge-test-server.ts'
import { ownersOf, takeTest } from './taken-tests.ts'

const FIRST = 'Theodore Roosevelt vs Woodrow Wilson'

const feature = (page: Page) => page.getByRole('switch', { name: 'Enable Test Feature' })
const create = (page: Page) => dialog(page).getByRole('button', { name: /^Creat/ })
const choice = (page: Page, place: 1 | 2) =>
	dialog(page).getByRole('combobox', { name: `Candidate ${place}` })

const open = async (page: Page): Promise<void> => {
	await page.goto('/admin/test-management')
	await expect(feature(page)).toBeVisible()
}

const choose = async (page: Page, place: 1 | 2, name: string): Promise<void> => {
	await choice(page, place).fill(name)
	await page.getByRole('option', { name }).click()
}

test('passes axe in every state of test management', async ({ page, server, send, complaints }) => {
	await withoutTests(server, send)
	await open(page)
	await feature(page).click()
	await expect(
		page.getByText('Please create at least one test configuration before enabling the feature'),
	).toBeVisible()
	await expectSound(page)
	await page.getByRole('button', { name: 'Create New Test' }).click()
	await choose(page, 1, 'Eugene V. Debs')
	await choose(page, 2, 'Eugene V. Debs')
	await create(page).click()
	await expect(dialog(page).getByText('Please select different candidates')).toBeVisible()
	await expectSound(page)

	const pair = await makePair(send, 'Theodore Roosevelt', 'Woodrow Wilson')
	await send('PUT', '/admin/test-config/toggle?enabled=true')
	await open(page)
	await expect(
		page.getByText(
			'The feature is enabled, but no configuration is active, so voters see no test.',
		),
	).toBeVisible()
	await expectSoundOnPhone(page)
	await send('PUT', `/admin/test-config/${pair.id}/activate`)
	await open(page)
	await expect(page.getByText(`Voters are asked about ${FIRST}.`)).toBeVisible()
	await expectSound(page)
	await page.route(/\/admin\/test-config/, (route) => route.fulfill({ status: 500, body: '' }))
	await page.goto('/admin/test-management')
	await expect(page.getByText('Failed to load test configurations')).toBeVisible()
	await expectSoundOnPhone(page)
	forgetRefusals(complaints, 500)
})

/** Number of correct guesses out of ten, per session. */
const RIGHT = [
	0, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 9, 9, 9, 10, 10, 5, 6, 7, 8,
]

test('shows, prints, and exports the analytics of real sessions', async ({
	page,
	server,
	send,
}) => {
	const pair = await withOneTest(server, send)
	const unused = 'View Analytics: William Howard Taft vs Eugene V. Debs'
	await makePair(send, 'William Howard Taft', 'Eugene V. Debs')
	const owners = await ownersOf(send)
	await Promise.all(
		RIGHT.map((right, index) => {
			// Groups of 20 and 10 by age, 25 and 5 by gender: small groups must be hidden.
			const demographics = {
				age: index < 20 ? '25-34' : '65+',
				gender: index < 25 ? 'female' : 'male',
			}
			return takeTest(server.origin, { owners, right, demographics })
		}),
	)
	await takeTest(server.origin, { until: 'begun', feedbackText: 'Unfinished tests do not count' })
	const analytics = await send<{
		averageAccuracy: number
		hardestPolicies: { text: string; wrongGuesses: number; guesses: number }[]
	}>('GET', `/admin/test-config/${pair.id}/analytics`)

	await open(page)
	await page.getByRole('button', { name: unused }).click()
	await expect(
		page.getByText('No test results available for this configuration yet.'),
	).toBeVisible()
	await expect(dialog(page).getByRole('button', { name: 'Print' })).toHaveCount(0)
	await page.keyboard.press('Escape')

	const button = page.getByRole('button', { name: `View Analytics: ${FIRST}` })
	await button.click()
	const modal = page.getByRole('dialog', { name: 'Test Configuration Analytics' })
	await expect(modal.getByText(FIRST)).toBeVisible()
	const figure = (name: string) => modal.locator('dl > div').filter({ hasText: name })
	await expect(figure('Total Tests')).toContainText('30')
	await expect(figure('Average Accuracy')).toContainText(`${analytics.averageAccuracy.toFixed(1)}%`)
	await expect(figure('Avg Response Time')).toContainText('2.4 s')
	await expect(modal.locator('canvas')).toBeVisible()
	const table = (name: string) => modal.getByRole('table', { name })
	const count = (bucket: string) =>
		table('Accuracy Distribution').getByRole('row', { name: new RegExp(`^${bucket}`) })
	await expect(table('Accuracy Distribution').getByRole('rowheader')).toHaveText([
		...['0-10', '11-20', '21-30', '31-40', '41-50'],
		...['51-60', '61-70', '71-80', '81-90', '91-100'],
	])
	await expect(count('0-10').getByRole('cell')).toHaveText('1')
	await expect(count('61-70').getByRole('cell')).toHaveText('6')
	await expect(count('91-100').getByRole('cell')).toHaveText('2')
	const [hardest] = analytics.hardestPolicies
	const row = table('Hardest policies').getByRole('row').nth(1)
	await expect(row.getByRole('rowheader')).toContainText(hardest?.text ?? 'none')
	await expect(row.getByRole('cell')).toHaveText(`${hardest?.wrongGuesses} of ${hardest?.guesses}`)
	await expect(table('By age').getByRole('rowheader')).toHaveText(['25-34', '65+'])
	// Hide the five men, and also the women: their number would reveal the men.
	await expect(
		modal.getByText(
			/^No group is large enough yet\. To protect privacy, groups with fewer than 10 tests are hidden/,
		),
	).toBeVisible()
	await expectSound(page)

	await page.emulateMedia({ media: 'print' })
	const sheet = page.getByRole('article').filter({ hasText: 'Test Configuration Analytics' })
	await expect(sheet.getByRole('heading', { name: 'Hardest policies' })).toBeVisible()
	await expect(page.getByRole('button')).toHaveCount(0)
	await page.emulateMedia({ media: 'screen' })
	await expect(sheet).toHaveCount(0)

	const downloading = page.waitForEvent('download')
	await modal.getByRole('button', { name: 'Export CSV' }).click()
	const file = await downloading
	expect(file.suggestedFilename()).toMatch(
		/^test_analytics_theodore-roosevelt-vs-woodrow-wilson_\d{4}-\d\d-\d\d\.csv$/,
	)
	const text = (await readFile(await file.path(), 'utf8')).replace(/^\uFEFF/, '').trimEnd()
	const { data, errors } = Papa.parse<string[]>(text)
	expect(errors).toEqual([])
	expect(data).toContainEqual(['All', FIRST, 'Total Tests', '30'])
	expect(data).toContainEqual(['Accuracy Distribution', '61-70%', 'Number of Tests', '6'])
	await page.keyboard.press('Escape')
	await expect(button).toBeFocused()
})

test('retries failed analytics and shows tables without charts', async ({
	page,
	server,
	send,
	complaints,
}) => {
	await withOneTest(server, send)
	await takeTest(server.origin)
	await open(page)
	await page.route('**/analytics', (route) => route.fulfill({ status: 500, body: '' }))
	await page.getByRole('button', { name: /^View Analytics/ }).click()
	await expect(page.getByText('Failed to load analytics data.')).toBeVisible()
	await expectSoundOnPhone(page)
	await page.unroute('**/analytics')
	await page.route('**/assets/admin-late-*', (route) => route.abort())
	// Pretend that the page has already reloaded for the missing chunk.
	await page.evaluate(() => sessionStorage.setItem('evenhand.reloaded', String(Date.now())))
	await dialog(page).getByRole('button', { name: 'Retry' }).click()
	await expect(
		dialog(page)
			.getByRole('row', { name: /^41-50/ })
			.getByRole('cell'),
	).toHaveText('1')
	await expect(dialog(page).getByText('No policy has 10 guesses yet.')).toBeVisible()
	// The only complaint is the missing chunk.
	await expect.poll(() => complaints.some((text) => text.startsWith('uncaught'))).toBe(true)
	complaints.length = 0
})
