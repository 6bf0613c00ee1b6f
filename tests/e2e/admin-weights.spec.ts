import type { Page } from 'playwright/test'
import { dialog, expectSound, expectSoundOnPhone, field, type Send, test } from './admin-page.ts'
import { expect } from './fixtures.ts'

const card = (page: Page, name: string) =>
	page
		.getByRole('article')
		.filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })

/** Presses the button even if it is aria-disabled. */
const trySaving = (page: Page): Promise<void> => save(page).press('Enter')

const edit = (page: Page, name: string): Promise<void> =>
	page.getByRole('button', { name: `Edit: ${name}` }).click()

const setWeight = (send: Send, code: string, weight: number, reason: string) =>
	send('PUT', `/admin/policies/categories/${code}/weight`, { weight, reason })

// Category weights are global: reset them before each test.
test.beforeEach(({ send }) => send('POST', '/admin/policies/categories/weights/reset'))

test('passes axe in the weights page, form, preview, and warning', async ({ page, send }) => {
	await setWeight(send, 'ECONOMY', 1.5, 'high')
	await setWeight(send, 'SOCIAL', 0.7, 'below')
	await page.goto('/admin/categories')
	await expect(card(page, 'Economy')).toContainText('High Priority')
	await expectSound(page)
	await edit(page, 'Healthcare')
	await trySaving(page)
	await expect(field(page, 'Weight')).toHaveAccessibleDescription(/weight and a reason/)
	await field(page, 'Weight').fill('2')
	await expect(dialog(page)).toContainText('Fewer than 10 voters have results')
	await expectSound(page)
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await page.getByRole('button', { name: 'Discard changes' }).click()
	await page.getByRole('button', { name: 'Reset all' }).click()
	await expect(dialog(page).getByText(/This cannot be undone/)).toBeVisible()
	await expectSoundOnPhone(page)
})
