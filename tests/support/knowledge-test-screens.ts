import { expect } from 'vitest'
import type { Locator } from './page.ts'
import { answering } from './quiz-screens.ts'
import type { Page } from './screens.ts'

/** URL of the call that starts a test. */
export const START = '**/policy-knowledge-test/start'

/** The current policy. Cards that are animating out are hidden from queries. */
export const policy = (page: Page): Locator =>
	page.getByRole('article').getByRole('heading', { level: 2 })

const candidates = (page: Page): Locator =>
	page.getByRole('group', { name: 'Your guess' }).getByRole('button')

/** Taps the left and right candidate alternately. */
export const tapSides = async (page: Page, count: number): Promise<void> => {
	for (let index = 0; index < count; index++) {
		await answering(page, () =>
			candidates(page)
				.nth(index % 2)
				.click(),
		)
	}
}

/** Skips the feedback to reach the results. */
export const skipToResults = async (page: Page): Promise<void> => {
	await page.getByRole('button', { name: 'See Results' }).click()
	await page.getByRole('button', { name: 'Skip' }).click()
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
}
