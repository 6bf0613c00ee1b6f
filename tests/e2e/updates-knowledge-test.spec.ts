import type { Page } from 'playwright/test'
import { forgetNetworkErrors } from './fixtures.ts'
import {
	heading,
	openTest,
	policy,
	sessionOf,
	shortenTests,
	skipToResults,
	tapSides,
} from './test-page.ts'
import {
	countLoads,
	expect,
	expectBuilt,
	expectNext,
	lookForUpdate,
	test,
	untilControlled,
} from './update-host.ts'

// A knowledge test keeps one URL throughout, so the page itself must block reloads.

// In one process, which builds the next version once.
test.describe.configure({ mode: 'default' })

test.afterEach(({ complaints }) => forgetNetworkErrors(complaints))

const offer = (page: Page) => page.getByText('A new version is ready')

const guessing = async (page: Page): Promise<void> => {
	await shortenTests(page)
	await openTest(page)
	await untilControlled(page)
	await tapSides(page, 3)
}

test("delays another tab's update until the test results", async ({
	page,
	context,
	host,
	next,
}) => {
	await guessing(page)
	const beside = await context.newPage()
	await beside.goto('/login')
	await untilControlled(beside)
	const loads = [page, beside].map(countLoads)
	host.deploy(next)
	await lookForUpdate(beside)
	await expect(offer(beside)).toBeVisible()
	await expect(offer(page)).toHaveCount(0)
	const asked = await policy(page).textContent()
	await beside.getByRole('button', { name: 'Reload' }).click()
	await expectNext(beside)
	// The page of the removed version continues its test.
	await page.bringToFront()
	await expect(policy(page)).toHaveText(asked ?? '')
	await tapSides(page, 1)
	await page.getByRole('radio', { name: '65+' }).check()
	expect(loads.map((count) => count())).toEqual([0, 1])
	await expectBuilt(page)
	await page.getByRole('button', { name: 'See my results' }).click()
	await expectNext(page)
	await expect(heading(page, 'Your results')).toBeVisible()
	expect(sessionOf(page)).not.toBe('')
	expect(loads.map((count) => count())).toEqual([1, 1])
})

test('offers an update beside the results, except while feedback is typed', async ({
	page,
	host,
	next,
}) => {
	await guessing(page)
	const loads = countLoads(page)
	host.deploy(next)
	await lookForUpdate(page)
	await tapSides(page, 1)
	await expect(offer(page)).toHaveCount(0)
	await skipToResults(page)
	await expect(offer(page)).toBeVisible()
	await page.getByRole('button', { name: 'Give feedback' }).click()
	await page.getByRole('textbox').fill('Which one said it?')
	await expect(offer(page)).toHaveCount(0)
	await page.getByRole('textbox').fill('')
	await expect(offer(page)).toBeVisible()
	expect(loads()).toBe(0)
	await page.getByRole('button', { name: 'Cancel' }).click()
	await page.getByRole('button', { name: 'Reload' }).click()
	await expectNext(page)
	await expect(heading(page, 'Your results')).toBeVisible()
	expect(loads()).toBe(1)
})

test('offers the update when the test is left', async ({ page, host, next }) => {
	await guessing(page)
	host.deploy(next)
	await lookForUpdate(page)
	await expect(offer(page)).toHaveCount(0)
	await page.getByRole('link', { name: 'Login' }).click()
	await expect(offer(page)).toBeVisible()
	await page.getByRole('button', { name: 'Reload' }).click()
	await expectNext(page)
	await page.goto('/test')
	await expect(page.getByText('4 of 4', { exact: true })).toBeVisible()
})
