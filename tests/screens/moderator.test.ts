import { expect } from 'vitest'
import { takeTest } from '../e2e/taken-tests.ts'
import { type Page, registerUser, type Server, test } from '../support/screens.ts'

const moderator = async (page: Page, server: Server): Promise<void> =>
	page.signIn(await registerUser(server, 'ROLE_MODERATOR'))

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

test('links moderators to their dashboard with feedback and analytics', async ({
	page,
	server,
}) => {
	await takeTest(server.origin, { feedbackText: 'A test that teaches' })
	await moderator(page, server)
	await page.goto('/elections')
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('link', { name: 'Dashboard' }).click()
	await expect(page).toHaveURL('/moderator')
	await expect(page).toHaveTitle('Dashboard · Evenhand')
	await expect(
		page.getByRole('heading', { name: 'Theodore Roosevelt vs Woodrow Wilson' }),
	).toBeVisible()
	const row = rows(page).filter({ hasText: 'A test that teaches' })
	await expect(row.getByText('Theodore Roosevelt vs Woodrow Wilson')).toBeVisible()
	await expect(row.getByText('Completed')).toBeVisible()
	await expect(row.getByText('5/10 correct')).toBeVisible()
	await expect(row.getByText('50.0%')).toBeVisible()
	await expect(row.getByText(/ago|now/)).toBeVisible()

	await page.getByRole('button', { name: /^View Analytics/ }).click()
	const analytics = page.getByRole('dialog', { name: 'Test Configuration Analytics' })
	await expect(analytics.getByText('Theodore Roosevelt vs Woodrow Wilson')).toBeVisible()
	await expect(analytics.getByText('50.0%')).toBeVisible()
	await expect(analytics.getByText('2.4 s')).toBeVisible()
	const distribution = analytics.getByRole('table', { name: 'Accuracy Distribution' })
	await expect(distribution.getByRole('rowheader').first()).toHaveText('0-10')
	await expect(distribution.getByRole('rowheader').last()).toHaveText('91-100')
	await expect(distribution.getByRole('row', { name: /^41-50/ }).getByRole('cell')).toHaveText(
		/[1-9]/,
	)
	await analytics.getByRole('button', { name: 'Close' }).click()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	// The page is read-only.
	await expect(page.getByRole('switch')).toHaveCount(0)
	await page.getByRole('button', { name: 'Menu' }).click()
	await expect(page.getByRole('link', { name: 'Return to Main Site' })).toHaveCount(1)
})

test('restricts the moderator and admin dashboards by role', async ({ page, server }) => {
	await moderator(page, server)
	await page.goto('/admin')
	await expect(page).toHaveURL('/test')
	page.signIn(await registerUser(server))
	await page.goto('/moderator')
	await expect(page).toHaveURL('/test')
	page.signIn(await registerUser(server, 'ROLE_ADMIN'))
	await page.goto('/moderator')
	await expect(page.getByRole('heading', { name: 'Test feedback' })).toBeVisible()
	localStorage.clear()
	await page.goto('/moderator')
	await expect(page).toHaveURL(/\/login\?redirect=/)
})

