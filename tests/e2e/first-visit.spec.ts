import { totalOf } from '../support/bundle.ts'
import { countTraffic, firstAt, noteFirst } from '../support/traffic.ts'
import { expect, knowledgeTest as test } from './fixtures.ts'
import { hold } from './hold-requests.ts'
import { untilAnswerable } from './quiz-page.ts'
import { candidates, recorded, tapSides } from './test-page.ts'

// Network cost of a first visit, measured in the browser.

const MOST_BYTES = 150_000
const MOST_REQUESTS = 12

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

test('keeps the first visit to the knowledge test small', async ({ page }) => {
	const traffic = await countTraffic(page)
	await noteFirst(page, 'article')
	await page.goto('/test')
	await expect(page.getByRole('article').first()).toBeVisible()
	const policyAt = await firstAt(page)
	const seen = traffic().filter(({ at }) => at < policyAt)
	const total = totalOf(seen)
	const lines = seen.map(({ path, bytes, headers }) => `${bytes}\t${headers}\t${path}`)
	console.log([...lines, `${total}\tin ${seen.length} requests`].join('\n'))
	expect(seen.map(({ path }) => path)).toContain('/api/policy-knowledge-test/start')
	expect(seen.every(({ bytes }) => bytes > 0)).toBe(true)
	expect(seen.length).toBeLessThanOrEqual(MOST_REQUESTS)
	expect(total).toBeLessThanOrEqual(MOST_BYTES)
})
