import { expect } from 'vitest'
import { withOneTest, withoutTests } from '../support/knowledge-test-screens.ts'
import type { Locator } from '../support/page.ts'
import { adminTest, dialog, type Page } from '../support/screens.ts'
import { makePair, type Pair } from '../support/test-pairs.ts'

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

const chooseByKeys = async (page: Page, field: Locator, name: string): Promise<void> => {
	await expect(field).toBeFocused()
	await page.keyboard.type(name)
	await expect(page.getByRole('option')).toHaveCount(1)
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('Enter')
	await expect(field).toHaveValue(name)
}

/** Makes calls of a method fail without a message, like a proxy. @returns a function that undoes it. */
const failing = (page: Page, method: string): (() => void) => {
	page.route(/\/admin\/test-config/, (route) =>
		route.request.method === method ? route.fulfill({ status: 500, body: '' }) : route.continue(),
	)
	return () => page.unroute(/\/admin\/test-config/)
}

adminTest('creates, opens, and closes a test with the keyboard', async ({ page, server, send }) => {
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
		page.getByText(
			'The feature is enabled, but no configuration is active, so voters see no test.',
		),
	).toBeVisible()
	expect((await asVoter()).status).toBe(404)
	await active(page, FIRST).focus()
	await page.keyboard.press('Space')
	await expect(page.getByText('Test configuration activated')).toBeVisible()
	await expect(active(page, FIRST)).toBeChecked()
	await expect(active(page, FIRST)).toBeFocused()
	await expect(page.getByText(`Voters are asked about ${FIRST}.`)).toBeVisible()
	expect((await asVoter()).status).toBe(200)

	await feature(page).click()
	await expect(page.getByText('Test feature disabled')).toBeVisible()
	await expect(feature(page)).toHaveText('Disabled')
	expect((await asVoter()).status).toBe(404)
	await page.getByRole('link', { name: 'Back to Admin' }).click()
	await expect(page).toHaveURL('/admin')
})

adminTest('keeps exactly one pair active', async ({ page, network, server, send }) => {
	await withOneTest(server, send)
	await makePair(send, 'William Howard Taft', 'Eugene V. Debs')
	await open(page)
	await expect(page.getByRole('heading', { level: 3 })).toHaveText([FIRST, SECOND])
	const puts = () => network.writes().filter((write) => write.startsWith('PUT '))
	await expect(active(page, FIRST)).toHaveAttribute('aria-disabled', 'true')
	await expect(active(page, FIRST)).toHaveAccessibleDescription(
		'This configuration is active. Activate another one to replace it.',
	)
	await active(page, FIRST).focus()
	await page.keyboard.press('Space')
	await expect(active(page, FIRST)).toBeChecked()
	expect(puts()).toEqual([])

	const release = network.hold(/\/activate$/)
	await active(page, SECOND).dblclick()
	await expect(active(page, SECOND)).toHaveAttribute('aria-busy', 'true')
	release()
	await expect(active(page, SECOND)).toBeChecked()
	await expect(active(page, FIRST)).not.toBeChecked()
	await expect(page.getByText(`Voters are asked about ${SECOND}.`)).toBeVisible()
	expect(puts()).toHaveLength(1)
	const all = await send<Pair[]>('GET', '/admin/test-config/all')
	expect(all.map(({ isActive }) => isActive)).toEqual([false, true])
})

