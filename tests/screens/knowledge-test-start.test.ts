import { expect } from 'vitest'
import { policy, START, skipToResults, tapSides } from '../support/knowledge-test-screens.ts'
import { type Page, registerUser, test } from '../support/screens.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
/** Link below the page, also on phones. */
const about = (page: Page) => page.getByRole('main').getByRole('link', { name: 'About' })

test('shows that there is no active test and links onward', async ({ page, server }) => {
	page.route(START, (route) =>
		route.fulfill({ status: 409, json: { message: 'There is no knowledge test at the moment.' } }),
	)
	await page.goto('/test')
	await expect(heading(page, 'No knowledge test right now')).toBeVisible()
	await expect(page.getByText('You need a free account')).toBeVisible()
	await expect(about(page)).toBeVisible()
	await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
	await expect(page).toHaveURL('/login?redirect=%2Felections')
	await expect(page.getByText('Comparing candidates takes a free account.')).toBeVisible()
	page.signIn(await registerUser(server))
	await page.goto('/test')
	await page.getByRole('link', { name: 'Find your election' }).click()
	await expect(page).toHaveURL(/\/elections$/)
})

test('waits for a connection and then starts the first test', async ({ page, network }) => {
	page.route(START, (route) => route.abort())
	await page.goto('/test')
	await expect(heading(page, 'Connect once to load the test')).toBeVisible()
	page.unroute(START)
	network.setOffline(true)
	network.setOffline(false)
	await expect(policy(page)).toBeVisible()
})

test('introduces the test with its election', async ({ page }) => {
	await page.goto('/test')
	await expect(page.getByText('United States presidential election, 1912')).toBeVisible()
	await expect(page.getByText('November 5, 1912')).toBeVisible()
	await expect(page.getByText('Ten real promises, names hidden.')).toBeVisible()
	await expect(page.getByText('No account needed. Works offline.')).toBeVisible()
	await expect(page.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about')
	await tapSides(page, 1)
	await expect(page.getByText('Tap a candidate, or swipe the card.')).toBeVisible()
	await expect(about(page)).toBeVisible()
})

test('names no election if the server does not', async ({ page }) => {
	page.route(START, async (route) => {
		const reply = await route.fetch()
		const { election: _, ...session } = await reply.json()
		await route.fulfill({ json: session })
	})
	await page.goto('/test')
	await expect(policy(page)).toBeVisible()
	await expect(page.getByText('Policy Knowledge Test', { exact: true })).toBeVisible()
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
