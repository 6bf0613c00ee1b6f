import type { Page } from 'playwright/test'
import { answerNext, recordOf, untilSent } from './attempt-events.ts'
import { expectedScores } from './expected-scores.ts'
import { expect, expectAccessible, registerVoter, signIn, test } from './fixtures.ts'
import {
	answering,
	begin,
	dismissTutorial,
	readResults,
	statement,
	statementText,
} from './quiz-page.ts'

const card = (page: Page, year: string) =>
	page.getByRole('listitem').filter({ has: page.getByRole('link', { name: new RegExp(year) }) })

/** Waits until the worker has precached the whole app. */
const installed = (page: Page) =>
	page.evaluate(async () => void (await navigator.serviceWorker.ready))

const forgetCallsWithoutConnection = (complaints: string[]): void => {
	const others = complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))
	complaints.splice(0, complaints.length, ...others)
}

test('takes a saved election offline through to confirmed results', async ({
	page,
	server,
	complaints,
}) => {
	const voter = await registerVoter(server.origin)
	await signIn(page, voter)
	await installed(page)
	const saved = card(page, '1912')
	await expect(saved.getByText('Not available offline')).toBeVisible()
	await saved.getByRole('button', { name: /^Save offline: .*1912$/ }).click()
	await expect(saved.getByText('Available offline', { exact: true })).toBeVisible()
	await expect(saved.getByText(/^Saved · \d+ KB · updated \w+ \d+, \d+:\d\d/)).toBeVisible()
	await expectAccessible(page)

	await page.context().setOffline(true)
	await expect(saved.getByText('Available offline', { exact: true })).toBeVisible()
	await expect(card(page, '1896').getByText('Needs a connection')).toBeVisible()
	await expectAccessible(page)
	await saved.getByRole('link').click()
	await expect(page.getByText('Available offline', { exact: true })).toBeVisible()
	await page.getByRole('link', { name: /agree or disagree/ }).click()
	await page.getByRole('button', { name: 'Start Quiz' }).click()
	await dismissTutorial(page)
	const answers = await answerNext(page, 20)
	const next = await statementText(page)
	await page.reload()
	await expect(statement(page)).toHaveText(next)
	answers.push(...(await answerNext(page, 20)))
	const agreements = new Map(
		answers.map((deed) => [deed.slice(deed.indexOf(': ') + 2), Number(deed.startsWith('Agree'))]),
	)
	const figures = await expectedScores(agreements)
	await expect(page.getByText('Estimated on this device')).toBeVisible()
	expect(await readResults(page)).toEqual(figures)
	await page.reload()
	await expect(page.getByText('Estimated on this device')).toBeVisible()
	expect(await readResults(page)).toEqual(figures)

	await page.context().setOffline(false)
	await expect(page.getByText('Estimated on this device')).toHaveCount(0)
	expect(await readResults(page)).toEqual(figures)
	await untilSent(page)
	expect(await recordOf(server, voter)).toEqual([['START', ...answers, 'COMPLETE']])
	forgetCallsWithoutConnection(complaints)
})

test('continues an offline attempt after its election was removed', async ({
	page,
	server,
	complaints,
}) => {
	await signIn(page, await registerVoter(server.origin))
	await installed(page)
	await card(page, '1912')
		.getByRole('button', { name: /^Save offline/ })
		.click()
	await expect(card(page, '1912').getByText('Available offline', { exact: true })).toBeVisible()
	await page.context().setOffline(true)
	await card(page, '1912').getByRole('link').click()
	await page.getByRole('link', { name: /rate each policy/ }).click()
	await page.getByRole('button', { name: 'Start Quiz' }).click()
	await dismissTutorial(page)
	await answering(page, () => page.getByRole('button', { name: 'Neutral' }).click())
	await page.goBack()

	await page.getByRole('button', { name: 'Details' }).click()
	await page.getByRole('button', { name: /^Remove: .*1912$/ }).click()
	const dialog = page.getByRole('dialog', { name: 'Remove from this device?' })
	await expect(dialog.getByText(/This frees \d+ KB\./)).toBeVisible()
	await expectAccessible(page)
	await dialog.getByRole('button', { name: 'Remove' }).click()
	await expect(page.getByText('Needs a connection')).toBeVisible()
	await page.getByRole('link', { name: /agree or disagree/ }).click()
	await expect(page.getByRole('heading', { name: 'Connect once to load this quiz' })).toBeVisible()
	await expectAccessible(page)

	await page.goto('/activity')
	await expect(page.getByText('Not sent yet', { exact: true })).toBeVisible()
	await page.getByRole('link', { name: 'Continue Quiz' }).click()
	await expect(page.getByText('2 of 40')).toBeVisible()
	await answering(page, () => page.getByRole('button', { name: 'Neutral' }).click())
	await page.context().setOffline(false)
	await page.goto('/activity')
	await expect(page.getByText('2 of 40 questions answered')).toBeVisible()
	await expect(page.getByText('Not sent yet', { exact: true })).toHaveCount(0)
	forgetCallsWithoutConnection(complaints)
})

