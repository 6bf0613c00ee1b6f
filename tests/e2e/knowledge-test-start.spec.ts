import type { Page } from 'playwright/test'
import { expect, expectAccessible, knowledgeTest as test } from './fixtures.ts'
import { heading, policy, refuseStarts, START } from './test-page.ts'
import { countLoads } from './update-host.ts'

const failed = (page: Page) =>
	page.getByRole('alert').filter({ hasText: 'Failed to start test. Please try again.' })

test('reports a failed start and reloads the page once', async ({ page }) => {
	await page.clock.install()
	await refuseStarts(page, 500)
	const loads = countLoads(page)
	await page.goto('/test')
	await expect(failed(page)).toBeVisible()
	await page.clock.fastForward(8000)
	await expect.poll(loads).toBe(2)
	await expect(failed(page)).toHaveCount(1)
	await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)
	await page.clock.fastForward(9000)
	expect(loads()).toBe(2)
	await page.unroute(START)
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(policy(page)).toBeVisible()
})

test('respects Retry-After of a busy server', async ({ page }) => {
	await page.clock.install()
	let starts = 0
	await page.route(START, (route) => {
		starts++
		const json = { message: 'Too many requests. Please try again later.' }
		return route.fulfill({ status: 429, headers: { 'retry-after': '30' }, json })
	})
	const loads = countLoads(page)
	await page.goto('/test')
	const again = page.getByRole('button', { name: /^Try Again/ })
	await expect(failed(page)).toBeVisible()
	await expect(again).toBeDisabled()
	await expect(again).toHaveText(/^Try Again in (2[5-9]|30) s$/)
	await expectAccessible(page)
	await page.clock.fastForward(15_000)
	await expect(again).toHaveText(/^Try Again in 1?\d s$/)
	expect(loads()).toBe(1)
	await page.clock.fastForward(15_000)
	await expect.poll(loads).toBe(2)
	await expect(again).toHaveText(/^Try Again in (2[5-9]|30) s$/)
	await page.clock.fastForward(30_000)
	await expect(again).toHaveText('Try Again')
	await again.click()
	// No second reload after another refusal: it would start another test.
	await expect(again).toHaveText(/^Try Again in/)
	await page.clock.fastForward(20_000)
	expect(loads()).toBe(2)
	expect(starts).toBe(3)
	await page.unroute(START)
	await page.clock.fastForward(10_000)
	await again.click()
	await expect(policy(page)).toBeVisible()
})

test('retries automatically when the server was down', async ({ page }) => {
	await page.clock.install()
	await page.route(START, (route) => route.abort())
	await page.goto('/test')
	await expect(heading(page, 'Connect once to load the test')).toBeVisible()
	await page.unroute(START)
	await page.clock.fastForward(15_000)
	await expect(policy(page)).toBeVisible()
})

test('keeps the offline message and focus during automatic retries', async ({ page }) => {
	await page.clock.install()
	let starts = 0
	await page.route(START, (route) => {
		starts++
		return route.abort()
	})
	await page.goto('/test')
	const retry = page.getByRole('button', { name: 'Retry' })
	await retry.focus()
	await page.clock.fastForward(15_000)
	await expect.poll(() => starts).toBe(2)
	await expect(retry).toBeFocused()
})
