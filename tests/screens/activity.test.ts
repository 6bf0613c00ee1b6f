import { expect } from 'vitest'
import { agree, beginFirst, openElection, stored } from '../support/quiz-screens.ts'
import { type Page, registerUser, test } from '../support/screens.ts'
import { clearly, takeQuiz } from '../support/take-quiz.ts'

const cardOf = (page: Page, quiz: RegExp) =>
	page.getByRole('article').filter({ has: page.getByRole('heading', { name: quiz }) })
const show = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('redirects unknown addresses and resolves device and server ids', async ({ page, server }) => {
	await page.goto('/no/such/page')
	await expect(page).toHaveURL(/\/test$/)
	await page.goto('/')
	await expect(page).toHaveURL(/\/test$/)
	await page.goto('/activity')
	await expect(page).toHaveURL(/\/login\?redirect=/)

	const voter = await registerUser(server)
	page.signIn(voter)
	await page.goto('/')
	await expect(page).toHaveURL(/\/elections$/)
	await page.goto('/quiz')
	await expect(page).toHaveURL(/\/elections$/)
	await beginFirst(page, /agree or disagree/)
	await agree(page)
	const path = new URL(page.url()).pathname
	const ids = async () => {
		const attempts = await stored<{ id: string; serverId: string | null }>('attempts')
		return attempts.flatMap(({ id, serverId }) => [id, serverId])
	}
	await expect.poll(ids).toEqual([expect.any(String), expect.any(String)])
	const [deviceId, serverId] = await ids()
	const shared = `${path}?attemptId=${serverId}`
	await expect(page).toHaveURL(shared)
	for (const id of [deviceId, serverId]) {
		for (const address of [`/quiz/continue/${id}`, `${path}?attemptId=${id}`]) {
			await page.goto(address)
			await expect(page.getByText('2 of 40', { exact: true })).toBeVisible()
			await expect(page).toHaveURL(shared)
		}
	}
})

test('lists and filters all attempts, including unsent ones', async ({ page, server, network }) => {
	const voter = await registerUser(server)
	await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await takeQuiz(server.origin, voter, 'BINARY', () => 1, 'begun')
	page.signIn(voter)
	await openElection(page, '1912')
	await expect(page.getByText('Available offline', { exact: true })).toBeVisible()
	network.setOffline(true)
	await page.getByRole('link', { name: /pick the policies/ }).click()
	await page.getByRole('button', { name: 'Start Quiz' }).click()
	await page.getByRole('button', { name: 'Got it!' }).click()
	await page.goto('/activity')

	const unsent = cardOf(page, /pick the policies/)
	await expect(unsent.getByText('Not sent yet')).toBeVisible()
	await expect(unsent.getByText('Policy Pick', { exact: true })).toBeVisible()
	network.setOffline(false)
	await page.reload()
	await expect(unsent.getByText('Not sent yet')).toHaveCount(0)
	await expect(unsent.getByText('0 of 40 questions answered')).toBeVisible()

	const begun = cardOf(page, /agree or disagree/)
	await expect(begun.getByText('Yes/No', { exact: true })).toBeVisible()
	await expect(begun.getByText('In Progress', { exact: true })).toBeVisible()
	await expect(begun.getByText('United States presidential election, 1912')).toBeVisible()
	await expect(begun.getByText('3 of 40 questions answered')).toBeVisible()
	await expect(begun.getByRole('progressbar')).toHaveAttribute('value', '8')
	const done = cardOf(page, /rate each policy/)
	await expect(done.getByText('Scale Rating', { exact: true })).toBeVisible()
	await expect(done.getByText('Completed', { exact: true })).toBeVisible()
	const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date())
	await expect(done.getByText(`Completed on ${today}`)).toBeVisible()

	await show(page, 'In Progress (2)').click()
	await expect(page.getByRole('article')).toHaveCount(2)
	await expect(done).toHaveCount(0)
	await show(page, 'Completed (1)').click()
	await expect(page.getByRole('article')).toHaveCount(1)
	await done.getByRole('link', { name: 'View Results' }).click()
	await expect(page.getByText('Top Match').first()).toBeVisible()
	await page.goto('/activity')
	await show(page, 'All (3)').click()
	await begun.getByRole('link', { name: 'Continue Quiz' }).click()
	await expect(page.getByText('4 of 40', { exact: true })).toBeVisible()
})

test('names the empty filter and offers a quiz', async ({ page, server }) => {
	const voter = await registerUser(server)
	await takeQuiz(server.origin, voter, 'BINARY', () => 1, 'begun')
	page.signIn(voter)
	await page.goto('/activity')
	await show(page, 'Completed (0)').click()
	await expect(page.getByRole('heading', { name: 'No quizzes under “Completed”' })).toBeVisible()
	await expect(page.getByText('There is 1 quiz under “All”.')).toBeVisible()
	await expect(page.getByRole('link', { name: 'Take a Quiz' })).toBeVisible()
})
