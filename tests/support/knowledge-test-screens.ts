import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Send } from './administrator.ts'
import type { Locator } from './page.ts'
import { answering } from './quiz-screens.ts'
import type { Page } from './screens.ts'
import type { TestServer } from './server.ts'
import { openTest, type Pair } from './test-pairs.ts'

/** URL of the call that starts a test. */
export const START = '**/policy-knowledge-test/start'

/** The current policy. Cards that are animating out are hidden from queries. */
export const policy = (page: Page): Locator =>
	page.getByRole('article').getByRole('heading', { level: 2 })

/** The two candidates, left and right. */
export const candidates = (page: Page): Locator =>
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

/** Closes the knowledge test and deletes all pairs, sessions, and feedback. */
export const withoutTests = async ({ db }: TestServer, send: Send): Promise<void> => {
	await send('PUT', '/admin/test-config/toggle?enabled=false')
	await db.execute(sql`truncate test_configurations, test_feedback_marks cascade`)
}

/** Opens the knowledge test with Roosevelt and Wilson, without sessions. */
export const withOneTest = async (server: TestServer, send: Send): Promise<Pair> => {
	await withoutTests(server, send)
	return openTest(send)
}
