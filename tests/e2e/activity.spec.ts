import type { Page } from 'playwright/test'
import { expect, registerVoter, signIn, test } from './fixtures.ts'
import { takeQuiz } from './results-page.ts'

const show = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('shows the active filter in forced colors', async ({ page, server }) => {
	const voter = await registerVoter(server.origin)
	await takeQuiz(server.origin, voter, 'BINARY', () => 1, 'begun')
	await signIn(page, voter)
	await page.goto('/activity')
	await show(page, 'Completed (0)').click()
	await page.emulateMedia({ forcedColors: 'active' })
	const background = (name: string) =>
		show(page, name).evaluate((button) => getComputedStyle(button).backgroundColor)
	expect(await background('Completed (0)')).not.toBe(await background('All (1)'))
})

test('lays out the lists from right to left', async ({ page, voter }) => {
	expect(voter).toBeDefined()
	await page.setViewportSize({ width: 320, height: 640 })
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	await page.evaluate(() => {
		document.documentElement.dir = 'rtl'
	})
	const { scrollWidth, clientWidth, arrow, text } = await page.evaluate(() => {
		const left = (selector: string): number =>
			document.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN
		const root = document.documentElement
		return {
			scrollWidth: root.scrollWidth,
			clientWidth: root.clientWidth,
			arrow: left('main article a > svg'),
			text: left('main article a > span + span'),
		}
	})
	expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
	expect(arrow).toBeLessThan(text)
})
