import type { Page } from 'playwright/test'
import { expect, forgetNetworkErrors, registerVoter, signIn, test } from './fixtures.ts'
import { untilControlled } from './host.ts'
import { answering, beginFirst, openElection } from './quiz-page.ts'
import { clearly, takeQuiz } from './results-page.ts'

const cardOf = (page: Page, quiz: RegExp) =>
	page.getByRole('article').filter({ has: page.getByRole('heading', { name: quiz }) })
const show = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('My Activity has every attempt, also what is not sent yet, by how far it is', async ({
	page,
	server,
	complaints,
}) => {
	const voter = await registerVoter(server.origin)
	await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await takeQuiz(server.origin, voter, 'BINARY', () => 1, 'begun')
	await signIn(page, voter)
	await untilControlled(page)
	await openElection(page, '1912')
	await expect(page.getByText('Available offline', { exact: true })).toBeVisible()
	await page.context().setOffline(true)
	await page.getByRole('link', { name: /pick the policies/ }).click()
	await page.getByRole('button', { name: 'Start Quiz' }).click()
	await page.getByRole('button', { name: 'Got it!' }).click()
	await page.goto('/activity')

	const unsent = cardOf(page, /pick the policies/)
	await expect(unsent.getByText('Not sent yet')).toBeVisible()
	await expect(unsent.getByText('Policy Pick', { exact: true })).toBeVisible()
	await page.context().setOffline(false)
	await page.reload()
	await expect(unsent.getByText('Not sent yet')).toHaveCount(0)
	await expect(unsent.getByText('0 of 40 questions answered')).toBeVisible()

	const begun = cardOf(page, /agree or disagree/)
	await expect(begun.getByText('Yes/No', { exact: true })).toBeVisible()
	await expect(begun.getByText('In Progress', { exact: true })).toBeVisible()
	await expect(begun.getByText('United States presidential election, 1912')).toBeVisible()
	await expect(begun.getByText('3 of 40 questions answered')).toBeVisible()
	await expect(begun.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '8')
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
	forgetNetworkErrors(complaints)
})

test('a filter that nothing passes says so, and offers a quiz to take', async ({
	page,
	server,
}) => {
	const voter = await registerVoter(server.origin)
	await takeQuiz(server.origin, voter, 'BINARY', () => 1, 'begun')
	await signIn(page, voter)
	await page.goto('/activity')
	await show(page, 'Completed (0)').click()
	await expect(page.getByRole('heading', { name: 'No quizzes here yet' })).toBeVisible()
	await expect(page.getByRole('link', { name: 'Take a Quiz' })).toBeVisible()
	// Which filter is on is also told where colours are the person's own.
	await page.emulateMedia({ forcedColors: 'active' })
	const background = (name: string) =>
		show(page, name).evaluate((button) => getComputedStyle(button).backgroundColor)
	expect(await background('Completed (0)')).not.toBe(await background('All (1)'))
})

test('addresses that are no pages lead to those that are', async ({ page, server }) => {
	await page.goto('/no/such/page')
	await expect(page).toHaveURL(/\/test$/)
	await page.goto('/')
	await expect(page).toHaveURL(/\/test$/)
	await page.goto('/activity')
	await expect(page).toHaveURL(/\/login\?redirect=/)

	const voter = await registerVoter(server.origin)
	await signIn(page, voter)
	await page.goto('/')
	await expect(page).toHaveURL(/\/elections$/)
	await page.goto('/quiz')
	await expect(page).toHaveURL(/\/elections$/)
	await beginFirst(page, /agree or disagree/)
	await answering(page, () => page.getByRole('button', { name: 'Agree', exact: true }).click())
	const attemptId = new URL(page.url()).searchParams.get('attemptId')
	const path = new URL(page.url()).pathname
	await page.goto(`/quiz/continue/${attemptId}`)
	await expect(page).toHaveURL(new RegExp(`${path}\\?attemptId=${attemptId}$`))
	await expect(page.getByText('2 of 40', { exact: true })).toBeVisible()
})

test('the lists stand in a language that is written from right to left as well', async ({
	page,
	voter,
}) => {
	expect(voter).toBeDefined()
	await page.setViewportSize({ width: 320, height: 640 })
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	await page.evaluate(() => {
		document.documentElement.dir = 'rtl'
	})
	const { scrollWidth, clientWidth, arrow, text } = await page.evaluate(() => {
		const left = (selector: string): number =>
			document.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN
		const root = document.documentElement
		return {
			scrollWidth: root.scrollWidth,
			clientWidth: root.clientWidth,
			arrow: left('main article a > svg'),
			text: left('main article a > span + span'),
		}
	})
	expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
	expect(arrow).toBeLessThan(text)
})
