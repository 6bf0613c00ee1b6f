import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import type { Locator, Page } from 'playwright/test'
import { cutOff } from './admin-data.ts'
import { dialog, expectSound, forgetRefusals } from './admin-page.ts'
import { expect, forgetNetworkErrors } from './fixtures.ts'
import { hold } from './hold.ts'
import { makePair, type Pair, test, withOneTest, withoutTests } from './knowledge-test-server.ts'
import { ownersOf, takeTest } from './taken-tests.ts'

const FIRST = 'Theodore Roosevelt vs Woodrow Wilson'
const SECOND = 'William Howard Taft vs Eugene V. Debs'

const feature = (page: Page) => page.getByRole('switch', { name: 'Enable Test Feature' })
const active = (page: Page, pair: string) => page.getByRole('switch', { name: `Active: ${pair}` })
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

/** The same with nothing but keys. */
const chooseByKeys = async (page: Page, field: Locator, name: string): Promise<void> => {
	await expect(field).toBeFocused()
	await page.keyboard.type(name)
	await expect(page.getByRole('option')).toHaveCount(1)
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('Enter')
	await expect(field).toHaveValue(name)
}

/** Has calls of a method fail without a word, as a proxy before the server may have it. */
const failing = async (page: Page, method: string): Promise<() => Promise<void>> => {
	await page.route(/\/admin\/test-config/, (route) =>
		route.request().method() === method
			? route.fulfill({ status: 500, body: '' })
			: route.fallback(),
	)
	return () => page.unroute(/\/admin\/test-config/)
}

test('from no pair to a test that is open to voters and closed again, with keys alone', async ({
	page,
	server,
	send,
}) => {
	await withoutTests(server, send)
	const asVoter = () => fetch(`${server.origin}/api/public/test-config/active`)
	await open(page)
	await expect(page).toHaveTitle('Test Management · Evenhand')
	await expect(
		page.getByText('No test configurations yet. Create one to get started.'),
	).toBeVisible()
	await expect(
		page.getByText(
			"When enabled, the 'Take a Quiz' button on the home page redirects to the test page.",
		),
	).toBeVisible()
	await expect(feature(page)).not.toBeChecked()
	await expect(feature(page)).toHaveText('Disabled')
	await feature(page).focus()
	await page.keyboard.press('Space')
	await expect(
		page.getByText('Please create at least one test configuration before enabling the feature'),
	).toBeVisible()
	await expect(feature(page)).not.toBeChecked()
	await expectSound(page)

	await page.getByRole('button', { name: 'Create New Test' }).focus()
	await page.keyboard.press('Enter')
	await chooseByKeys(page, choice(page, 1), 'Theodore Roosevelt')
	await page.keyboard.press('Tab')
	await page.keyboard.press('Tab')
	await chooseByKeys(page, choice(page, 2), 'Woodrow Wilson')
	await create(page).focus()
	await page.keyboard.press('Enter')
	await expect(page.getByText('Test configuration created successfully')).toBeVisible()
	await expect(page.getByRole('heading', { name: FIRST })).toBeVisible()
	await expect(page.getByText(/^Created /)).toBeVisible()
	await expect(active(page, FIRST)).not.toBeChecked()

	await feature(page).focus()
	await page.keyboard.press('Space')
	await expect(page.getByText('Test feature enabled', { exact: true })).toBeVisible()
	await expect(feature(page)).toBeChecked()
	await expect(feature(page)).toHaveText('Enabled')
	await expect(
		page.getByText('The feature is enabled, but no configuration is active: voters see no test.'),
	).toBeVisible()
	expect((await asVoter()).status).toBe(404)
	await expectSound(page)
	await active(page, FIRST).focus()
	await page.keyboard.press('Space')
	await expect(page.getByText('Test configuration activated')).toBeVisible()
	await expect(active(page, FIRST)).toBeChecked()
	await expect(active(page, FIRST)).toBeFocused()
	await expect(page.getByText(`Voters are asked about ${FIRST}.`)).toBeVisible()
	expect((await asVoter()).status).toBe(200)
	await expectSound(page)

	await feature(page).click()
	await expect(page.getByText('Test feature disabled')).toBeVisible()
	await expect(feature(page)).toHaveText('Disabled')
	expect((await asVoter()).status).toBe(404)
	await page.getByRole('link', { name: 'Back to Admin' }).click()
	await expect(page).toHaveURL('/admin')
})

