import type { Page } from 'playwright/test'
import { expectSound, expectSoundOnPhone, forgetRefusals, test } from './admin-page.ts'
import { expect } from './fixtures.ts'

const PATH = '**/admin/policies/stats'

const row = (page: Page, table: string, name: string) =>
	page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })

/** Mocks the policy statistics. */
const mockStats = async (
	page: Page,
	counts: Readonly<Record<string, number>>,
	clarity: number | null,
) => {
	await page.unroute(PATH)
	const parts = Object.entries(counts).map(([status, count]) => ({ status, count }))
	await page.route(PATH, (route) =>
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

test('passes axe with insights, charts, a failure, and no data', async ({
	page,
	admin,
	complaints,
}) => {
	await page.route(PATH, (route) => route.fulfill({ status: 500, body: '' }))
	await page.goto('/admin/policy-stats')
	await expect(
		page.getByText('Unable to load the policy statistics. Please try again.'),
	).toBeVisible()
	await expectSoundOnPhone(page)
	await mockStats(page, { PENDING: 10, VALIDATED: 40, NEEDS_REVIEW: 50 }, 6.99)
	await expect(page.getByText(/^Average clarity is below 7/)).toBeVisible()
	await expect(page.locator('canvas').first()).toBeVisible()
	await expectSound(page)
	await mockStats(page, { PENDING: 0, VALIDATED: 0 }, null)
	await expect(page.getByText(/^There are no policies yet\./)).toBeVisible()
	await expectSoundOnPhone(page)
	expect(admin.user.roles).toContain('ROLE_ADMIN')
	forgetRefusals(complaints, 500)
})

test('shows the figures in tables if the charts fail to load', async ({
	page,
	admin,
	complaints,
}) => {
	await page.route('**/assets/admin-late-*', (route) => route.abort())
	await page.goto('/admin/policy-stats')
	await expect(row(page, 'Validation', 'Validated')).toBeVisible()
	await expect(page.getByText('Something went wrong')).toHaveCount(0)
	expect(admin.user.roles).toContain('ROLE_ADMIN')
	await expect.poll(() => complaints.length).toBeGreaterThan(0)
	complaints.length = 0
})
