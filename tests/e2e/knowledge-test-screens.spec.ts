import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import {
	expect,
	expectAccessible,
	forgetNetworkErrors,
	registerVoter,
	signIn,
	test,
	withoutBackgroundSync,
} from './fixtures.ts'
import { countLoads } from './host.ts'
import {
	candidates,
	changeStarts,
	openTest,
	policy,
	START,
	skipToResults,
	tapSides,
} from './test-page.ts'

test.afterEach(async ({ page, complaints }) => {
	// A spare session may still be on its way.
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	forgetNetworkErrors(complaints)
})

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

/** Answers every start with a refusal. */
const refuseStarts = async (page: Page, status: number): Promise<void> => {
	await page.route(START, (route) =>
		route.fulfill({ status, json: { message: 'There is no knowledge test at the moment.' } }),
	)
}

const toResults = async (page: Page): Promise<void> => {
	await openTest(page)
	await tapSides(page, 10)
	await page.getByRole('button', { name: 'See Results' }).click()
	await skipToResults(page)
}

for (const colorScheme of ['light', 'dark'] as const) {
	test(`every phase passes axe for WCAG 2.2 AA in the ${colorScheme} theme`, async ({ page }) => {
		// Cards that are still moving have colours in between.
		await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
		await openTest(page)
		await expectAccessible(page)
		await tapSides(page, 10)
		await expect(page.getByText(/the last one was/)).toBeVisible()
		await expectAccessible(page)
		await page.getByRole('button', { name: 'See Results' }).click()
		await page.getByRole('radio', { name: '65+' }).check()
		await expectAccessible(page)
		await page.getByRole('button', { name: 'See my results' }).click()
		await expect(heading(page, 'Your results')).toBeVisible()
		await expectAccessible(page)
		await page.getByRole('button', { name: 'Give feedback' }).click()
		await page.getByRole('textbox').fill('x'.repeat(5001))
		await expect(page.getByText('Feedback is too long (max 5000 characters)')).toBeVisible()
		await expectAccessible(page)
		await page.getByRole('textbox').fill('Good')
		await page.getByRole('button', { name: 'Send feedback' }).click()
		await expect(page.getByText('Thank you for your feedback!')).toBeVisible()
		await expectAccessible(page)
		await page.getByRole('link', { name: 'View details' }).click()
		await expect(heading(page, /^Policies You Missed/)).toBeVisible()
		await expectAccessible(page)
	})

	test(`what is shown where no test can begin passes axe in the ${colorScheme} theme`, async ({
		page,
	}) => {
		await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
		await refuseStarts(page, 409)
		await page.goto('/test')
		await expect(heading(page, 'No knowledge test right now')).toBeVisible()
		await expectAccessible(page)
		await page.unroute(START)
		await refuseStarts(page, 500)
		await page.reload()
		await expect(page.getByRole('alert')).toHaveCount(1)
		await expectAccessible(page)
	})
}

test('without an active test the page says so and leads on: a visitor to sign-in, a voter to elections', async ({
	page,
	server,
}) => {
	await refuseStarts(page, 409)
	await page.goto('/test')
	await expect(heading(page, 'No knowledge test right now')).toBeVisible()
	await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
	await expect(page).toHaveURL(/\/login$/)
	await signIn(page, await registerVoter(server.origin))
	await page.goto('/test')
	await page.getByRole('link', { name: 'Find your election' }).click()
	await expect(page).toHaveURL(/\/elections$/)
})

test('a start that fails says so and loads the page again, once', async ({ page }) => {
	await refuseStarts(page, 500)
	const loads = countLoads(page)
	await page.goto('/test')
	const failed = page
		.getByRole('alert')
		.filter({ hasText: 'Failed to start test. Please try again.' })
	await expect(failed).toBeVisible()
	await expect.poll(loads, { timeout: 15_000 }).toBe(2)
	await expect(page.getByRole('button', { name: 'Close' })).toBeVisible()
	await page.waitForTimeout(4000)
	expect(loads()).toBe(2)
	await page.unroute(START)
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(policy(page)).toBeVisible()
})

test('without a connection the first test says what it needs, and begins by itself when there is one', async ({
	page,
	context,
}) => {
	await page.route(START, (route) => route.abort())
	await page.goto('/test')
	await expect(heading(page, 'The knowledge test needs a connection once')).toBeVisible()
	await page.unroute(START)
	await context.setOffline(true)
	await context.setOffline(false)
	await expect(policy(page)).toBeVisible()
})

test('a guess that the device cannot keep says so, and its card comes back', async ({
	page,
	complaints,
}) => {
	await openTest(page)
	const text = await policy(page).textContent()
	await page.evaluate(() => {
		const { put } = IDBObjectStore.prototype
		Object.assign(window, { mend: () => Object.assign(IDBObjectStore.prototype, { put }) })
		IDBObjectStore.prototype.put = () => {
			throw new DOMException('no room', 'QuotaExceededError')
		}
	})
	await candidates(page).first().click()
	await expect(page.getByText('Failed to submit guess. Please try again.')).toBeVisible()
	await expect(policy(page)).toHaveText(text ?? '')
	await expect(page.getByText('1 of 10', { exact: true })).toBeVisible()
	await page.evaluate(() => (window as unknown as { mend: () => void }).mend())
	await tapSides(page, 1)
	await expect(page.getByText('2 of 10', { exact: true })).toBeVisible()
	complaints.splice(0)
})

