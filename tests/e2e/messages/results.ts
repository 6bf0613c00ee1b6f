import type { Page } from 'playwright/test'
import { expect } from '../fixtures.ts'
import { hold } from '../hold.ts'
import { clearly, takeQuiz } from '../results-page.ts'
import { breakStore, button, cut, link, type Row, refuse, type Stage, saidBelow } from './stage.ts'

const ATTEMPT = '**/quiz/attempt?*'
const RESULTS = '**/v2/quiz/results/*'
const NOT_CONFIRMED = 'Unable to fetch results. Please try again.'
const FAILED = 'Failed to fetch results. Please try again.'

const askAgain = async (page: Page, message: string): Promise<void> => {
	const release = await hold(page, '**/api/**')
	await button('Retry')(page).click()
	await expect(page.getByText(message)).toHaveCount(0)
	release()
}

const open = ({ page }: Stage, attemptId: string) =>
	page.goto(`/results?quizAttemptId=${attemptId}`)

const failing = (status: number, detail: string): Row => ({
	message: FAILED,
	provoke: async (stage) => {
		await refuse(stage.page, ATTEMPT, status)
		await open(stage, '987654321')
	},
	and: saidBelow(detail),
})

export const resultsRows: readonly Row[] = [
	{
		message: 'No quiz attempt ID provided',
		provoke: ({ page }) => page.goto('/results'),
		and: link('Back to Elections'),
	},
	failing(500, 'An error occurred. Please try again.'),
	failing(403, 'You are not authorized to access this resource.'),
	failing(404, 'The requested resource was not found.'),
	failing(400, 'Please check your input and try again.'),
	{
		message: FAILED,
		provoke: async (stage) => {
			await cut(stage.page, ATTEMPT)
			await open(stage, '987654321')
		},
		and: saidBelow('Network error. Please check your connection.'),
	},
	{
		message: 'Failed to complete quiz',
		provoke: async ({ page }) => {
			await cut(page, ATTEMPT)
			await page.goto('/results?quizAttemptId=987654321&freshCompletion=true')
		},
		and: button('Retry'),
	},
	{
		message: 'Unable to load candidate details. Please try again.',
		provoke: async (stage) => {
			const { attemptId } = await takeQuiz(stage.server.origin, stage.voter, 'SCALE', clearly)
			await refuse(stage.page, '**/candidates/*', 500)
			await refuse(stage.page, RESULTS, 500)
			await open(stage, attemptId)
		},
		and: button('Retry'),
	},
	{
		message: NOT_CONFIRMED,
		provoke: async ({ page }) => {
			await refuse(page, RESULTS, 500)
			await page.reload()
		},
		and: (page) => page.getByText('Estimated on this device.'),
	},
	{
		// A failure to store the reply must not hide the results.
		message: NOT_CONFIRMED,
		provoke: async ({ page }) => {
			await breakStore(page)
			await askAgain(page, NOT_CONFIRMED)
		},
		and: (page) => page.getByText('Estimated on this device.'),
	},
	{
		message: FAILED,
		provoke: async (stage) => {
			const { page, server, voter } = stage
			const { attemptId } = await takeQuiz(server.origin, voter, 'POLICY_PICK', (c) => c % 2)
			await refuse(page, ATTEMPT, 500)
			await open(stage, attemptId)
			await page.getByText(FAILED).waitFor()
			await page.unroute(ATTEMPT)
			// The server has results, but they cannot be stored.
			await breakStore(page, 'QuotaExceededError')
			await askAgain(page, FAILED)
		},
		and: button('Retry'),
	},
	{
		message: 'Loading is taking longer than expected. You can retry or go back.',
		provoke: async (stage) => {
			const { page } = stage
			await page.clock.install()
			await page.route(ATTEMPT, () => undefined)
			await open(stage, '987654321')
			await page.getByText('Loading results').waitFor({ state: 'attached' })
			await page.clock.runFor(12_500)
		},
		and: button('Retry'),
	},
	{
		message: 'No results available. Please try taking the quiz again.',
		provoke: async (stage) => {
			const { page, server, voter } = stage
			const { attemptId } = await takeQuiz(server.origin, voter, 'BINARY', (c) => c % 2)
			let asked = 0
			await page.route(RESULTS, async (route) => {
				asked++
				await route.fulfill({ json: { quizAttemptId: attemptId, candidates: [] } })
			})
			await open(stage, attemptId)
			for (let tries = 1; tries <= 4; tries++) {
				await expect.poll(() => asked).toBe(tries)
				// The clock is stopped, so the last outcome stays visible.
				if (tries < 4) await page.clock.runFor(2000)
			}
		},
	},
]
