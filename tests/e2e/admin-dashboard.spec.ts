import type { Page } from 'playwright/test'
import { importElection, makeQuiz } from '../support/administrator.ts'
import { expectSound, test } from './admin-page.ts'
import { alwaysSignedIn, expect, expectAccessibleInBothThemes } from './fixtures.ts'
import { expectNoShifts, watchPages } from './layout-shifts.ts'

const STILL = [
	['/admin', 'What needs attention'],
	['/admin/elections?search=1896', '1 of 1'],
	['/admin/candidates?search=Debs', '1 of 1'],
	['/admin/positions', 'Choose an election'],
	['/admin/compare-quizzes', 'per voter'],
	['/admin/categories', 'Healthcare'],
	['/admin/policy-stats', 'Foreign policy'],
	['/admin/users?search=admin', '1 of 1'],
	['/admin/test-management', 'Voters are asked about'],
	['/admin/test-feedback', 'Export everything'],
	['/admin/history', 'changed the role'],
	['/admin/about', 'Preview'],
	['/admin/exchange', 'Choose files'],
	['/moderator', 'Export everything'],
] as const

const listed = (page: Page, title: string) =>
	page.getByRole('heading', { name: title, level: 3 }).locator('..')

test('explains attention items and links them to their fix', async ({ page, send }) => {
	const election = await importElection(send, [2, 2])
	const quiz = await makeQuiz(send, election, { active: true, endDate: '2020-02-01' })
	await page.goto('/admin')
	const quizzes = listed(page, 'Active, but voters cannot take them')
	await expect(quizzes.getByRole('link', { name: quiz.name })).toContainText(
		'This quiz ended on 2020-02-01.',
	)
	await expectSound(page)
	await page.setViewportSize({ width: 1280, height: 800 })
	await expectAccessibleInBothThemes(page)
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

// A layout shift under a finger makes the user press the wrong element. every-page.spec.ts covers phones.
test('shifts no back-office page on a desk', async ({ context, admin }) => {
	await alwaysSignedIn(context, admin)
	await watchPages(context)
	const open = async ([path, heading]: (typeof STILL)[number]): Promise<Page> => {
		const page = await context.newPage()
		await page.setViewportSize({ width: 1280, height: 844 })
		await page.goto(path)
		await expect(page.getByText(heading).first()).toBeVisible()
		return page
	}
	await expectNoShifts(STILL, open, (page) => page.close())
})
