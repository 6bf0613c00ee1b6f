import { begin } from '../../support/quiz-screens.ts'
import type { Page } from '../../support/screens.ts'
import { clearly, takeQuiz } from '../../support/take-quiz.ts'
import { button, type Row, refuse } from './stage.ts'

const START = '**/v2/quiz/start/*'
const INTERACT = /\/v2\/quiz\/(interact|batch)\//

const openList = async (page: Page): Promise<void> => {
	await page
		.getByRole('banner')
		.getByRole('button', { name: /could not be sent/ })
		.click()
}

/** Scoped to the dialog: a page without its quiz has a button of the same name. */
const tryAgain = (page: Page): Promise<void> =>
	page.getByRole('dialog').getByRole('button', { name: 'Try again' }).first().click()

const serverSays = (page: Page) => page.getByRole('dialog').getByRole('listitem')

const refusedAnswer =
	(status: number, message?: string): Row['provoke'] =>
	async ({ page }) => {
		const closing = page.getByRole('dialog').getByRole('button', { name: 'Close' })
		if ((await closing.count()) > 0) await closing.click()
		refuse(page, INTERACT, status, message)
		await page.getByRole('button', { name: 'Agree', exact: true }).click()
		await openList(page)
	}

const rows: readonly Row[] = [
	{
		message: 'Failed to start quiz. No attempt ID was returned.',
		provoke: async ({ page }) => {
			// A complete reply would create an attempt that conflicts with the history.
			const state = { status: 'IN_PROGRESS', quizType: 'BINARY', totalQuestions: 40 }
			page.route(START, (route) => route.fulfill({ json: { ...state, quizAttemptId: null } }))
			await begin(page, /agree or disagree/)
			await openList(page)
		},
	},
	{
		message: 'Unable to start quiz. Please try again.',
		provoke: async ({ page }) => {
			await page.reload()
			refuse(page, START, 409)
			await openList(page)
			await tryAgain(page)
		},
	},
	{
		message: 'Unable to submit answer. Please try again.',
		provoke: async (stage) => {
			await tryAgain(stage.page)
			// The retry starts the quiz, and its tutorial covers the list.
			await button('Got it!')(stage.page).click()
			await button('Close')(stage.page).click()
			await refusedAnswer(409)(stage)
		},
	},
	{
		message: 'This statement was withdrawn.',
		provoke: refusedAnswer(422, 'This statement was withdrawn.'),
	},
	{ message: 'You are not authorized to perform this action.', provoke: refusedAnswer(403) },
	{ message: 'The requested resource was not found.', provoke: refusedAnswer(404) },
	{ message: 'Please check your input and try again.', provoke: refusedAnswer(400) },
	{
		message: 'Unable to complete quiz. Please try again.',
		provoke: async ({ page, server, voter }) => {
			const taken = await takeQuiz(server.origin, voter, 'SCALE', clearly, 'answered')
			refuse(page, '**/v2/quiz/complete/*', 409)
			await page.goto(`/quiz/${taken.quizId}?attemptId=${taken.attemptId}`)
			await openList(page)
		},
	},
	{
		message: 'Unable to reset quiz. Please try again.',
		provoke: async ({ page, server, voter }) => {
			const pick = (_: number, index: number): number => Number(index < 3)
			const { quizId } = await takeQuiz(server.origin, voter, 'POLICY_PICK', pick)
			refuse(page, '**/v2/quiz/reset/*', 409)
			await page.goto(`/quiz/${quizId}`)
			await button('Retake Quiz')(page).click()
			await openList(page)
		},
	},
]

/**
 * Refused quiz commands in the sync dialog, described by the server's message, the status, or the command. They never
 * interrupt the quiz.
 */
export const refusedRows = rows.map(
	(row): Row => ({ ...row, message: `The server says: ${row.message}`, within: serverSays }),
)