test('a feedback counts its characters, wants some, and keeps what was typed', async ({ page }) => {
	await toResults(page)
	await page.getByRole('button', { name: 'Give feedback' }).click()
	const send = page.getByRole('button', { name: 'Send feedback' })
	await expect(page.getByText('0/5000')).toBeVisible()
	await expect(send).toBeDisabled()
	await page.getByRole('textbox').fill('   ')
	await page.getByRole('textbox').blur()
	await expect(page.getByText('Please enter your feedback')).toBeVisible()
	await expect(send).toBeDisabled()
	await page.getByRole('textbox').fill('Which one said it?')
	await expect(page.getByText('18/5000')).toBeVisible()
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'Give feedback' }).click()
	await expect(page.getByRole('textbox')).toHaveValue('Which one said it?')
	await send.click()
	await expect(
		page.getByRole('status').filter({ hasText: 'Thank you for your feedback!' }),
	).toBeVisible()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await page.getByRole('link', { name: 'View details' }).click()
	await expect(heading(page, /^Correct Answers/)).toBeVisible()
	// It stays while pages change, until it is closed or its time is over.
	await page.getByRole('button', { name: 'Close' }).click()
	await expect(page.getByText('Thank you for your feedback!')).toHaveCount(0)
})

test('a result is shared as a text and a picture with no answer in them', async ({
	page,
	context,
}) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	await toResults(page)
	const saved = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Share' }).click()
	const download = await saved
	expect(download.suggestedFilename()).toBe('evenhand-knowledge-test.png')
	const bytes = await readFile(await download.path())
	expect(bytes.subarray(1, 4).toString()).toBe('PNG')
	await expect(page.getByText('Picture saved and text copied.')).toBeVisible()
	const text = await page.evaluate(() => navigator.clipboard.readText())
	expect(text).toMatch(/^I matched \d+ of 10 policies .* \(\d+\.\d%\) .* http:\S+\/test$/)
})

test('details of a session that nobody knows lead back to the test, and say so', async ({
	page,
}) => {
	await page.goto('/test/results/0d6a3e5e-6a55-4c5f-9c57-2f3b9d0c8a11')
	await expect(page.getByText('Failed to load detailed results')).toBeVisible()
	await expect(page).toHaveURL(/\/test$/)
	await expect(policy(page)).toBeVisible()
})

test('a toast goes after eight seconds, but not while somebody is at it', async ({ page }) => {
	await page.clock.install()
	await toResults(page)
	await page.getByRole('button', { name: 'Give feedback' }).click()
	await page.getByRole('textbox').fill('Good')
	await page.getByRole('button', { name: 'Send feedback' }).click()
	const toast = page.getByText('Thank you for your feedback!')
	await expect(toast).toBeVisible()
	await page.clock.fastForward(4000)
	await toast.hover()
	await page.clock.fastForward(20_000)
	await expect(toast).toBeVisible()
	await page.mouse.move(5, 5)
	await page.clock.fastForward(2000)
	await expect(toast).toBeVisible()
	await page.clock.fastForward(3000)
	await expect(toast).toHaveCount(0)
})

test('what the server does not accept is said with its reason, beside the results', async ({
	page,
}) => {
	await withoutBackgroundSync(page)
	await page.route(
		'**/policy-knowledge-test/submit-guess',
		(route) => route.fulfill({ status: 400, json: { message: 'That policy was withdrawn.' } }),
		{ times: 1 },
	)
	await toResults(page)
	const refused = page.getByRole('alert').filter({ hasText: 'Not accepted' })
	await expect(refused.getByText('A guess: That policy was withdrawn.')).toBeVisible()
	await expectAccessible(page)
})

test("a candidate's logo comes without telling its host who looks, and initials stand in where it does not load", async ({
	page,
}) => {
	const asked: (string | undefined)[] = []
	await page.route('https://party.example/**', (route) => {
		asked.push(route.request().headers().referer)
		const body = '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>'
		return route.request().url().endsWith('good.svg')
			? route.fulfill({ contentType: 'image/svg+xml', body })
			: route.fulfill({ status: 404 })
	})
	const logo = (name: string) => ({ logo: `https://party.example/${name}.svg` })
	await changeStarts(page, ({ candidate1, candidate2, ...session }) => ({
		...session,
		candidate1: { ...candidate1, ...logo('good') },
		candidate2: { ...candidate2, ...logo('gone') },
	}))
	await openTest(page)
	await expect(candidates(page).locator('img')).toHaveCount(1)
	await expect(candidates(page).filter({ hasText: /^(TR|WW)/ })).toHaveCount(1)
	expect(asked.length).toBeGreaterThanOrEqual(2)
	expect(asked.filter(Boolean)).toEqual([])
})
