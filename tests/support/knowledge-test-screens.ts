import { expect } from 'vitest'
import type { Locator } from './page.ts'
import { answering } from './quiz-screens.ts'
import type { Page } from './screens.ts'

/** The start of a test, for tests that change its reply. */
export const START = '**/policy-knowledge-test/start'

/** The policy that is asked now; cards on their way out are hidden from it. */
export const policy = (page: Page): Locator =>
	page.getByRole('article').getByRole('heading', { level: 2 })

/** The two candidates, left and right. */
const candidates = (page: Page): Locator =>
	page.getByRole('group', { name: 'Your guess' }).getByRole('button')

/** Taps the sides in turn, `count` times. */
export const tapSides = async (page: Page, count: number): Promise<void> => {
	for (let index = 0; index < count; index++) {
		await answering(page, () =>
			candidates(page)
				.nth(index % 2)
				.click(),
		)
	}
}

/** Leaves the policies for the results, without telling anything. */
export const skipToResults = async (page: Page): Promise<void> => {
	await page.getByRole('button', { name: 'See Results' }).click()
	await page.getByRole('button', { name: 'Skip' }).click()
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
}
