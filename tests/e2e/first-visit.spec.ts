import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildBare } from '../support/bare-build.ts'
import { entryKeys, filesFor, type Manifest, sizesOf, totalOf } from '../support/bundle.ts'
import { countTraffic, firstAt, noteFirst } from '../support/traffic.ts'
import { expect, test } from './fixtures.ts'

// What a first visit takes of a connection, as the browser counts it.

const MOST_BYTES = 140_000
const MOST_REQUESTS = 12
const TIMES_FLOOR = 1.15

/** The least that a page on the same libraries with a store on the device takes, in bytes. */
const floor = async (): Promise<number> => {
	const folder = await mkdtemp(join(tmpdir(), 'evenhand-floor-'))
	try {
		await buildBare(folder, 'store')
		const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8')
		const manifest = JSON.parse(text) as Manifest
		return totalOf(
			await sizesOf(folder, ['store.html', ...filesFor(manifest, entryKeys(manifest))]),
		)
	} finally {
		await rm(folder, { recursive: true })
	}
}

test('a first visit to the knowledge test is a light one, or it would not be made from a polling place', async ({
	page,
}) => {
	const traffic = await countTraffic(page)
	await noteFirst(page, 'article')
	await page.goto('/test')
	await expect(page.getByRole('article').first()).toBeVisible()
	const policyAt = await firstAt(page)
	const seen = traffic().filter(({ at }) => at < policyAt)
	const total = totalOf(seen)
	const least = await floor()
	const lines = seen.map(({ path, bytes, headers }) => `${bytes}\t${headers}\t${path}`)
	console.log([...lines, `${total}\tin ${seen.length} requests, floor ${least}`].join('\n'))
	expect(seen.map(({ path }) => path)).toContain('/api/policy-knowledge-test/start')
	expect(seen.every(({ bytes }) => bytes > 0)).toBe(true)
	expect(seen.length).toBeLessThanOrEqual(MOST_REQUESTS)
	expect(total).toBeLessThanOrEqual(MOST_BYTES)
	expect(total / least).toBeLessThanOrEqual(TIMES_FLOOR)
})
