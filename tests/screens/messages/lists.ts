import { button, emptyTable, link, type Row, refuse } from './stage.ts'

const ACTIVE = '**/elections/active'
const QUIZZES = '**/compare-quizzes/election/*'

/** Unknown election: 404, or 400 for a malformed id. */
const notFound = (status: 404 | 400): Row => ({
	message: 'Election Not Found',
	provoke: async ({ page }) => {
		refuse(page, '**/api/elections/nowhere', status)
		await page.goto('/elections/nowhere/quizzes')
	},
	and: link('Return to Elections'),
})

/**
 * Elections, quizzes and My Activity on a new device. The local search cannot fail, so its error never shows. Errors on
 * creating, updating and deleting belong to the back-office, as does "Unable to load elections. Please try again." in
 * the candidate form.
 */
export const listRows: readonly Row[] = [
	{
		message: 'Error loading elections: The archive is closed.',
		provoke: async ({ page }) => {
			refuse(page, ACTIVE, 500, 'The archive is closed.')
			await page.goto('/elections')
		},
		and: button('Retry'),
	},
	{
		message: 'Error loading elections: Failed to load data. Please try again.',
		provoke: async ({ page }) => {
			refuse(page, ACTIVE, 500)
			await page.goto('/elections')
		},
		and: button('Retry'),
	},
	{
		message: 'No active elections available at the moment.',
		provoke: async ({ page }) => {
			page.route(ACTIVE, (route) => route.fulfill({ json: [] }))
			await page.goto('/elections')
		},
	},
	{
		message: 'Failed to load data. Please try again.',
		provoke: async ({ page }) => {
			// Discard the empty list, which is cached for five minutes.
			await emptyTable('fetched')
			await page.goto('/elections')
			await page.getByRole('searchbox').fill('1912')
			refuse(page, QUIZZES, 500)
			await page.getByRole('link', { name: /1912/ }).click()
		},
		and: button('Retry'),
	},
	{
		message: 'No Active Compare Quizzes Available',
		provoke: async ({ page }) => {
			page.route(QUIZZES, (route) => route.fulfill({ json: [] }))
			await button('Retry')(page).click()
		},
		and: link('Return to Elections'),
	},
	{
		message: 'Where are you voting?',
		provoke: ({ page }) => link('Return to Elections')(page).click(),
	},
	notFound(404),
	notFound(400),
	{
		message: 'Failed to load quiz history',
		provoke: async ({ page }) => {
			refuse(page, '**/quiz/history*', 500)
			await page.goto('/activity')
		},
		and: button('Retry'),
	},
]
