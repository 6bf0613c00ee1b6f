import type { Page } from 'playwright/test'
import { expect, expectAccessibleInBothThemes, registerVoter, signIn, test } from './fixtures.ts'
import { answering, begin, dismissTutorial, openElection } from './quiz-page.ts'
import { untilSent } from './record.ts'
import { takeQuiz } from './results-page.ts'

const shown = (page: Page, name: string) => page.getByRole('heading', { name }).first()

test('passes axe for WCAG 2.2 AA on every visitor screen', async ({ page }) => {
	await page.goto('/test')
	await expect(shown(page, 'Whose policy is this?')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await page.goto('/login')
	await expect(shown(page, 'Welcome back')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await page.goto('/register')
	await page.getByRole('button', { name: 'Register' }).click()
	await expect(page.getByText('Username is required')).toBeVisible()
	await expectAccessibleInBothThemes(page)
})

test('passes axe for WCAG 2.2 AA on every voter screen', async ({ page, server }) => {
	const voter = await registerVoter(server.origin)
	const { attemptId } = await takeQuiz(server.origin, voter, 'BINARY', (candidate) =>
		candidate === 0 ? 1 : 0,
	)
	await signIn(page, voter)
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	const card = page.getByRole('link', { name: /1912/ })
	await expect(card.getByText('November 5, 1912', { exact: true })).toBeVisible()
	await expect(card.getByText('Federal', { exact: true })).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await openElection(page, '1912')
	await expect(page.getByText('4 candidates').first()).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('link', { name: /rate each policy/ }).click()
	await expect(page.getByRole('button', { name: 'Start Quiz' })).toBeEnabled()
	await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible()
	await expect(
		page.getByText('No candidate names are shown until you have finished.'),
	).toBeVisible()
	await expect(page.getByRole('main')).not.toContainText(/Roosevelt|Wilson|Taft|Debs/)
	await expect(page.getByText('40 validated policies', { exact: true })).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('button', { name: 'Start Quiz' }).click()
	await expect(page.getByRole('button', { name: 'Got it!' })).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await dismissTutorial(page)
	await expectAccessibleInBothThemes(page)
	await answering(page, () => page.keyboard.press('1'))
	await untilSent(page)
	await page.goto(`/results?quizAttemptId=${attemptId}`)
	await expect(page.getByText('Top Match').first()).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('tab', { name: 'All Results' }).click()
	await page.getByText('Why this score').first().click()
	await expectAccessibleInBothThemes(page)
	// The tutorial opens for the first quiz only.
	await begin(page, /pick the policies/)
	await expect(page.getByText('Need 6 more policies')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await page.goto('/activity')
	await expect(page.getByText('of 40 questions answered').first()).toBeVisible()
	await expectAccessibleInBothThemes(page)
})