test('folds long feedback, marks unfinished tests, and pages the list', async ({
	page,
	server,
}) => {
	const long = `${'A long word on the test. '.repeat(12)}The end of it.`
	await takeTest(server.origin, { feedbackText: 'Left in the middle', until: 'begun' })
	await takeTest(server.origin, { feedbackText: long, until: 'begun' })
	await moderator(page, server)
	await page.goto('/moderator')
	const unfinished = rows(page).filter({ hasText: 'Left in the middle' })
	await expect(unfinished.getByText('Incomplete')).toBeVisible()
	await expect(unfinished.getByRole('cell').last()).toHaveText('-')
	const row = rows(page).filter({ hasText: 'A long word on the test.' })
	await expect(row).not.toContainText('The end of it.')
	await row.getByRole('button', { name: 'Show more' }).click()
	await expect(row).toContainText('The end of it.')
	await row.getByRole('button', { name: 'Show less' }).click()
	await expect(row).not.toContainText('The end of it.')

	for (let index = 0; index < 11; index++) {
		await takeTest(server.origin, { feedbackText: `Feedback number ${index}`, until: 'begun' })
	}
	await page.reload()
	await expect(rows(page)).toHaveCount(10)
	await expect(rows(page).first()).toContainText('Feedback number 10')
	await expect(page.getByText(/^Page 1 of [2-9]$/)).toBeVisible()
	await expect(page.getByRole('button', { name: 'Previous' })).toHaveAttribute(
		'aria-disabled',
		'true',
	)
	await page.getByRole('button', { name: 'Next' }).click()
	await expect(page).toHaveURL('/moderator?page=2')
	await expect(page.getByText(/^Page 2 of [2-9]$/)).toBeVisible()
	await expect(rows(page).filter({ hasText: 'Feedback number 0' })).toBeVisible()
	await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25 per page')
	await expect(page).toHaveURL('/moderator?size=25')
	await expect(rows(page).first()).toContainText('Feedback number 10')
	await expect(rows(page).filter({ hasText: 'Feedback number 0' })).toBeVisible()
	await expect(page.getByText(/^Page/)).toHaveCount(0)
})

const noFeedback = { content: [], totalElements: 0, totalPages: 0 }
const emptyFeedback = {
	content: [
		{ id: '1', sessionId: null, feedbackText: 'Of no test', submittedAt: '2026-01-01T10:00:00Z' },
	],
	totalElements: 1,
	totalPages: 1,
}

test('shows missing feedback, test data, and pair results', async ({ page, server }) => {
	await moderator(page, server)
	page.route('**/api/admin/feedback*', (route) => route.fulfill({ json: noFeedback }))
	page.route('**/analytics', (route) =>
		route.fulfill({ json: { candidate1Name: 'Ada', candidate2Name: 'Bob', totalTests: 0 } }),
	)
	await page.goto('/moderator')
	await expect(page.getByText('No feedback found')).toBeVisible()
	await page.getByRole('button', { name: /^View Analytics/ }).click()
	await expect(
		page.getByText('No test results available for this configuration yet.'),
	).toBeVisible()
	page.unroute('**/api/admin/feedback*')
	page.route('**/api/admin/feedback*', (route) => route.fulfill({ json: emptyFeedback }))
	await page.reload()
	await expect(rows(page).getByRole('cell').nth(2)).toHaveText('No test data')
	await expect(rows(page).getByRole('cell').nth(3)).toHaveText('-')
})

test('shows failed and offline states', async ({ page, network, server }) => {
	await moderator(page, server)
	const broken = { status: 500, json: { message: 'The server is out of order.' } }
	page.route('**/api/admin/**', (route) => route.fulfill(broken))
	await page.goto('/moderator')
	await expect(page.getByText('Failed to load feedback')).toBeVisible()
	await expect(page.getByText('Failed to load test configurations')).toBeVisible()
	page.unroute('**/api/admin/**')
	const retry = page.getByRole('button', { name: 'Retry' })
	await retry.first().click()
	await expect(retry).toHaveCount(1)
	await retry.click()
	await expect(retry).toHaveCount(0)
	await expect(page.getByRole('button', { name: /^View Analytics/ })).toBeVisible()
	page.route('**/analytics', (route) => route.fulfill(broken))
	await page.getByRole('button', { name: /^View Analytics/ }).click()
	await expect(page.getByText('Failed to load analytics data.')).toBeVisible()
	await page.getByRole('button', { name: 'Close' }).click()
	page.unroute('**/analytics')
	network.setOffline(true)
	await page.getByRole('button', { name: /^View Analytics/ }).click()
	await expect(page.getByText('You are offline')).toBeVisible()
	network.setOffline(false)
})
