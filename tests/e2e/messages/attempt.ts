import type { Page } from 'playwright/test'
import { expect } from '../fixtures.ts'
import { statement } from '../quiz-page.ts'
import { clearly, takeQuiz } from '../results-page.ts'
import {
	alertText,
	breakStore,
	button,
	emptyTable,
	link,
	type Row,
	refuse,
	type Stage,
} from './stage.ts'

const STATE = '**/v2/quiz/state/*'

/** Completes a quiz except for the completion command, as if on another device. */
const elsewhere = ({ server, voter }: Stage, quizType: 'SCALE' | 'BINARY') =>
	takeQuiz(
		server.origin,
		voter,
		quizType,
		(c, i) => (quizType === 'SCALE' ? clearly(c, i) : c % 2),
		'answered',
	)

const agree = (page: Page): Promise<void> =>
	page.getByRole('button', { name: 'Agree', exact: true }).click()

/** Advances a stopped clock in small steps until every question is answered, half a second before the completion. */
const untilLast = async (page: Page): Promise<void> =>
	expect(async () => {
		await page.clock.runFor(50)
		await expect(page.getByText('That was the last one')).toBeVisible({ timeout: 50 })
	}).toPass({ intervals: [0] })

/** Opens a fully answered attempt with a stopped clock, also after reloads. */
const beforeCompletion = async (stage: Stage): Promise<void> => {
	const { page } = stage
	await page.clock.install()
	await page.clock.pauseAt(Date.now() + 1000)
	const { quizId, attemptId } = await elsewhere(stage, 'SCALE')
	await page.goto(`/quiz/${quizId}?attemptId=${attemptId}`)
	await untilLast(page)
}

/**
 * Attempt in progress. "Failed to navigate to results. No quiz attempt ID found." never shows: an attempt always has an
 * id on the device.
 */
export const attemptRows: readonly Row[] = [
	{
		message: 'No valid quiz session found. Please restart the quiz.',
		provoke: ({ page }) => page.goto('/quiz/1?attemptId=987654321'),
		and: link('Back to Quiz'),
	},
	{
		message: 'Failed to load quiz attempt. Please try again.',
		provoke: async (stage) => {
			const { attemptId } = await elsewhere(stage, 'BINARY')
			await refuse(stage.page, '**/quiz/attempt?*', 500)
			await stage.page.goto(`/quiz/continue/${attemptId}`)
		},
		and: alertText('An error occurred. Please try again.'),
	},
	{
		message: 'Failed to fetch question. Please try again.',
		provoke: async ({ page }) => {
			await refuse(page, STATE, 500)
			await page.reload()
		},
		and: alertText('Unable to fetch quiz state.'),
	},
	{
		message: 'No more questions available.',
		provoke: async ({ page }) => {
			await page.route(STATE, async (route) => {
				const state = await (await route.fetch()).json()
				const nothing = { allPolicies: [], answers: [], currentQuestion: null, isComplete: false }
				await route.fulfill({ json: { ...state, ...nothing } })
			})
			await page.reload()
		},
		and: link('Back to Elections'),
	},
	{
		message: 'Unable to complete quiz. Please try again.',
		provoke: async (stage) => {
			await beforeCompletion(stage)
			await emptyTable(stage.page, 'attempts')
			await stage.page.clock.runFor(600)
		},
		and: button('Try Again'),
	},
	{
		message: 'Failed to complete the quiz. Please try again.',
		provoke: async ({ page }) => {
			await page.reload()
			await untilLast(page)
			await breakStore(page)
			await page.clock.runFor(600)
		},
		and: button('Try Again'),
	},
	{
		message: 'That was the last one',
		// The status gets the focus, for keyboard users.
		within: (page) => page.locator(':focus'),
		provoke: async ({ page }) => {
			await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
			await button('Try Again')(page).click()
		},
	},
]

/** Answers that the device fails to store. */
export const answerRows: readonly Row[] = [
	{
		message: 'Failed to submit answer. Please try again.',
		provoke: async ({ page }) => {
			await breakStore(page)
			await agree(page)
		},
		and: statement,
	},
	{
		// A failure to store the server's reply must not hide the statement.
		message: 'Disagree',
		provoke: async ({ page }) => {
			await page.evaluate(() => history.pushState({}, '', '/settings'))
			await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
			const reported = page.waitForEvent('pageerror')
			await page.goBack()
			await reported
		},
		and: statement,
	},
	{
		message: 'Unable to submit answer. Please try again.',
		provoke: async ({ page }) => {
			// Wait for the initial requests: they would refill the emptied table.
			await page.reload({ waitUntil: 'networkidle' })
			await statement(page).waitFor()
			await emptyTable(page, 'attempts')
			await agree(page)
		},
		and: statement,
	},
]
