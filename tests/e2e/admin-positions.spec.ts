import type { Page } from 'playwright/test'
import { importElection } from '../support/administrator.ts'
import { dialog, expectSound, test } from './admin-page.ts'
import { expect } from './fixtures.ts'
import { overflowing } from './overflow.ts'

const TEXT = (list: number) => `Keep promise number 1 of list ${list} for the whole country`

const cell = (page: Page, list: number, candidate: number) =>
	page
		.getByRole('row')
		.filter({ hasText: TEXT(list) })
		.locator('td')
		.nth(candidate)

/** Visible box of an element, in px. */
const boxOf = async (page: Page, selector: string) =>
	(await page.locator(selector).first().boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }

test('fills the grid by keys and from the clipboard, sticky on every screen', async ({
	page,
	context,
	send,
}) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	const election = await importElection(
		send,
		Array.from({ length: 8 }, () => 1),
	)
	await page.goto(`/admin/positions/${election.electionId}`)
	await cell(page, 1, 1).click()
	// The focus stays in the cell while the chooser is open.
	await expect(page.getByRole('button', { name: '−1: Disagree' })).toBeVisible()
	await page.keyboard.press('4')
	await expect(page.getByRole('button', { name: '−1: Disagree' })).toHaveCount(0)
	await page.keyboard.press('ArrowRight')
	await page.keyboard.press('-')
	await page.keyboard.press('2')
	await expect(cell(page, 1, 1)).toContainText('Agree')
	await expect(cell(page, 1, 2)).toContainText('Strongly disagree')
	await page.keyboard.press('ArrowDown')
	await expect(cell(page, 2, 2)).toBeFocused()

	await page.evaluate(() => navigator.clipboard.writeText('agree\t-1\nneutral\tstrongly agree\n'))
	await page.keyboard.press('ControlOrMeta+v')
	await expect(dialog(page).getByText('3 positions change')).toBeVisible()
	await expectSound(page)
	await dialog(page).getByRole('button', { name: 'Save 3 positions' }).click()
	await expect(page.getByText('3 positions were saved.')).toBeVisible()
	await expect(cell(page, 2, 3)).toContainText('Disagree')
	await expect(cell(page, 2, 2)).toBeFocused()
	await expectSound(page)

	for (const size of [
		{ width: 390, height: 844 },
		{ width: 1280, height: 800 },
	]) {
		await page.setViewportSize(size)
		await page.getByRole('grid').scrollIntoViewIfNeeded()
		await cell(page, 1, 1).focus()
		const [corner, head] = [await boxOf(page, 'thead th'), await boxOf(page, 'thead th + th')]
		await page.keyboard.press('ControlOrMeta+End')
		await expect(cell(page, 8, 7)).toBeFocused()
		await expect(cell(page, 8, 7)).toBeInViewport()
		const [cornerNow, headNow] = [await boxOf(page, 'thead th'), await boxOf(page, 'thead th + th')]
		const scrolled = await page
			.getByRole('grid')
			.evaluate((grid) => grid.parentElement?.scrollLeft ?? 0)
		expect(scrolled, `the grid scrolls sideways at ${size.width}`).toBeGreaterThan(0)
		expect(cornerNow.x, 'the first column stays').toBe(corner.x)
		expect(headNow.y - cornerNow.y, 'the header stays').toBe(head.y - corner.y)
		// Not behind the sticky column.
		const last = (await cell(page, 8, 7).boundingBox())?.x ?? 0
		expect(last).toBeGreaterThanOrEqual(cornerNow.x + cornerNow.width - 1)
		expect(await overflowing(page), `overflow at ${size.width}`).toEqual([])
	}
})
