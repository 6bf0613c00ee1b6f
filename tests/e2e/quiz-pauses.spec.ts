import type { Locator, Page } from 'playwright/test'
import { unsent } from './attempt-events.ts'
import { expect, test } from './fixtures.ts'
import { statement, untilAnswerable } from './quiz-page.ts'
import { quizOf } from './results-page.ts'

// Pauses of a quiz, with a manually controlled clock.

test.use({ arrived: false })

test.beforeEach(async ({ page, voter }) => {
	expect(voter).toBeDefined()
	await page.addInitScript(() => localStorage.setItem('evenhand.tutorialSeen', 'true'))
	await page.clock.install()
})

const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 60_000)

/** Waits for an immediate change, advancing the clock by 1 ms at a time for the store's timers. */
const expectImmediately = (page: Page, wanted: Locator): Promise<void> =>
	expect(async () => {
		await page.clock.runFor(1)
		await expect(wanted).toBeVisible({ timeout: 100 })
	}).toPass({ intervals: [10] })

test('shows the swipe hint after 1.25 s for 3 s', async ({ page, server, voter }) => {
	await page.goto(`/quiz/${await quizOf(server.origin, voter, 'SCALE')}`)
	await expect(page.getByRole('button', { name: 'Start Quiz' })).toBeEnabled()
	await stopClock(page)
	await page.getByRole('button', { name: 'Start Quiz' }).click()
	await expectImmediately(page, statement(page))
	// The focus is the last step of rendering the card.
	await expect(page.getByRole('region', { name: 'Question' })).toBeFocused()
	const hint = page.getByText('Swipe right to agree, left to disagree', { exact: true })
	await page.clock.runFor(1100)
	await expect(hint).toHaveCount(0)
	await page.clock.runFor(200)
	await expect(hint).toBeVisible()
	await page.clock.runFor(2800)
	await expect(hint).toBeVisible()
	await page.clock.runFor(200)
	await expect(hint).toHaveCount(0)
})

test('submits picks after 0.5 s, completes, and opens the results', async ({
	page,
	server,
	voter,
}) => {
	// Block sending, so that the queue shows each step.
	await page.route('**/api/v2/quiz/**', () => undefined)
	await page.goto(`/quiz/${await quizOf(server.origin, voter, 'POLICY_PICK')}`)
	await page.getByRole('button', { name: 'Start Quiz' }).click()
	const boxes = page.getByRole('checkbox')
	await expect(boxes).toHaveCount(40)
	await untilAnswerable(page)
	for (let index = 0; index < 6; index++) await boxes.nth(index).check()
	await stopClock(page)
	const begun = await unsent(page)
	await page.getByRole('button', { name: 'Submit' }).click()
	const submitting = page.getByRole('button', { name: 'Submitting...' })
	await expectImmediately(page, submitting)
	await page.clock.runFor(400)
	await expect(submitting).toBeDisabled()
	expect(await unsent(page)).toBe(begun)

	await page.clock.runFor(100)
	const last = page.getByText('That was the last one')
	await expectImmediately(page, last)
	await page.clock.runFor(400)
	expect(await unsent(page)).toBe(begun + 1)
	await page.clock.runFor(100)
	await expect.poll(() => unsent(page)).toBe(begun + 2)

	await page.clock.runFor(850)
	expect(await unsent(page)).toBe(begun + 2)
	await expect(last).toBeVisible()
	await expect(page).toHaveURL(/\/quiz\//)
	await page.clock.runFor(150)
	await expectImmediately(page, page.getByRole('heading', { name: 'Your results' }))
	await expect(page).toHaveURL(/\/results\?/)
})
