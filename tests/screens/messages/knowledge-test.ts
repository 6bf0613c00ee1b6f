import { expect } from 'vitest'
import {
	candidates,
	policy,
	START,
	skipToResults,
	tapSides,
} from '../../support/knowledge-test-screens.ts'
import { untilAnswerable } from '../../support/quiz-screens.ts'
import { breakStore, button, type Row, refuse } from './stage.ts'

/** Reloads the page, which clears faults of the previous row. */
const toResults: Row['provoke'] = async ({ page }) => {
	await page.reload()
	await skipToResults(page)
}

/** Knowledge test, signed out. A failed progress save is only logged, as specified, and shows no message. */
export const testRows: readonly Row[] = [
	{
		message: 'No knowledge test right now',
		provoke: async ({ page }) => {
			refuse(page, START, 409)
			await page.goto('/test')
		},
	},
	{
		message: 'Failed to start test. Please try again.',
		provoke: async ({ page }) => {
			refuse(page, START, 500)
			await page.goto('/test')
		},
		within: (page) => page.getByRole('alert'),
		and: button('Try Again'),
	},
	{
		message: 'Failed to submit guess. Please try again.',
		provoke: async ({ page }) => {
			await page.goto('/test')
			await expect(policy(page)).toBeVisible()
			breakStore()
			await untilAnswerable(page)
			await candidates(page).first().click()
		},
		and: policy,
	},
	{
		message: 'Failed to complete test. Please try again.',
		provoke: async ({ page }) => {
			await page.reload()
			await tapSides(page, 10)
			await button('See Results')(page).click()
			await expect(button('Skip')(page)).toBeVisible()
			breakStore()
			await button('Skip')(page).click()
		},
	},
	{
		message: 'Failed to submit feedback',
		provoke: async (stage) => {
			await toResults(stage)
			const { page } = stage
			await button('Give feedback')(page).click()
			await page.getByRole('textbox').fill('Which one said it?')
			breakStore()
			await button('Send feedback')(page).click()
		},
	},
	{
		message: 'Failed to submit feedback. Please try again.',
		provoke: async () => undefined,
		within: (page) => page.getByRole('dialog'),
		and: (page) => page.getByRole('dialog').getByRole('alert').filter({ hasText: 'try again' }),
	},
	{
		message: 'Thank you for your feedback!',
		provoke: async ({ page }) => {
			await page.reload()
			await button('Give feedback')(page).click()
			await page.getByRole('textbox').fill('Which one said it?')
			await button('Send feedback')(page).click()
		},
	},
	{
		message: 'Failed to load detailed results',
		provoke: async ({ page }) => {
			await page.goto('/test/results/987654321')
			await expect(page).toHaveURL(/\/test$/)
		},
	},
]
