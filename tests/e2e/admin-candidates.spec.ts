import type { Page } from 'playwright/test'
import { expectSound, makeCandidate, makeElection, newName, test } from './admin-page.ts'
import { expect } from './fixtures.ts'

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

const openList = (page: Page, search: string) =>
	page.goto(`/admin/candidates?search=${encodeURIComponent(search)}`)

test('selects the pressed option when the list changes before release', async ({ page, send }) => {
	const twin = newName('Twin')
	await makeElection(send, { name: `${twin} Ash` })
	const { name } = await makeElection(send, { name: `${twin} Birch` })
	await page.goto('/admin/candidates')
	const picker = page.getByRole('combobox', { name: 'Election' })
	const options = page.getByRole('option')
	await picker.fill(twin)
	await expect(options).toHaveCount(2)
	await options.filter({ hasText: name }).hover()
	await page.mouse.down()
	// Shortens the list, which moves the option away from the mouse.
	await picker.fill(name)
	await expect(options).toHaveCount(1)
	await page.mouse.up()
	await expect(picker).toHaveValue(name)
	await expect(options).toHaveCount(0)
})

test('wraps long candidate fields', async ({ page, send }) => {
	const name = newName('A'.repeat(150))
	await makeCandidate(send, {
		name,
		party: 'B'.repeat(200),
		website: `https://${'c'.repeat(300)}.example/`,
	})
	await openList(page, name)
	await expect(card(page, name)).toBeVisible()
	await expectSound(page)
	const beyond = await card(page, name).evaluate(
		({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
	)
	expect(beyond).toBeLessThanOrEqual(0)
})

test('follows a link pressed during a pending search', async ({ page, admin }) => {
	await page.setViewportSize({ width: 1280, height: 800 })
	await page.goto('/admin/candidates')
	await expect(page.getByRole('article').first()).toBeVisible()
	await page.getByRole('searchbox').pressSequentially('Roos')
	await page.getByRole('banner').getByRole('link', { name: 'My Results' }).click()
	// Longer than the search debounce.
	await page.waitForTimeout(600)
	await expect(page).toHaveURL('/activity')
	await expect(page.getByRole('searchbox')).toHaveCount(0)
	await page.goBack()
	await expect(page).toHaveURL('/admin/candidates?search=Roos')
	expect(admin.user.roles).toContain('ROLE_ADMIN')
})
