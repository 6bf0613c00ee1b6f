import type { Page } from 'playwright/test'
import { totalOf } from '../support/bundle.ts'
import { quizOf } from '../support/take-quiz.ts'
import { countTraffic, type Fetched, firstAt, noteFirst } from '../support/traffic.ts'
import { alwaysSignedIn, expect, registerVoter, knowledgeTest as test } from './fixtures.ts'
import { hold } from './hold-requests.ts'
import { untilAnswerable } from './quiz-page.ts'
import { candidates, recorded, tapSides } from './test-page.ts'

// Network cost of a first visit, measured in the browser.

/** Until the first policy can be tapped, which the first script draws. */
const MOST_BYTES = 120_000
/** Until the app has taken over that policy. */
const MOST_BYTES_OF_APP = 151_000
const MOST_REQUESTS = 12
/** Loads beside the first script and is not needed for the first policy. */
const APP = /\/assets\/test-.*\.js$/
const MOST_REQUESTS_OF_QUIZ = 15

/** Opens a page with an empty cache. @returns what it requested until `usable`, a selector, was there. */
const visit = async (
	page: Page,
	usable: string,
	open: () => Promise<unknown>,
): Promise<Fetched[]> => {
	const traffic = await countTraffic(page)
	await noteFirst(page, usable)
	await open()
	await expect(page.locator(usable).first()).toBeVisible()
	const usableAt = await firstAt(page)
	const seen = traffic().filter(({ at }) => at < usableAt)
	const lines = seen.map(({ path, bytes, headers }) => `${bytes}\t${headers}\t${path}`)
	console.log([...lines, `${totalOf(seen)}\tin ${seen.length} requests`].join('\n'))
	return seen
}

test('stores a guess made before the app has loaded, once', async ({ page, server }) => {
	const release = await hold(page, /\/assets\/index-.*\.js$/)
	const reply = page.waitForResponse('**/policy-knowledge-test/start')
	await page.goto('/test', { waitUntil: 'commit' })
	const { sessionId } = await (await reply).json()
	await untilAnswerable(page)
	await candidates(page).first().click()
	await expect(page.getByText('1 of 10', { exact: true })).toBeVisible()
	release()
	await expect(page.getByText('2 of 10', { exact: true })).toBeVisible()
	await expect.poll(async () => (await recorded(server, sessionId))?.guesses).toBe(1)
	await page.reload()
	await expect(page.getByText('2 of 10', { exact: true })).toBeVisible()
})

test('starts no test before the app on a return', async ({ page }) => {
	await page.goto('/test')
	await tapSides(page, 1)
	const starts: string[] = []
	page.on('request', (request) => {
		if (request.url().endsWith('/start')) starts.push(request.url())
	})
	await page.reload()
	await expect(page.getByText('2 of 10', { exact: true })).toBeVisible()
	expect(starts).toEqual([])
})

test('shows the first policy of the knowledge test with few bytes', async ({ page }) => {
	const traffic = await countTraffic(page)
	const release = await hold(page, APP)
	await page.goto('/test', { waitUntil: 'commit' })
	await untilAnswerable(page)
	const needed = () => traffic().filter(({ path }) => !APP.test(path))
	await expect.poll(() => needed().every(({ bytes }) => bytes > 0)).toBe(true)
	expect(needed().map(({ path }) => path)).toContain('/api/policy-knowledge-test/start')
	expect(needed().length).toBeLessThanOrEqual(MOST_REQUESTS)
	expect(totalOf(needed())).toBeLessThanOrEqual(MOST_BYTES)
	release()
})

test('takes over the first policy with few bytes', async ({ page }) => {
	const seen = await visit(page, '#root:not([hidden]) article', () => page.goto('/test'))
	expect(seen.length).toBeLessThanOrEqual(MOST_REQUESTS)
	expect(totalOf(seen)).toBeLessThanOrEqual(MOST_BYTES_OF_APP)
})

test('begins a quiz on a new device with few requests', async ({ page, context, server }) => {
	const voter = await registerVoter(server.origin)
	await alwaysSignedIn(context, voter)
	const quizId = await quizOf(server.origin, voter, 'SCALE')
	const seen = await visit(page, 'article h2', async () => {
		await page.goto(`/quiz/${quizId}`)
		await page.getByRole('button', { name: 'Start Quiz' }).click()
	})
	expect(seen.map(({ path }) => path)).toContain(`/api/compare-quizzes/${quizId}`)
	expect(seen.length).toBeLessThanOrEqual(MOST_REQUESTS_OF_QUIZ)
})