test('exactly one pair is active: another replaces it, and it cannot be switched off by itself', async ({
	page,
	server,
	send,
}) => {
	await withOneTest(server, send)
	await makePair(send, 'William Howard Taft', 'Eugene V. Debs')
	await open(page)
	await expect(page.getByRole('heading', { level: 3 })).toHaveText([FIRST, SECOND])
	const puts: string[] = []
	page.on('request', (request) => {
		if (request.method() === 'PUT') puts.push(request.url())
	})
	await expect(active(page, FIRST)).toHaveAttribute('aria-disabled', 'true')
	await expect(active(page, FIRST)).toHaveAccessibleDescription(
		'This is the active one. Activate another to replace it.',
	)
	await active(page, FIRST).focus()
	await page.keyboard.press('Space')
	await expect(active(page, FIRST)).toBeChecked()
	expect(puts).toEqual([])

	const release = await hold(page, /\/activate$/)
	await active(page, SECOND).dblclick()
	await expect(active(page, SECOND)).toHaveAttribute('aria-busy', 'true')
	release()
	await expect(active(page, SECOND)).toBeChecked()
	await expect(active(page, FIRST)).not.toBeChecked()
	await expect(page.getByText(`Voters are asked about ${SECOND}.`)).toBeVisible()
	expect(puts).toHaveLength(1)
	const all = await send<Pair[]>('GET', '/admin/test-config/all')
	expect(all.map(({ isActive }) => isActive)).toEqual([false, true])
})

test('a pair is two candidates who differ; closing forgets both, and two presses make one', async ({
	page,
	server,
	send,
}) => {
	await withoutTests(server, send)
	await open(page)
	const button = page.getByRole('button', { name: 'Create New Test' })
	await button.click()
	await expect(choice(page, 1)).toHaveAttribute('placeholder', 'Choose a candidate...')
	await expect(dialog(page).getByText('VS', { exact: true })).toBeVisible()
	await expect(create(page)).toBeDisabled()
	await expectSound(page)
	await choose(page, 1, 'Eugene V. Debs')
	await expect(create(page)).toBeDisabled()
	await create(page).focus()
	await page.keyboard.press('Enter')
	await expect(dialog(page).getByText('Please select both candidates')).toBeVisible()
	await expect(choice(page, 2)).toBeFocused()
	await choose(page, 2, 'Eugene V. Debs')
	await create(page).click()
	await expect(dialog(page).getByText('Please select different candidates')).toBeVisible()
	await expectSound(page)

	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await button.click()
	await expect(choice(page, 1)).toHaveValue('')
	await choose(page, 1, 'William Howard Taft')
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(button).toBeFocused()
	await button.click()
	await expect(choice(page, 1)).toHaveValue('')

	await choose(page, 1, 'William Howard Taft')
	await choose(page, 2, 'Eugene V. Debs')
	let posts = 0
	page.on('request', (request) => {
		if (request.method() === 'POST') posts++
	})
	const release = await hold(page, '**/api/admin/test-config')
	await create(page).dblclick()
	await expect(create(page)).toHaveText('Creating...')
	await expect(create(page)).toBeDisabled()
	release()
	await expect(page.getByRole('heading', { name: SECOND })).toBeVisible()
	expect(posts).toBe(1)
	expect(await send<Pair[]>('GET', '/admin/test-config/all')).toHaveLength(1)
})

test('whatever fails is told, keeps what was chosen, and works once the server does', async ({
	page,
	server,
	send,
	complaints,
}) => {
	await withOneTest(server, send)
	await makePair(send, 'William Howard Taft', 'Eugene V. Debs')
	let mended = await failing(page, 'GET')
	await page.goto('/admin/test-management')
	await expect(page.getByText('Failed to load test configurations')).toBeVisible()
	await expectSound(page)
	await mended()
	const retry = page.getByRole('button', { name: 'Retry' })
	await retry.first().click()
	await expect(retry).toHaveCount(1)
	await retry.click()
	await expect(feature(page)).toBeVisible()

	mended = await failing(page, 'PUT')
	await feature(page).click()
	await expect(page.getByText('Failed to toggle test feature')).toBeVisible()
	await expect(feature(page)).toBeChecked()
	await active(page, SECOND).click()
	await expect(page.getByText('Failed to activate configuration')).toBeVisible()
	await expect(active(page, SECOND)).not.toBeChecked()
	await mended()
	// What the server says goes before.
	await page.route('**/activate', (route) =>
		route.fulfill({ status: 409, json: { message: 'Somebody is quicker.' } }),
	)
	await active(page, SECOND).click()
	await expect(page.getByText('Somebody is quicker.')).toBeVisible()
	await page.unroute('**/activate')
	await active(page, SECOND).click()
	await expect(active(page, SECOND)).toBeChecked()

	await page.getByRole('button', { name: 'Create New Test' }).click()
	await choose(page, 1, 'William Jennings Bryan')
	await choose(page, 2, 'William McKinley')
	const keys: (string | undefined)[] = []
	page.on('request', (request) => {
		if (request.method() === 'POST') keys.push(request.headers()['idempotency-key'])
	})
	await page.route('**/api/admin/test-config', (route) => route.fulfill({ status: 500, body: '' }))
	await create(page).click()
	await expect(dialog(page).getByText('Failed to create test configuration')).toBeVisible()
	await expect(choice(page, 1)).toHaveValue('William Jennings Bryan')
	await expect(choice(page, 2)).toHaveValue('William McKinley')
	await page.unroute('**/api/admin/test-config')
	await create(page).click()
	await expect(page.getByText('William Jennings Bryan vs William McKinley').first()).toBeVisible()
	expect(keys).toHaveLength(2)
	expect(keys[0]).toMatch(/^"[\w-]+"$/)
	expect(keys[1]).toBe(keys[0])
	forgetRefusals(complaints, 409, 500)
})

