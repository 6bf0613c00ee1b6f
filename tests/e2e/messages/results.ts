import { expect } from '../fixtures.ts'
import { takeQuiz } from '../results-page.ts'
import { button, type Row } from './stage.ts'

/** What a clock is needed for; the rest of the results' is in tests/screens/messages. */
export const resultsRows: readonly Row[] = [
	{
		message: 'Loading is taking longer than expected. You can retry or go back.',
		provoke: async ({ page }) => {
			await page.clock.install()
			await page.route('**/quiz/attempt?*', () => undefined)
			await page.goto('/results?quizAttemptId=987654321')
			await page.getByText('Loading results').waitFor({ state: 'attached' })
			await page.clock.runFor(12_500)
		},
		and: button('Retry'),
	},
	{
		message: 'No results available. Please try taking the quiz again.',
		provoke: async ({ page, server, voter }) => {
			const { attemptId } = await takeQuiz(server.origin, voter, 'BINARY', (c) => c % 2)
			let asked = 0
			await page.route('**/v2/quiz/results/*', async (route) => {
				asked++
				await route.fulfill({ json: { quizAttemptId: attemptId, candidates: [] } })
			})
			await page.goto(`/results?quizAttemptId=${attemptId}`)
			for (let tries = 1; tries <= 4; tries++) {
				await expect.poll(() => asked).toBe(tries)
				// The clock is stopped, so the last outcome stays visible.
				if (tries < 4) await page.clock.runFor(2000)
			}
		},
	},
]
