import type { Page } from 'playwright/test'
import { expect, expectAccessible, registerVoter, signIn, test } from './fixtures.ts'
import { answering, begin, dismissTutorial, openElection } from './quiz-page.ts'

const shown = (page: Page, name: string) => page.getByRole('heading', { name }).first()

for (const colorScheme of ['light', 'dark'] as const) {
	test.describe(`in the ${colorScheme} theme`, () => {
		test.use({ colorScheme })

		test('every screen of a visitor passes axe for WCAG 2.2 AA', async ({ page }) => {
			await page.goto('/test')
			await expect(shown(page, 'Whose policy is this?')).toBeVisible()
			await expectAccessible(page)
			await page.goto('/login')
			await expect(shown(page, 'Welcome back')).toBeVisible()
			await expectAccessible(page)
			await page.goto('/register')
			await page.getByRole('button', { name: 'Register' }).click()
			await expect(page.getByText('Username is required')).toBeVisible()
			await expectAccessible(page)
		})

		test('every screen of a voter passes axe for WCAG 2.2 AA', async ({ page, server }) => {
			// Cards that are still moving have colours in between.
			await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
			await signIn(page, await registerVoter(server.origin))
			await expect(page.getByText('Found 2 elections')).toBeVisible()
			await expectAccessible(page)
			await openElection(page, '1912')
			await expect(page.getByText('4 candidates').first()).toBeVisible()
			await expectAccessible(page)
			await page.getByRole('link', { name: /agree or disagree/ }).click()
			await expect(page.getByRole('button', { name: 'Start Quiz' })).toBeEnabled()
			await expectAccessible(page)
			await page.getByRole('button', { name: 'Start Quiz' }).click()
			await expect(page.getByRole('button', { name: 'Got it!' })).toBeVisible()
			await expectAccessible(page)
			await dismissTutorial(page)
			await expectAccessible(page)
			for (let index = 0; index < 40; index++) {
				await answering(page, () => page.keyboard.press(String(1 + (index % 2))))
			}
			await expect(page.getByText('Top Match').first()).toBeVisible()
			await expectAccessible(page)
			await page.getByRole('tab', { name: 'All Results' }).click()
			await page.getByText('Why this score').first().click()
			await expectAccessible(page)
			// The tutorial was for the first quiz only.
			await begin(page, /rate each policy/)
			await expect(page.getByText('1 of 40')).toBeVisible()
			await expectAccessible(page)
			await begin(page, /pick the policies/)
			await expect(page.getByText('Need 6 more policies')).toBeVisible()
			await expectAccessible(page)
			await page.goto('/activity')
			await expect(page.getByText('of 40 questions answered').first()).toBeVisible()
			await expectAccessible(page)
		})
	})
}