adminTest(
	'requires different candidates and creates one pair per submission',
	async ({ page, network, server, send }) => {
		await withoutTests(server, send)
		await open(page)
		const button = page.getByRole('button', { name: 'Create New Test' })
		await button.click()
		await expect(choice(page, 1)).toHaveAttribute('placeholder', 'Choose a candidate...')
		await expect(dialog(page).getByText('VS', { exact: true })).toBeVisible()
		await expect(create(page)).toBeDisabled()
		await choose(page, 1, 'Eugene V. Debs')
		await expect(create(page)).toBeDisabled()
		await create(page).focus()
		await page.keyboard.press('Enter')
		await expect(dialog(page).getByText('Please select both candidates')).toBeVisible()
		await expect(choice(page, 2)).toBeFocused()
		await choose(page, 2, 'Eugene V. Debs')
		await create(page).click()
		await expect(dialog(page).getByText('Please select different candidates')).toBeVisible()

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
		const release = network.hold('**/api/admin/test-config')
		await create(page).dblclick()
		await expect(create(page)).toHaveText('Creating...')
		await expect(create(page)).toBeDisabled()
		release()
		await expect(page.getByRole('heading', { name: SECOND })).toBeVisible()
		expect(network.writes()).toEqual(['POST /api/admin/test-config'])
		expect(await send<Pair[]>('GET', '/admin/test-config/all')).toHaveLength(1)
	},
)

adminTest(
	'reports failures, keeps choices, and succeeds on retry',
	async ({ page, network, server, send }) => {
		await withOneTest(server, send)
		await makePair(send, 'William Howard Taft', 'Eugene V. Debs')
		let mended = failing(page, 'GET')
		await page.goto('/admin/test-management')
		await expect(page.getByText('Failed to load test configurations')).toBeVisible()
		mended()
		const retry = page.getByRole('button', { name: 'Retry' })
		await retry.first().click()
		await expect(retry).toHaveCount(1)
		await retry.click()
		await expect(feature(page)).toBeVisible()

		mended = failing(page, 'PUT')
		await feature(page).click()
		await expect(page.getByText('Failed to toggle test feature')).toBeVisible()
		await expect(feature(page)).toBeChecked()
		await active(page, SECOND).click()
		await expect(page.getByText('Failed to activate configuration')).toBeVisible()
		await expect(active(page, SECOND)).not.toBeChecked()
		mended()
		// A message of the server takes precedence.
		page.route('**/activate', (route) =>
			route.fulfill({ status: 409, json: { message: 'Somebody is quicker.' } }),
		)
		await active(page, SECOND).click()
		await expect(page.getByText('Somebody is quicker.')).toBeVisible()
		page.unroute('**/activate')
		await active(page, SECOND).click()
		await expect(active(page, SECOND)).toBeChecked()

		await page.getByRole('button', { name: 'Create New Test' }).click()
		await choose(page, 1, 'William Jennings Bryan')
		await choose(page, 2, 'William McKinley')
		page.route('**/api/admin/test-config', (route) => route.fulfill({ status: 500, body: '' }))
		await create(page).click()
		await expect(dialog(page).getByText('Failed to create test configuration')).toBeVisible()
		await expect(choice(page, 1)).toHaveValue('William Jennings Bryan')
		await expect(choice(page, 2)).toHaveValue('William McKinley')
		page.unroute('**/api/admin/test-config')
		await create(page).click()
		await expect(page.getByText('William Jennings Bryan vs William McKinley').first()).toBeVisible()
		const sent = network.seen.filter(({ method }) => method === 'POST')
		const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
		expect(keys).toHaveLength(2)
		expect(keys[0]).toMatch(/^"[\w-]+"$/)
		expect(keys[1]).toBe(keys[0])
	},
)

adminTest(
	'keeps choices offline and recovers on reconnect',
	async ({ page, network, server, send }) => {
		await withOneTest(server, send)
		await open(page)
		await feature(page).click()
		await expect(page.getByText('Test feature disabled')).toBeVisible()
		await page.getByRole('button', { name: 'Create New Test' }).click()
		await choose(page, 1, 'William Howard Taft')
		await choose(page, 2, 'Eugene V. Debs')
		network.setOffline(true)
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
		network.setOffline(false)
		await expect(
			page.getByText('No test results available for this configuration yet.'),
		).toBeVisible()
		await page.keyboard.press('Escape')
		await feature(page).click()
		await expect(feature(page)).toBeChecked()
	},
)
