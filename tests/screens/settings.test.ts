import { expect } from 'vitest'
import { signInOnShared } from '../support/quiz-screens.ts'
import { type Page, registerUser, test } from '../support/screens.ts'

const openSettings = async (page: Page): Promise<void> => {
	await page.goto('/settings')
	await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
}

test('keeps device settings but no voter data after sign-out (shared device)', async ({
	page,
	server,
}) => {
	await signInOnShared(page, await registerUser(server))
	await openSettings(page)
	await page.getByRole('radio', { name: 'Dark' }).check()
	await page.getByRole('radio', { name: 'Reduce motion' }).check()
	localStorage.setItem('evenhand.tutorialSeen', 'true')
	await page.getByRole('button', { name: 'Sign Out' }).click()
	await expect(page).toHaveURL(/\/login$/)
	expect({ ...localStorage }).toEqual({ theme: 'dark', motion: 'reduce' })
	expect(document.documentElement.dataset.theme).toBe('dark')
})
