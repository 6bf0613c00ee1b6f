import { expect } from 'vitest'
import { openResults } from '../support/quiz-screens.ts'
import { test } from '../support/screens.ts'
import { clearly, takeQuiz } from '../support/take-quiz.ts'

const NOWHERE = '/results?quizAttemptId=987654321'
test('shows failed results and retries', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	page.route('**/quiz/attempt?*', (route) => route.fulfill({ status: 500, body: '{}' }))
	await page.goto(`/results?quizAttemptId=${attemptId}`)
	await expect(page.getByText('Failed to fetch results. Please try again.')).toBeVisible()
	page.unroute('**/quiz/attempt?*')
	await page.getByRole('button', { name: 'Retry' }).click()
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
})

test('reports an unknown attempt and a missing attempt id', async ({ page, voter }) => {
	expect(voter.username).not.toBe('')
	await page.goto(NOWHERE)
	await expect(page.getByText('Failed to fetch results. Please try again.')).toBeVisible()
	await page.goto('/results')
	await expect(page.getByText('No quiz attempt ID provided')).toBeVisible()
	await page.getByRole('link', { name: 'Back to Elections' }).click()
	await expect(page).toHaveURL(/\/elections$/)
})

test('completes a fresh attempt and removes its mark from the address', async ({
	page,
	server,
	voter,
}) => {
	const { attemptId, quizId } = await takeQuiz(server.origin, voter, 'SCALE', clearly, 'answered')
	const search = `freshCompletion=true&compareQuizId=${quizId}`
	await page.goto(`/results?quizAttemptId=${attemptId}&${search}`)
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	await expect(page).toHaveURL(`/results?quizAttemptId=${attemptId}&compareQuizId=${quizId}`)
	await page.goto(`/results/${attemptId}?${search}`)
	await expect(page).toHaveURL(`/results/${attemptId}?compareQuizId=${quizId}`)
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
})

test('stays where the voter went while an attempt is being completed', async ({
	page,
	server,
	network,
	voter,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly, 'answered')
	const releaseState = network.hold('**/v2/quiz/state/*')
	await page.goto(`/results?quizAttemptId=${attemptId}&freshCompletion=true`)
	await page.setViewportSize({ width: 1280, height: 800 })
	await page.getByText('My Results').filter({ visible: true }).first().click()
	await expect(page).toHaveURL(/\/activity$/)
	releaseState()
	await expect(page.getByRole('link', { name: 'View Results' })).toBeVisible()
	await network.idle()
	await expect(page).toHaveURL(/\/activity$/)
})

test('reports that an unfinished attempt cannot be completed', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly, 'answered')
	page.route('**/v2/quiz/state/*', async (route) => {
		const reply = await route.fetch()
		const { answers, ...state } = await reply.json()
		const some = answers.slice(0, 5)
		route.fulfill({
			json: { ...state, answers: some, answeredQuestions: 5, isComplete: false },
		})
	})
	await page.goto(`/results?quizAttemptId=${attemptId}&freshCompletion=true`)
	await expect(page.getByText('Failed to complete quiz')).toBeVisible()
	await expect(page.getByRole('link', { name: 'Back to Elections' })).toBeVisible()
})

test('goes back from results to the elections', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await page.goto('/activity')
	await page.getByRole('link', { name: 'View Results' }).click()
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	await page.goBack()
	await expect(page.getByRole('heading', { name: 'Where are you voting?' })).toBeVisible()
	await expect(page).toHaveURL(/\/elections$/)
	await page.goBack()
	await expect(page.getByRole('heading', { name: 'My Activity' })).toBeVisible()
	await expect(page).toHaveURL(/\/activity$/)
	await openResults(page, attemptId)
	await page.getByRole('button', { name: 'View Results' }).click()
	await expect(page.getByRole('tab', { name: 'All Results', selected: true })).toBeFocused()
	await page.getByRole('link', { name: 'Back to Elections' }).click()
	await expect(page).toHaveURL(/\/elections$/)
})

test('leads to a new attempt in one step', async ({ page, server, voter }) => {
	const { attemptId, quizId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await page.getByRole('link', { name: 'Retake Quiz' }).click()
	await expect(page).toHaveURL(`/quiz/${quizId}`)
	await expect(page.getByText('Retaking the quiz replaces this result.')).toBeVisible()
	await expect(page.getByRole('link', { name: 'View Results' })).toBeVisible()
})

test('rounds before choosing bands, keeps minimal bars, and shares ranks', async ({
	page,
	server,
	voter,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	page.route('**/v2/quiz/results/*', (route) =>
		route.fulfill({
			json: {
				quizAttemptId: attemptId,
				candidates: [
					{ name: 'A', alignmentPercentage: '75.96' },
					{ name: 'B', alignmentPercentage: 75.9 },
					{ name: 'C', alignmentPercentage: 49.94 },
					{ name: 'D', alignmentPercentage: 0 },
					{ name: 'E', alignmentPercentage: 0 },
				],
			},
		}),
	)
	await openResults(page, attemptId)
	await page.getByRole('tab', { name: 'All Results' }).click()
	const rows = page.getByRole('tabpanel').locator('ol > li')
	const expected = [
		['1', '76%', 'Strong Alignment', '76%'],
		['2', '75.9%', 'Moderate Alignment', '75.9%'],
		['3', '49.9%', 'Low Alignment', '49.9%'],
		['4 (tie)', '0%', 'Low Alignment', '3%'],
		['4 (tie)', '0%', 'Low Alignment', '3%'],
	] as const
	for (const [index, [rank, figure, band, width]] of expected.entries()) {
		const row = rows.nth(index)
		await expect(row.getByText(`Rank ${rank}`)).toBeVisible()
		await expect(row.getByText(figure, { exact: true })).toBeVisible()
		await expect(row.getByText(band)).toBeVisible()
		await expect(row.locator('[style*=width]')).toHaveAttribute('style', `width: ${width};`)
	}
})
