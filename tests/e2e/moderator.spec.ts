import type { Page } from 'playwright/test'
import { expectSound, forgetRefusals, test, userWith } from './admin-page.ts'
import { expect, keepSignIn } from './fixtures.ts'
import { takeTest } from './taken-tests.ts'

const moderator = async (page: Page, origin: string): Promise<void> =>
	keepSignIn(page, await userWith(origin, 'ROLE_MODERATOR'))

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

test('passes axe on the moderator dashboard, analytics, and failures', async ({
	page,
	server,
	complaints,
}) => {
	await takeTest(server.origin, { feedbackText: 'A test that teaches' })
	await moderator(page, server.origin)
	await page.goto('/moderator')
	await expect(rows(page).filter({ hasText: 'A test that teaches' })).toBeVisible()
	await expectSound(page)
	await page.getByRole('button', { name: /^View Analytics/ }).click()
	const analytics = page.getByRole('dialog', { name: 'Test Configuration Analytics' })
	await expect(analytics.getByRole('table', { name: 'Accuracy Distribution' })).toBeVisible()
	await expectSound(page)
	await page.route('**/api/admin/**', (route) =>
		route.fulfill({ status: 500, json: { message: 'The server is out of order.' } }),
	)
	await page.reload()
	await expect(page.getByText('Failed to load feedback')).toBeVisible()
	await expect(page.getByText('Failed to load test configurations')).toBeVisible()
	await expectSound(page)
	forgetRefusals(complaints, 500)
})

test('sorts and exports feedback for moderators without any writes', async ({ page, server }) => {
	await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
	await takeTest(server.origin, { feedbackText: 'For a moderator', until: 'begun' })
	await moderator(page, server.origin)
	const writes: string[] = []
	page.on('request', (request) => {
		if (request.method() !== 'GET') writes.push(request.url())
	})
	await page.goto('/moderator')
	await expect(rows(page).first()).toContainText('For a moderator')
	for (const [name, file] of [
		['Export CSV', /^feedback_\d{4}-\d\d-\d\d\.csv$/],
		['Export everything', /^feedback_all_\d{4}-\d\d-\d\d\.csv$/],
	] as const) {
		const downloading = page.waitForEvent('download')
		await page.getByRole('button', { name, exact: true }).click()
		expect((await downloading).suggestedFilename()).toMatch(file)
	}
	const date = page.getByRole('columnheader', { name: 'Date' })
	await date.getByRole('button').click()
	await expect(page).toHaveURL('/moderator?direction=ASC')
	await expect(date).toHaveAttribute('aria-sort', 'ascending')
	await expect(page.getByRole('button', { name: 'Create New Test' })).toHaveCount(0)
	await expect(page.getByRole('switch')).toHaveCount(0)
	expect(writes).toEqual([])
})
