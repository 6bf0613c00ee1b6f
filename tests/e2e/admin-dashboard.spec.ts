import type { Page } from 'playwright/test'
import { cutOff, importElection, makeQuiz } from './admin-data.ts'
import { expectSound, forgetRefusals, makeCandidate, newName, test } from './admin-page.ts'
import { expect, forgetNetworkErrors, registerVoter } from './fixtures.ts'
import { takeQuiz } from './results-page.ts'
import { expectNoShift, watchPages } from './shifts.ts'

const FIGURES = [
	['Users', '/admin/users', 'User Management'],
	['Elections', '/admin/elections', 'Elections'],
	['Candidates', '/admin/candidates', 'Candidates'],
	['Policies', '/admin/policy-stats', 'Policy Statistics'],
	['Quiz attempts', '/admin/compare-quizzes', 'Compare Quizzes'],
] as const

/** Pages with what they say once they have come. */
const STILL = [
	['/admin', 'What needs attention'],
	['/admin/elections?search=1896', '1 of 1'],
	['/admin/candidates?search=Debs', '1 of 1'],
	['/admin/compare-quizzes', 'asks'],
	['/admin/categories', 'Healthcare'],
	['/admin/policy-stats', 'Foreign policy'],
	['/admin/users?search=admin', '1 of 1'],
	['/admin/test-management', 'Voters are asked about'],
	['/admin/test-feedback', 'Export everything'],
	['/admin/history', 'made'],
	['/admin/exchange', 'Choose files'],
	['/moderator', 'Export everything'],
] as const

const figures = (page: Page) => page.getByRole('region', { name: 'Figures' })
const listed = (page: Page, title: string) =>
	page.getByRole('heading', { name: title, level: 3 }).locator('..')

test('the figures are those of the server, and each leads to its area', async ({
	page,
	server,
	send,
}) => {
	await takeQuiz(server.origin, await registerVoter(server.origin), 'BINARY', () => 1, 'begun')
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

test('quick actions lead to every area that there is', async ({ page, admin }) => {
	await page.goto('/admin')
	const areas = [
		'Elections',
		'Candidates',
		'Extract Policies',
		'Compare Quizzes',
		'Category Weights',
		'Policy Statistics',
		'User Management',
		'Test Management',
		'Test Feedback',
		'History',
		'Import & Export',
	]
	const quick = page.locator('section').filter({ hasText: 'Quick actions' })
	await expect(quick.getByRole('link')).toHaveText(areas)
	for (const name of areas) {
		await quick.getByRole('link', { name }).click()
		await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
		await page.goBack()
	}
	expect(admin.user.roles).toContain('ROLE_ADMIN')
})

test('what needs attention says why, and each row leads to where it is mended', async ({
	page,
	send,
}) => {
	const election = await importElection(send, [2, 2])
	const quiz = await makeQuiz(send, election, { active: true, endDate: '2020-02-01' })
	await page.goto('/admin')
	const quizzes = listed(page, 'Switched on, but voters cannot take them')
	await expect(quizzes.getByRole('link', { name: quiz.name })).toContainText(
		'This quiz ended on 2020-02-01.',
	)
	await expectSound(page)
	await quizzes.getByRole('link', { name: quiz.name }).click()
	await expect(page).toHaveURL(new RegExp(`/admin/compare-quizzes/${election.electionId}`))
	await expect(page.getByRole('article')).toHaveCount(1)
	await expect(page.getByRole('article')).toContainText(quiz.name)

	await page.goto('/admin')
	const past = listed(page, 'Past elections that are still active')
	await past.getByRole('link', { name: '1912' }).click()
	await expect(page).toHaveURL(/\/admin\/elections\?search=/)
	await expect(page.getByRole('article')).toHaveCount(1)
})

test('candidates without policies are listed, ten at most, with how many more there are', async ({
	page,
	send,
}) => {
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

test('a server without statistics has the figures counted from its lists, and unknown ones are a dash', async ({
	page,
	send,
	complaints,
}) => {
	await makeCandidate(send, { name: newName('Counted') })
	const missing = { status: 404, json: { message: 'Not found' } }
	await page.route('**/api/admin/stats', (route) => route.fulfill(missing))
	await page.route('**/api/admin/attention', (route) => route.fulfill(missing))
	await page.goto('/admin')
	await expect(figures(page).getByRole('link', { name: 'Quiz attempts' })).toContainText('–')
	await expect(figures(page).getByRole('link', { name: 'Users' })).toHaveText(/[1-9]\d*– active/)
	await expect(figures(page).getByRole('link', { name: 'Candidates' })).toHaveText(/[1-9]/)
	await expect(page.getByText('This server does not tell what needs attention.')).toBeVisible()
	forgetRefusals(complaints, 404)
})

test('a 401 of the statistics is told on the page and ends no session', async ({
	page,
	admin,
	complaints,
}) => {
	const refused = { status: 401, json: { message: 'Please sign in again.' } }
	await page.route('**/api/admin/stats', (route) => route.fulfill(refused))
	await page.goto('/admin')
	await expect(page.getByText('Unable to load the statistics. Please try again.')).toBeVisible()
	await expect(page.getByText('Please sign in again.')).toBeVisible()
	await expect(page).toHaveURL('/admin')
	await expectSound(page)
	await page.unroute('**/api/admin/stats')
	await figures(page).getByRole('button', { name: 'Retry' }).click()
	await expect(figures(page).getByRole('link', { name: 'Users' })).toHaveText(/[1-9]/)
	expect(admin.user.roles).toContain('ROLE_ADMIN')
	forgetRefusals(complaints, 401)
})

test('without a connection the dashboard says so, and is there by itself when it is back', async ({
	page,
	context,
	admin,
	complaints,
}) => {
	await page.goto('/admin/elections')
	await expect(page.getByRole('article').first()).toBeVisible()
	// Its part is on the device already: it is the figures that need the connection.
	await page.goto('/admin')
	await expect(figures(page).getByRole('link').first()).toBeVisible()
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('link', { name: 'Elections', exact: true }).first().click()
	await expect(page.getByRole('heading', { level: 1, name: 'Elections' })).toBeVisible()
	await cutOff(page)
	await page.goBack()
	await expect(figures(page).getByText('You are offline')).toBeVisible()
	await context.setOffline(false)
	await expect(figures(page).getByRole('link', { name: 'Users' })).toHaveText(/[1-9]/)
	expect(admin.user.roles).toContain('ROLE_ADMIN')
	forgetNetworkErrors(complaints)
})

// A page that moves under a finger has something else pressed than what was meant.
for (const [where, width] of [
	['a phone', 390],
	['a desk', 1280],
] as const) {
	test(`no page of the back-office shifts on ${where}`, async ({ page, context, admin }) => {
		await page.setViewportSize({ width, height: 844 })
		await watchPages(context)
		for (const [path, says] of STILL) {
			await page.goto(path)
			await expect(page.getByText(says).first()).toBeVisible()
			await expectNoShift(page)
		}
		expect(admin.user.roles).toContain('ROLE_ADMIN')
	})
}
