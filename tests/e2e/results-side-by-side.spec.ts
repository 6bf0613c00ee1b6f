import type { Page } from 'playwright/test'
import type { QuizState } from '#contract/quiz.ts'
import { withPositions } from '../support/take-quiz.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './fixtures.ts'
import { expectNoOverflow, overflowing } from './overflow.ts'
import { clearly, takeQuiz } from './results-page.ts'

test.use({ arrived: false, viewport: { width: 390, height: 844 } })

test.beforeEach(async ({ page, server, voter }) => {
	await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await page.route('**/v2/quiz/state/*', async (route) => {
		const reply = await route.fetch()
		await route.fulfill({ json: withPositions((await reply.json()) as QuizState) })
	})
	await page.goto('/activity')
	await page.getByRole('link', { name: 'View Results' }).click()
	await page.getByRole('link', { name: 'Compare side by side' }).click()
	await expect(table(page)).toBeVisible()
})

const table = (page: Page) => page.getByRole('table', { name: 'Side by side' })

const chooseAll = async (page: Page): Promise<void> => {
	await page.getByText('Candidates: 2 of 4').click()
	for (const at of [2, 3]) await page.getByRole('checkbox').nth(at).check()
	await expect(page.getByText('Candidates: 4 of 4')).toBeVisible()
}

test('survives a reload, and goes back to the results, then to the elections', async ({ page }) => {
	await expect(page).toHaveURL(/view=side-by-side/)
	await page.reload()
	await expect(table(page)).toBeVisible()
	await page.goBack()
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	await expect(page).not.toHaveURL(/view=/)
	await page.goForward()
	await expect(table(page)).toBeVisible()
	await page.getByRole('button', { name: 'Back', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	await page.goBack()
	await expect(page).toHaveURL(/\/elections$/)
})

test('puts each statement above its positions on a phone, below a sticky head', async ({
	page,
}) => {
	const row = table(page).locator('tbody tr:not(.topic)').nth(4)
	await row.scrollIntoViewIfNeeded()
	const text = await row.getByRole('rowheader').boundingBox()
	const cells = await row.getByRole('cell').all()
	const boxes = await Promise.all(cells.map((cell) => cell.boundingBox()))
	expect(boxes).toHaveLength(3)
	for (const box of boxes) {
		expect(box?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0) - 1)
		expect(box?.y).toBe(boxes[0]?.y)
	}
	await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
	await expect(table(page).getByRole('columnheader').last()).toBeInViewport({ ratio: 1 })
})

test('cuts off nothing with four candidates, in large text and in the statement', async ({
	page,
}) => {
	await chooseAll(page)
	await expectNoOverflow(page, 'side by side')
	await expectAccessibleInBothThemes(page)
	await table(page).getByRole('button').nth(3).click()
	await expect(page.getByRole('dialog', { name: /^Statement \d+ of 40$/ })).toBeVisible()
	await expectNoOverflow(page, 'statement')
	await expectAccessible(page)
	await page.keyboard.press('Escape')
	await page.setViewportSize({ width: 1280, height: 800 })
	expect(await overflowing(page)).toEqual([])
})

test('prints the table without controls', async ({ page }) => {
	await chooseAll(page)
	await page.emulateMedia({ media: 'print' })
	const sheet = page.locator('.print-sheet')
	await expect(sheet.getByRole('heading', { level: 1 })).toContainText('Side by side: ')
	await expect(sheet.locator('tbody tr:not(.topic)')).toHaveCount(40)
	await expect(page.getByRole('button')).toHaveCount(0)
	expect(await overflowing(page)).toEqual([])
})
