import { expect } from 'vitest'
import { importElection, makeCandidate, newName } from '../support/administrator.ts'
import { adminTest, type Page, registerUser } from '../support/screens.ts'
import { takeQuiz } from '../support/take-quiz.ts'

const FIGURES = [
	['Users', '/admin/users', 'User Management'],
	['Elections', '/admin/elections', 'Elections'],
	['Candidates', '/admin/candidates', 'Candidates'],
	['Policies', '/admin/policy-stats', 'Policy Statistics'],
	['Quiz attempts', '/admin/compare-quizzes', 'Compare Quizzes'],
] as const

const figures = (page: Page) => page.getByRole('region', { name: 'Figures' })
const listed = (page: Page, title: string) =>
	page.getByRole('heading', { name: title, level: 3 }).locator('..')

adminTest('shows server statistics that link to their areas', async ({ page, server, send }) => {
	await takeQuiz(server.origin, await registerUser(server), 'BINARY', () => 1, 'begun')
	await importElection(send, [2, 1])
	await page.goto('/admin')
	await expect(page).toHaveTitle('Dashboard · Evenhand')
	for (const [label, path, title] of FIGURES) {
		const link = figures(page).getByRole('link', { name: label })
		await expect(link).toHaveText(/[1-9]/)
		await link.click()
		await expect(page).toHaveURL(path)
		await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
		await page.goBack()
	}
	await expect(figures(page).getByRole('link', { name: 'Users' })).toContainText(
		/\d+ active in the last 30 days/,
	)
	await expect(figures(page).getByRole('link', { name: 'Elections' })).toContainText(/\d+ active/)
	const { totalElections } = await send<{ totalElections: number }>('GET', '/admin/stats')
	expect(totalElections).toBeGreaterThan(2)
})

adminTest('links quick actions to every area', async ({ page }) => {
	await page.goto('/admin')
	const areas = [
		'Elections',
		'Candidates',
		'Extract Policies',
		'Positions',
		'Compare Quizzes',
		'Category Weights',
		'Policy Statistics',
		'User Management',
		'Test Management',
		'Test Feedback',
		'History',
		'About',
		'Import & Export',
	]
	const quick = page.locator('section').filter({ hasText: 'Quick actions' })
	await expect(quick.getByRole('link')).toHaveText(areas)
	for (const name of areas) {
		await quick.getByRole('link', { name }).click()
		await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
		await page.goBack()
	}
})

adminTest('lists at most ten candidates without policies', async ({ page, send }) => {
	const election = await importElection(
		send,
		Array.from({ length: 12 }, () => 0),
	)
	await page.goto('/admin')
	const without = listed(page, 'Candidates without validated policies')
	await expect(without.getByRole('link')).toHaveCount(10)
	await expect(without.getByText(/^and \d+ more$/)).toBeVisible()
	const name = (await without.getByRole('link').first().textContent()) ?? ''
	await without.getByRole('link').first().click()
	await expect(page.getByRole('heading', { level: 1, name: `Policies of ${name}` })).toBeVisible()
	expect(election.candidates).toHaveLength(12)
})

adminTest(
	'derives statistics from lists if the server has none',
	async ({ page, network, send }) => {
		await makeCandidate(send, { name: newName('Counted') })
		page.lackCapabilities()
		await page.goto('/admin')
		await expect(figures(page).getByRole('link', { name: 'Quiz attempts' })).toContainText('–')
		await expect(figures(page).getByRole('link', { name: 'Users' })).toHaveText(/[1-9]\d*– active/)
		await expect(figures(page).getByRole('link', { name: 'Candidates' })).toHaveText(/[1-9]/)
		await expect(page.getByText('This server does not report what needs attention.')).toBeVisible()
		await page.getByRole('button', { name: 'Menu' }).click()
		await expect(page.getByRole('link', { name: 'Users' }).first()).toBeVisible()
		for (const name of ['Positions', 'History', 'Import and export']) {
			await expect(page.getByRole('link', { name })).toHaveCount(0)
		}
		const asked = network.seen.map(({ url }) => new URL(url).pathname)
		expect(asked).not.toContain('/api/admin/stats')
		expect(asked).not.toContain('/api/admin/attention')
	},
)

adminTest('shows a 401 of the statistics without ending the session', async ({ page }) => {
	const refused = { status: 401, json: { message: 'Please sign in again.' } }
	page.route('**/api/admin/stats', (route) => route.fulfill(refused))
	await page.goto('/admin')
	await expect(page.getByText('Unable to load the statistics. Please try again.')).toBeVisible()
	await expect(page.getByText('Please sign in again.')).toBeVisible()
	await expect(page).toHaveURL('/admin')
	page.unroute('**/api/admin/stats')
	await figures(page).getByRole('button', { name: 'Retry' }).click()
	await expect(figures(page).getByRole('link', { name: 'Users' })).toHaveText(/[1-9]/)
})

adminTest(
	'shows that the dashboard is offline and reloads on reconnect',
	async ({ page, network }) => {
		await page.goto('/admin/elections')
		await expect(page.getByRole('article').first()).toBeVisible()
		// Load the chunk first: only the figures should need the connection.
		await page.goto('/admin')
		await expect(figures(page).getByRole('link').first()).toBeVisible()
		await page.getByRole('button', { name: 'Menu' }).click()
		await page.getByRole('link', { name: 'Elections', exact: true }).first().click()
		await expect(page.getByRole('heading', { level: 1, name: 'Elections' })).toBeVisible()
		network.setOffline(true)
		await page.goBack()
		await expect(figures(page).getByText('You are offline')).toBeVisible()
		network.setOffline(false)
		await expect(figures(page).getByRole('link', { name: 'Users' })).toHaveText(/[1-9]/)
	},
)
