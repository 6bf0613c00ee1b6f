import { expect } from 'vitest'
import { makeCandidate, makeElection } from '../support/administrator.ts'
import { adminTest } from '../support/screens.ts'

/** Pages with the call that they read, and their message if it fails. */
const PAGES = [
	['/admin/elections', '**/api/admin/elections*', 'Unable to load elections'],
	['/admin/candidates', '**/api/admin/candidates*', 'Unable to load candidates'],
	['/admin/history', '**/api/admin/history*', 'Unable to load the history'],
	['/admin/categories', '**/categories/configs', 'Unable to load category weights'],
	['/admin/policy-stats', '**/admin/policies/stats', 'Unable to load the policy statistics'],
] as const

for (const [path, address, failed] of PAGES) {
	adminTest(
		`shows that ${path} failed or is offline, and reloads on reconnect`,
		async ({ page, network, send }) => {
			await makeElection(send)
			await makeCandidate(send)
			page.route(address, (route) =>
				route.fulfill({ status: 500, json: { message: 'The server is out of order.' } }),
			)
			await page.goto(path)
			await expect(page.getByText(`${failed}. Please try again.`)).toBeVisible()
			await expect(page.getByText('The server is out of order.')).toBeVisible()
			page.unroute(address)
			network.setOffline(true)
			await page.getByRole('button', { name: 'Retry' }).click()
			await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
			await expect(page.getByText(/Administration works online only/)).toBeVisible()
			network.setOffline(false)
			await expect(page.locator('article, canvas').first()).toBeVisible()
			await expect(page.getByText(/Administration works online only/)).toHaveCount(0)
		},
	)
}
