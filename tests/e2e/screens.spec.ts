import { untilSent } from './attempt-events.ts'
import { expect, expectAccessibleInBothThemes, registerVoter, signIn, test } from './fixtures.ts'
import { answering, begin, dismissTutorial, openElection } from './quiz-page.ts'

// Screens that every-page.spec.ts and results.spec.ts do not check, or only offline.

test('passes axe for WCAG 2.2 AA with an error in a form', async ({ page }) => {
	await page.goto('/register')
	await page.getByRole('button', { name: 'Register' }).click()
	await expect(page.getByText('Username is required')).toBeVisible()
	await expectAccessibleInBothThemes(page)
})

test('passes axe for WCAG 2.2 AA from the elections to a quiz', async ({ page, server }) => {
	await signIn(page, await registerVoter(server.origin))
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
	await expect(page.getByText(/^No candidate names are shown\./)).toBeVisible()
	await expect(page.getByRole('main')).not.toContainText(/Roosevelt|Wilson|Taft|Debs/)
	await expect(page.getByText('40 validated policies', { exact: true })).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('button', { name: 'Start Quiz' }).click()
	await dismissTutorial(page)
	await expectAccessibleInBothThemes(page)
	await answering(page, () => page.keyboard.press('1'))
	await untilSent(page)
	// The tutorial opens for the first quiz only.
	await begin(page, /pick the policies/)
	await expect(page.getByText('Need 6 more policies')).toBeVisible()
	await expectAccessibleInBothThemes(page)
})
