import { expect, type Page } from 'playwright/test'

/** Opens the results of an attempt and waits for the server's figures. */
export const openResults = async (page: Page, attemptId: string): Promise<void> => {
	await page.goto(`/results?quizAttemptId=${attemptId}`)
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	await expect(page.getByText('Estimated on this device')).toHaveCount(0)
}

export const openAll = (page: Page): Promise<void> =>
	page.getByRole('tab', { name: 'All Results' }).click()

export { clearly, quizOf, takeQuiz } from '../support/take-quiz.ts'