/** How many of ten were guessed right, in the sessions of the test below. */
const RIGHT = [
	0, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 9, 9, 9, 10, 10, 5, 6, 7, 8,
]

test('the analytics are those of real sessions: figures, a picture, tables, paper and a file', async ({
	page,
	server,
	send,
}) => {
	const pair = await withOneTest(server, send)
	const unused = 'View Analytics: William Howard Taft vs Eugene V. Debs'
	await makePair(send, 'William Howard Taft', 'Eugene V. Debs')
	const owners = await ownersOf(send)
	for (const [index, right] of RIGHT.entries()) {
		// Twenty of one age; the other ten, and all genders, are told or not by how many they are.
		const demographics = {
			age: index < 20 ? '25-34' : '65+',
			gender: index < 25 ? 'female' : 'male',
		}
		await takeTest(server.origin, { owners, right, demographics })
	}
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
	const row = table('Guessed wrong most').getByRole('row').nth(1)
	await expect(row.getByRole('rowheader')).toContainText(hardest?.text ?? 'none')
	await expect(row.getByRole('cell')).toHaveText(`${hardest?.wrongGuesses} of ${hardest?.guesses}`)
	await expect(table('By age').getByRole('rowheader')).toHaveText(['25-34', '65+'])
	// The five men are not told, and neither are the women, from whom they could be worked out.
	await expect(
		modal.getByText(
			/^No group is large enough yet\. Groups with fewer than 10 tests are not shown\./,
		),
	).toBeVisible()
	await expectSound(page)

	await page.emulateMedia({ media: 'print' })
	const sheet = page.getByRole('article').filter({ hasText: 'Test Configuration Analytics' })
	await expect(sheet.getByRole('heading', { name: 'Guessed wrong most' })).toBeVisible()
	await expect(page.getByRole('button')).toHaveCount(0)
	await page.emulateMedia({ media: 'screen' })
	await expect(sheet).toHaveCount(0)

	const downloading = page.waitForEvent('download')
	await modal.getByRole('button', { name: 'Export CSV' }).click()
	const file = await downloading
	expect(file.suggestedFilename()).toMatch(/^test_analytics_\d{4}-\d\d-\d\d\.csv$/)
	const text = (await readFile(await file.path(), 'utf8')).replace(/^\uFEFF/, '').trimEnd()
	const { data, errors } = Papa.parse<string[]>(text)
	expect(errors).toEqual([])
	expect(data).toContainEqual(['All', FIRST, 'Total Tests', '30'])
	expect(data).toContainEqual(['Accuracy Distribution', '61-70%', 'Number of Tests', '6'])
	await page.keyboard.press('Escape')
	await expect(button).toBeFocused()
})

test('analytics that cannot be read are read again; without the picture their tables stand', async ({
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
	await expectSound(page)
	await page.unroute('**/analytics')
	await page.route('**/assets/admin-pictures-*', (route) => route.abort())
	// As after a reload for a part that is missing, which did not help.
	await page.evaluate(() => sessionStorage.setItem('evenhand.reloaded', String(Date.now())))
	await dialog(page).getByRole('button', { name: 'Retry' }).click()
	await expect(
		dialog(page)
			.getByRole('row', { name: /^41-50/ })
			.getByRole('cell'),
	).toHaveText('1')
	await expect(dialog(page).getByText('No policy has been guessed 10 times yet.')).toBeVisible()
	// The picture's part is reported as missing, and that is all.
	await expect.poll(() => complaints.some((text) => text.startsWith('uncaught'))).toBe(true)
	complaints.length = 0
})

test('without a connection it says so, keeps what was chosen, and is there again with it', async ({
	page,
	context,
	server,
	send,
	complaints,
}) => {
	await withOneTest(server, send)
	await open(page)
	await feature(page).click()
	await expect(page.getByText('Test feature disabled')).toBeVisible()
	await page.getByRole('button', { name: 'Create New Test' }).click()
	await choose(page, 1, 'William Howard Taft')
	await choose(page, 2, 'Eugene V. Debs')
	await cutOff(page)
	await create(page).click()
	await expect(
		dialog(page).getByText(/^Network error\. Please check your connection\./),
	).toBeVisible()
	await expect(choice(page, 2)).toHaveValue('Eugene V. Debs')
	await page.keyboard.press('Escape')
	await feature(page).click()
	await expect(page.getByText('Network error. Please check your connection.')).toBeVisible()
	await page.getByRole('button', { name: /^View Analytics/ }).click()
	await expect(page.getByText('You are offline')).toBeVisible()
	await context.setOffline(false)
	await expect(
		page.getByText('No test results available for this configuration yet.'),
	).toBeVisible()
	await page.keyboard.press('Escape')
	await feature(page).click()
	await expect(feature(page)).toBeChecked()
	forgetNetworkErrors(complaints)
})