test('reports missing offline data and continues on reconnect', async ({
	page,
	server,
	complaints,
}) => {
	await page.route('**/api/elections/active', (route) => route.abort('internetdisconnected'))
	await signIn(page, await registerVoter(server.origin))
	await expect(page.getByRole('heading', { name: 'Connect once to load elections' })).toBeVisible()
	await expectAccessible(page)
	await page.unrouteAll()
	await page.evaluate(() => dispatchEvent(new Event('online')))
	await expect(page.getByText('Found 2 elections')).toBeVisible()

	await installed(page)
	await page.context().setOffline(true)
	await card(page, '1896').getByRole('link').click()
	await expect(
		page.getByRole('heading', { name: 'Connect once to load this election' }),
	).toBeVisible()
	await expectAccessible(page)
	await page.context().setOffline(false)
	await expect(page.getByRole('button', { name: 'Start Quiz' })).toBeEnabled()
	await page.goto('/elections')
	await expect(card(page, '1896').getByText('Available offline', { exact: true })).toBeVisible()
	forgetCallsWithoutConnection(complaints)
})

test('keeps the bar on one line with unsent answers on phones', async ({
	page,
	server,
	complaints,
}) => {
	await signIn(page, await registerVoter(server.origin))
	// All chunks are on the device from here on, including the sync status.
	await installed(page)
	await page.context().setOffline(true)
	const sign = page.getByRole('banner').getByRole('button', { name: 'Offline' })
	await expect(sign).toBeVisible()
	await sign.evaluate((button) => {
		const words = button.querySelector('span')
		if (words) words.textContent = 'Offline, 40 not sent yet'
	})
	for (const width of [320, 360, 375, 390, 430]) {
		await page.setViewportSize({ width, height: 800 })
		expect((await page.getByRole('banner').boundingBox())?.height, `${width} px`).toBeLessThan(70)
	}
	forgetCallsWithoutConnection(complaints)
})

/** Notes in the page, when the last seen screen is painted: its statement and what it covers, then what replaces it. */
const noteLastScreen = (): void => {
	const look = new MutationObserver(() => {
		const screen = document.querySelector('body > [aria-hidden=true]')
		if (screen === null) return
		look.disconnect()
		const xs = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => innerWidth * part)
		const ys = [0.02, 0.2, 0.4, 0.6, 0.8, 0.98].map((part) => innerHeight * part)
		// The first frame has its styles.
		requestAnimationFrame(() => {
			const found = xs.flatMap((x) => ys.map((y) => document.elementFromPoint(x, y)))
			Object.assign(window, {
				lastScreen: {
					statement: screen.querySelector('article h2')?.textContent,
					isBeforeApp: document.querySelector('#root h2') === null,
					takesTaps: found.every((element) => element === screen),
				},
			})
		})
		new MutationObserver((_, end) => {
			if (screen.isConnected) return
			end.disconnect()
			Object.assign(window, {
				replacedBy: {
					statement: document.querySelector('#root article h2')?.textContent,
					buttonsOfBar: document.querySelectorAll('#root header button').length,
				},
			})
		}).observe(document.body, { childList: true })
	})
	look.observe(document, { childList: true, subtree: true })
}

test('paints the last seen statement before the app, which then takes answers', async ({
	browser,
	server,
}) => {
	// The other tests' contexts keep no last screens.
	const context = await browser.newContext({ baseURL: server.origin })
	const page = await context.newPage()
	await page.addInitScript(noteLastScreen)
	const voter = await registerVoter(server.origin)
	await signIn(page, voter)
	await installed(page)
	await begin(page, /rate each policy/)
	await dismissTutorial(page)
	const answers = await answerNext(page, 3)
	await untilSent(page)
	await context.setOffline(true)
	answers.push(...(await answerNext(page, 2)))
	const next = await statementText(page)
	const buttonsOfBar = await page.locator('#root header button').count()
	await page.reload()
	await page.waitForFunction(() => 'replacedBy' in window)
	expect(await page.evaluate(() => Reflect.get(window, 'lastScreen'))).toEqual({
		statement: next,
		isBeforeApp: true,
		takesTaps: true,
	})
	expect(await page.evaluate(() => Reflect.get(window, 'replacedBy'))).toEqual({
		statement: next,
		buttonsOfBar,
	})
	answers.push(...(await answerNext(page, 1)))
	await context.setOffline(false)
	await untilSent(page)
	expect(await recordOf(server, voter)).toEqual([['START', ...answers]])
	await context.close()
})
