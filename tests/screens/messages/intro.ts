import { expect } from 'vitest'
import type { Page } from '../../support/screens.ts'
import { clearly, quizOf, takeQuiz } from '../../support/take-quiz.ts'
import {
	alertText,
	breakStore,
	button,
	cut,
	emptyTable,
	link,
	type Row,
	refuse,
	untilIdle,
} from './stage.ts'

const CANDIDATES = '**/candidates/election/*'
const POLICIES = '**/candidates/*/policies'
const VALIDATE = '**/compare-quizzes/*/validate'

/** Refuses calls of a server that has only the specified ones. */
const refuseParts = (page: Page, ...parts: readonly string[]): void => {
	page.route('**/compare-quizzes/*', async (route) => {
		const { material: _, ...quiz } = await (await route.fetch()).json()
		route.fulfill({ json: quiz })
	})
	for (const part of parts) refuse(page, part, 500)
}

/** Waits until the intro offers its action, which it does once what it loaded is stored. */
const untilLoaded = async (page: Page, action: string): Promise<void> => {
	await expect(button(action)(page)).toBeVisible()
	await untilIdle()
}

/**
 * Quiz intro. The order matters: data that a row has loaded stays on the device. "Unsupported quiz type" never shows:
 * unknown types fall back to binary, as specified.
 */
export const introRows: readonly Row[] = [
	{
		message: 'No quiz selected',
		provoke: ({ page }) => page.goto('/quiz/undefined'),
		and: link('Back to Elections'),
	},
	{
		message: 'Failed to load compare quiz data. Please try again.',
		provoke: ({ page }) => page.goto('/quiz/987654321'),
		and: alertText('The requested resource was not found.'),
	},
	{
		message: 'Failed to validate quiz. Please try again.',
		provoke: async ({ page, server, voter }) => {
			refuseParts(page, VALIDATE, CANDIDATES, POLICIES)
			await page.goto(`/quiz/${await quizOf(server.origin, voter, 'BINARY')}`)
		},
		and: button('Try Again'),
	},
	{
		message: 'Unable to load candidates. Please try again.',
		provoke: async ({ page }) => {
			refuseParts(page, CANDIDATES, POLICIES)
			await page.reload()
		},
		and: button('Try Again'),
	},
	{
		message: 'Unable to load candidate policies. Please try again.',
		provoke: async ({ page }) => {
			refuseParts(page, POLICIES)
			await page.reload()
		},
		and: button('Try Again'),
	},
	{
		message: 'Unable to start quiz. Please try again.',
		provoke: async ({ page }) => {
			await page.reload()
			await untilLoaded(page, 'Start Quiz')
			await emptyTable('fetched')
			await button('Start Quiz')(page).click()
		},
	},
	{
		message: 'Failed to start quiz. Please try again.',
		provoke: async ({ page }) => {
			await page.reload()
			await untilLoaded(page, 'Start Quiz')
			breakStore()
			await button('Start Quiz')(page).click()
		},
	},
	{
		message: "You've already completed this quiz.",
		provoke: async ({ page, server, voter }) => {
			const { quizId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
			await page.goto(`/quiz/${quizId}`)
			await untilIdle()
		},
		and: (page) => page.getByText(/^You finished it on /),
	},
	{
		message: 'Unable to reset quiz. Please try again.',
		provoke: async ({ page }) => {
			cut(page, '**/api/**')
			await emptyTable('fetched')
			await button('Retake Quiz')(page).click()
		},
	},
	{
		message: 'Failed to reset quiz. Please try again.',
		provoke: async ({ page }) => {
			await page.reload()
			await untilLoaded(page, 'Retake Quiz')
			breakStore()
			await button('Retake Quiz')(page).click()
		},
	},
	{
		message: 'Cannot Start Quiz',
		provoke: async ({ page, server, voter }) => {
			page.route('**/compare-quizzes/*', async (route) => {
				const quiz = await (await route.fetch()).json()
				route.fulfill({ json: { ...quiz, candidateIds: quiz.candidateIds.slice(0, 1) } })
			})
			await page.goto(`/quiz/${await quizOf(server.origin, voter, 'POLICY_PICK')}`)
			await expect(link('View All Elections')(page)).toHaveAttribute('href', '/elections')
		},
		and: link('Browse Other Quizzes'),
	},
	{
		// Lists all quizzes of the election, even a single one.
		message: 'Policy Pick',
		provoke: async ({ page }) => {
			await link('Browse Other Quizzes')(page).click()
			await expect(page).toHaveURL(/\/elections\/[\w-]+\/quizzes\?all=true$/)
		},
	},
]
