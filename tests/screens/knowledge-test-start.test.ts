import { expect } from 'vitest'
import { policy, START, skipToResults, tapSides } from '../support/knowledge-test-screens.ts'
import { type Page, registerUser, test } from '../support/screens.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

test('shows that there is no active test and links onward', async ({ page, server }) => {
	page.route(START, (route) =>
		route.fulfill({ status: 409, json: { message: 'There is no knowledge test at the moment.' } }),
	)
	await page.goto('/test')
	await expect(heading(page, 'No knowledge test right now')).toBeVisible()
	await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
	await expect(page).toHaveURL(/\/login$/)
	page.signIn(await registerUser(server))
	await page.goto('/test')
	await page.getByRole('link', { name: 'Find your election' }).click()
	await expect(page).toHaveURL(/\/elections$/)
})

test('waits for a connection and then starts the first test', async ({ page, network }) => {
	page.route(START, (route) => route.abort())
	await page.goto('/test')
	await expect(heading(page, 'The knowledge test needs a connection once')).toBeVisible()
	page.unroute(START)
	network.setOffline(true)
	network.setOffline(false)
	await expect(policy(page)).toBeVisible()
})

test('keeps kiosk mode (bare) through all phases', async ({ page }) => {
	await page.goto('/?bare=true')
	await expect(page).toHaveURL(/\/test\?bare=true$/)
	await tapSides(page, 10)
	await skipToResults(page)
	await page.getByRole('link', { name: 'View details' }).click()
	await expect(heading(page, /^Policies You Missed/)).toBeVisible()
	await expect(page).toHaveURL(/[?&]bare=true/)
	await expect(page.getByRole('banner')).toHaveCount(0)
	await page.goto('/test')
	await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
})
