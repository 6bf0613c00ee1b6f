import type { Page } from 'playwright/test'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'
import { clearly, openAll, openResults, takeQuiz } from './results-page.ts'

test.use({ arrived: false })

const sheet = (page: Page) => page.locator('.print-sheet')

test('prints complete results on white without controls', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await expect(sheet(page)).toHaveCount(0)
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
	await expect(sheet(page)).toBeVisible()
	await expect(sheet(page).getByRole('heading', { level: 1 })).toContainText('Your results: ')
	await expect(sheet(page)).toContainText(/1912.* · \w+ \d+, \d{4} · Confirmed by the server/)
	await expect(sheet(page).locator('.print-bar')).toHaveCount(4)
	await expect(sheet(page).getByText(/% ?, (Strong|Moderate|Low) Alignment/)).toHaveCount(9)
	await expect(sheet(page).getByRole('heading', { name: 'Why this score' })).toHaveCount(4)
	await expect(sheet(page).getByRole('heading', { name: 'Where you differ most' })).toHaveCount(4)
	await expect(sheet(page).locator('tbody tr')).toHaveCount(40)
	for (const role of ['button', 'link', 'navigation', 'banner', 'tab', 'main'] as const) {
		await expect(page.getByRole(role)).toHaveCount(0)
	}
	const colours = await page.evaluate(() =>
		[document.documentElement, document.body, document.querySelector('.print-sheet p')].map(
			(each) => each && [getComputedStyle(each).backgroundColor, getComputedStyle(each).color],
		),
	)
	expect(colours[0]?.[0]).toBe('rgb(255, 255, 255)')
	expect(colours[1]?.[0]).toBe('rgb(255, 255, 255)')
	expect(colours[2]?.[1]).toBe('rgb(0, 0, 0)')
	for (const format of ['A4', 'Letter']) {
		const pdf = (await page.pdf({ format })).toString('latin1')
		const pages = pdf.match(/\/Type \/Page\b/g)?.length ?? 0
		expect(pages).toBeGreaterThan(1)
		expect(pages).toBeLessThan(8)
	}
	await page.emulateMedia({ media: 'screen' })
	await expect(sheet(page)).toHaveCount(0)
	await expect(page.getByRole('tab', { name: 'Summary' })).toBeVisible()
})

test('passes axe in every part of the results and print', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await expectAccessibleInBothThemes(page)
	await page.getByRole('button', { name: 'Where you differ' }).click()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('button', { name: 'Your priorities' }).click()
	await page.getByRole('button', { name: 'Important' }).first().click()
	await page.getByRole('tabpanel').locator('summary').first().click()
	await page.getByRole('button', { name: 'Leave out' }).nth(1).click()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('button', { name: 'Share' }).click()
	await page.getByRole('checkbox', { name: 'All candidates and percentages' }).check()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('button', { name: 'Cancel' }).click()
	await openAll(page)
	const card = page.getByRole('tabpanel').locator('ol > li').last()
	await card.getByText('Why this score').click()
	await card.getByText('Where you differ most').click()
	await card.getByRole('checkbox', { name: 'Show the math' }).check()
	await card.getByRole('checkbox', { name: 'Show it unweighted' }).check()
	await expect(card.getByRole('status')).toContainText('all weigh the same')
	await expectAccessibleInBothThemes(page)
	await page.emulateMedia({ media: 'print' })
	await expect(sheet(page)).toBeVisible()
	await expectAccessibleInBothThemes(page)
})
