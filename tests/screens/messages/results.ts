import { expect } from 'vitest'
import type { Page } from '../../support/screens.ts'
import { clearly, takeQuiz } from '../../support/take-quiz.ts'
import { alertText, breakStore, button, cut, link, type Row, refuse, type Stage } from './stage.ts'

const ATTEMPT = '**/quiz/attempt?*'
const RESULTS = '**/v2/quiz/results/*'
const NOT_CONFIRMED = 'Unable to fetch results. Please try again.'
const FAILED = 'Failed to fetch results. Please try again.'

/** Presses "Retry" with the reply held, and waits until a message has gone. */
const askAgain = async (page: Page, message: string): Promise<void> => {
	let release = (): void => undefined
	const released = new Promise<void>((resolve) => {
		release = resolve
	})
	page.route('**/api/**', async (route) => {
		await released
		route.continue()
	})
	await button('Retry')(page).click()
	await expect(page.getByText(message)).toHaveCount(0)
	release()
}

const open = ({ page }: Stage, attemptId: string) =>
	page.goto(`/results?quizAttemptId=${attemptId}`)

/** Refuses an attempt that this device does not have. */
const failing = (status: number, detail: string): Row => ({
	message: FAILED,
	provoke: async (stage) => {
		refuse(stage.page, ATTEMPT, status)
		await open(stage, '987654321')
	},
	and: alertText(detail),
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
			cut(stage.page, ATTEMPT)
			await open(stage, '987654321')
		},
		and: alertText('Network error. Please check your connection.'),
	},
	{
		message: 'Failed to complete quiz',
		provoke: async ({ page }) => {
			cut(page, ATTEMPT)
			await page.goto('/results?quizAttemptId=987654321&freshCompletion=true')
		},
		and: button('Retry'),
	},
	{
		message: 'Unable to load candidate details. Please try again.',
		provoke: async (stage) => {
			const { attemptId } = await takeQuiz(stage.server.origin, stage.voter, 'SCALE', clearly)
			refuse(stage.page, '**/candidates/*', 500)
			refuse(stage.page, RESULTS, 500)
			await open(stage, attemptId)
		},
		and: button('Retry'),
	},
	{
		message: NOT_CONFIRMED,
		provoke: async ({ page }) => {
			refuse(page, RESULTS, 500)
			await page.reload()
		},
		and: (page) => page.getByText('Estimated on this device.'),
	},
	{
		// A failed save must not hide the results.
		message: NOT_CONFIRMED,
		provoke: async ({ page }) => {
			breakStore()
			await askAgain(page, NOT_CONFIRMED)
		},
		and: (page) => page.getByText('Estimated on this device.'),
	},
	{
		message: FAILED,
		provoke: async (stage) => {
			const { page, server, voter } = stage
			const { attemptId } = await takeQuiz(server.origin, voter, 'POLICY_PICK', (c) => c % 2)
			refuse(page, ATTEMPT, 500)
			await open(stage, attemptId)
			await expect(page.getByText(FAILED)).toBeVisible()
			page.unroute(ATTEMPT)
			// The storage is too full for the results.
			breakStore('QuotaExceededError')
			await askAgain(page, FAILED)
		},
		and: button('Retry'),
	},
]
