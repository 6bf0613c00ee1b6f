import { totalOf } from '../support/bundle.ts'
import { countTraffic, firstAt, noteFirst } from '../support/traffic.ts'
import { expect, test } from './fixtures.ts'

// Network cost of a first visit, measured in the browser.

const MOST_BYTES = 150_000
const MOST_REQUESTS = 12

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
