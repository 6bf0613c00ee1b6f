import { expect } from 'vitest'
import { makeCandidate } from '../support/administrator.ts'
import { adminTest, type Page } from '../support/screens.ts'

const PATH = '**/admin/policies/stats'

const figure = (page: Page, name: string) =>
	page.getByRole('region', { name: 'Figures' }).locator('div').filter({ hasText: name })

const row = (page: Page, table: string, name: string) =>
	page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })

/** Mocks the policy statistics. */
const say = async (
	page: Page,
	counts: Readonly<Record<string, number>>,
	clarity: number | null,
) => {
	page.unroute(PATH)
	const parts = Object.entries(counts).map(([status, count]) => ({ status, count }))
	page.route(PATH, (route) =>
		route.fulfill({
			json: {
				totalPolicies: parts.reduce((sum, { count }) => sum + count, 0),
				averageClarityScore: clarity,
				validationDistribution: parts,
			},
		}),
	)
	await page.goto('/admin/policy-stats')
}

adminTest('shows policy statistics as figures, charts, and tables', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	await send('POST', '/policies', {
		...{ candidateId: candidate.id, text: 'Keep every river of the state clean' },
		...{ category: 'ENVIRONMENT', validationStatus: 'NEEDS_REVIEW', clarityScore: 6 },
	})
	const stats = await send<{
		totalPolicies: number
		validationDistribution: { status: string; count: number }[]
		categories: { category: string; count: number }[]
	}>('GET', '/admin/policies/stats')
	await page.goto('/admin')
	await page
		.getByRole('region', { name: 'Figures' })
		.getByRole('link', { name: 'Policies' })
		.click()
	await expect(page).toHaveTitle('Policy Statistics · Evenhand')
	await expect(figure(page, 'Policies')).toContainText(String(stats.totalPolicies))
	await expect(figure(page, 'Average clarity')).toContainText('of 10')
	const validated = stats.validationDistribution.find(({ status }) => status === 'VALIDATED')
	await expect(row(page, 'Validation', 'Validated').getByRole('cell').first()).toHaveText(
		String(validated?.count),
	)
	const environment = stats.categories.find(({ category }) => category === 'ENVIRONMENT')
	await expect(row(page, 'Categories', 'Environment').getByRole('cell').first()).toHaveText(
		String(environment?.count),
	)
	await expect(page.locator('canvas')).toHaveCount(3)
})

adminTest('shows warnings, praise, or nothing notable', async ({ page }) => {
	await say(page, { PENDING: 10, VALIDATED: 40, NEEDS_REVIEW: 50 }, 6.99)
	await expect(page.getByText(/^Average clarity is below 7/)).toBeVisible()
	await expect(page.getByText('More than 30% of the policies need review.')).toBeVisible()
	await say(page, { PENDING: 10, VALIDATED: 90 }, 8)
	await expect(
		page.getByText('More than 70% of the policies are validated. Well done.'),
	).toBeVisible()
	await expect(page.getByText(/below 7/)).toHaveCount(0)
	await say(page, { PENDING: 50, VALIDATED: 50 }, null)
	await expect(page.getByText('Nothing stands out.')).toBeVisible()
	await expect(figure(page, 'Average clarity')).toContainText('–')
	await say(page, { PENDING: 0, VALIDATED: 0 }, null)
	await expect(page.getByText(/^There are no policies yet\./)).toBeVisible()
})

adminTest('shows a 401 of the statistics without ending the session', async ({ page }) => {
	const refused = { status: 401, json: { message: 'Please sign in again.' } }
	page.route(PATH, (route) => route.fulfill(refused))
	await page.goto('/admin/policy-stats')
	await expect(page.getByText('Please sign in again.')).toBeVisible()
	await expect(page).toHaveURL('/admin/policy-stats')
	page.unroute(PATH)
	await page.getByRole('button', { name: 'Retry' }).click()
	await expect(page.locator('canvas')).toHaveCount(3)
})
