import { expect, faultyTest as test } from './fixtures.ts'
import { hold } from './hold-requests.ts'
import { clearly, takeQuiz } from './results-page.ts'

test.use({ arrived: false })

const NONE = 'No results available. Please try taking the quiz again.'

test('retries empty results three times, then opens My Activity', async ({
	page,
	server,
	voter,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await page.clock.install()
	let asked = 0
	await page.route('**/v2/quiz/results/*', async (route) => {
		asked++
		await route.fulfill({ json: { quizAttemptId: attemptId, candidates: [] } })
	})
	await page.goto(`/results?quizAttemptId=${attemptId}`)
	for (let tries = 1; tries <= 4; tries++) {
		await expect.poll(() => asked).toBe(tries)
		await expect(page.getByText(NONE)).toHaveCount(tries < 4 ? 0 : 1)
		if (tries === 4) break
		// No retry before its delay.
		await page.clock.runFor(1500)
		expect(asked).toBe(tries)
		await page.clock.runFor(500)
	}
	await page.clock.runFor(1000)
	await expect(page.getByText(NONE)).toBeVisible()
	await page.clock.runFor(500)
	await expect(page).toHaveURL(/\/activity$/)
})

test('offers retry and back after 12 s of loading', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await page.clock.install()
	let mute = true
	// Do not unroute: that would release the hanging request.
	await page.route('**/quiz/attempt?*', (route) => (mute ? undefined : route.continue()))
	await page.goto(`/results?quizAttemptId=${attemptId}`)
	const slow = page.getByText('Loading is taking longer than expected. You can retry or go back.')
	await expect(page.getByText('Loading results')).toHaveCount(1)
	await page.clock.runFor(11_000)
	await expect(slow).toHaveCount(0)
	await page.clock.runFor(1500)
	await expect(slow).toBeVisible()
	await expect(page.getByRole('link', { name: 'Back to Elections' })).toBeVisible()
	mute = false
	await page.getByRole('button', { name: 'Retry' }).click()
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
})

test('retries a fresh completion after a lost connection', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly, 'answered')
	await page.route('**/quiz/attempt?*', (route) => route.abort())
	await page.goto(`/results?quizAttemptId=${attemptId}&freshCompletion=true`)
	await expect(page.getByText('Failed to complete quiz')).toBeVisible()
	await expect(page).toHaveURL(/freshCompletion=true/)
	await page.unroute('**/quiz/attempt?*')
	await page.getByRole('button', { name: 'Retry' }).click()
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	await expect(page).not.toHaveURL(/freshCompletion/)
})

test('goes back past the elections when pressed twice', async ({ page, server, voter }) => {
	await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await page.goto('/activity')
	await page.getByRole('link', { name: 'View Results' }).click()
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	await page.evaluate(async () => {
		history.back()
		// The URL changes while the elections' chunk is still loading.
		while (location.pathname !== '/elections') await new Promise((done) => setTimeout(done))
		history.back()
	})
	await expect(page.getByRole('heading', { name: 'My Activity' })).toBeVisible()
	await expect(page).toHaveURL(/\/activity$/)
})

test('stays on the elections after leaving during a completion', async ({
	page,
	server,
	voter,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly, 'answered')
	await page.goto('/settings')
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	const releaseState = await hold(page, '**/v2/quiz/state/*')
	const asked = page.waitForRequest('**/v2/quiz/state/*')
	await page.evaluate((id) => {
		// Imitate the router, which detects "back" by the index.
		const state = { __TSR_index: history.state.__TSR_index + 1, __TSR_key: 'results' }
		history.pushState(state, '', `/results?quizAttemptId=${id}&freshCompletion=true`)
	}, attemptId)
	await asked
	await page.evaluate(() => history.back())
	await expect(page).toHaveURL(/\/elections$/)
	const completed = page.waitForResponse('**/v2/quiz/complete/*')
	releaseState()
	await completed
	await expect(page.getByRole('heading', { name: 'Where are you voting?' })).toBeVisible()
	await expect(page).toHaveURL(/\/elections$/)
})
