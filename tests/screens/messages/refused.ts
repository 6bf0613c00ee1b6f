import { begin } from '../../support/quiz-screens.ts'
import type { Page } from '../../support/screens.ts'
import { clearly, takeQuiz } from '../../support/take-quiz.ts'
import { button, type Row, refuse } from './stage.ts'

const START = '**/v2/quiz/start/*'
const INTERACT = /\/v2\/quiz\/(interact|batch)\//

/** The list of what could not be sent, from the sign in the bar. */
const openList = async (page: Page): Promise<void> => {
	await page
		.getByRole('banner')
		.getByRole('button', { name: /could not be sent/ })
		.click()
}

/** In the list: a page without its quiz has a button of that name behind it. */
const tryAgain = (page: Page): Promise<void> =>
	page.getByRole('dialog').getByRole('button', { name: 'Try again' }).first().click()

const serverSays = (page: Page) => page.getByRole('dialog').getByRole('listitem')

/** An answer that the server takes no more, in a quiz that is on the screen. */
const refusedAnswer =
	(status: number, message?: string): Row['provoke'] =>
	async ({ page }) => {
		const closing = page.getByRole('dialog').getByRole('button', { name: 'Close' })
		if ((await closing.count()) > 0) await closing.click()
		refuse(page, INTERACT, status, message)
		await page.getByRole('button', { name: 'Agree', exact: true }).click()
		await openList(page)
	}

/**
 * What the server refused of a quiz: listed behind the sign in the bar with the server's word, or by the status, or by what
 * was tried. Nobody waits at the quiz for such an answer any more.
 */
export const refusedRows: readonly Row[] = [
	{
		message: 'The server says: Failed to start quiz. No attempt ID was returned.',
		provoke: async ({ page }) => {
			// The true server would have an attempt then, which stands in the way as soon as the history is read.
			const state = { status: 'IN_PROGRESS', quizType: 'BINARY', totalQuestions: 40 }
			page.route(START, (route) => route.fulfill({ json: { ...state, quizAttemptId: null } }))
			await begin(page, /agree or disagree/)
			await openList(page)
		},
		within: serverSays,
	},
	{
		message: 'The server says: Unable to start quiz. Please try again.',
		provoke: async ({ page }) => {
			await page.reload()
			refuse(page, START, 409)
			await openList(page)
			await tryAgain(page)
		},
		within: serverSays,
	},
	{
		message: 'The server says: Unable to submit answer. Please try again.',
		provoke: async (stage) => {
			await tryAgain(stage.page)
			// The quiz begins after all, and its tutorial stands over the list.
			await button('Got it!')(stage.page).click()
			await button('Close')(stage.page).click()
			await refusedAnswer(409)(stage)
		},
		within: serverSays,
	},
	{
		message: 'The server says: This statement was withdrawn.',
		provoke: refusedAnswer(422, 'This statement was withdrawn.'),
		within: serverSays,
	},
	{
		message: 'The server says: You are not authorized to perform this action.',
		provoke: refusedAnswer(403),
		within: serverSays,
	},
	{
		message: 'The server says: The requested resource was not found.',
		provoke: refusedAnswer(404),
		within: serverSays,
	},
	{
		message: 'The server says: Please check your input and try again.',
		provoke: refusedAnswer(400),
		within: serverSays,
	},
	{
		message: 'The server says: Unable to complete quiz. Please try again.',
		provoke: async ({ page, server, voter }) => {
			const taken = await takeQuiz(server.origin, voter, 'SCALE', clearly, 'answered')
			refuse(page, '**/v2/quiz/complete/*', 409)
			await page.goto(`/quiz/${taken.quizId}?attemptId=${taken.attemptId}`)
			await openList(page)
		},
		within: serverSays,
	},
	{
		message: 'The server says: Unable to reset quiz. Please try again.',
		provoke: async ({ page, server, voter }) => {
			const pick = (_: number, index: number): number => Number(index < 3)
			const { quizId } = await takeQuiz(server.origin, voter, 'POLICY_PICK', pick)
			refuse(page, '**/v2/quiz/reset/*', 409)
			await page.goto(`/quiz/${quizId}`)
			await button('Reset Quiz')(page).click()
			await openList(page)
		},
		within: serverSays,
	},
]
