import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { buildBare } from '../support/bare-build.ts'
import { entryKeys, filesFor, type Manifest, sizesOf, totalOf } from '../support/bundle.ts'
import { expect, test } from './fixtures.ts'

// What a first visit takes of a connection, as the browser counts it.

const MOST_BYTES = 140_000
const MOST_REQUESTS = 12
const TIMES_FLOOR = 1.15

interface Fetched {
	readonly path: string
	/** When it was asked for, in ms since 1970. */
	readonly at: number
	/** As they came, compressed, without the headers. */
	readonly bytes: number
	readonly headers: number
}

/** Counts what a page asks for from now on, and what it takes on the wire. */
const countTraffic = async (page: Page): Promise<() => Fetched[]> => {
	const cdp = await page.context().newCDPSession(page)
	const fetched = new Map<string, Fetched>()
	const add = (id: string, part: (before: Fetched) => Partial<Fetched>): void => {
		const before = fetched.get(id)
		if (before) fetched.set(id, { ...before, ...part(before) })
	}
	await cdp.send('Network.enable')
	await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
	cdp.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
		const { pathname: path } = new URL(request.url)
		fetched.set(requestId, { path, at: wallTime * 1000, bytes: 0, headers: 0 })
	})
	cdp.on('Network.responseReceived', ({ requestId, response }) =>
		add(requestId, () => ({ headers: response.encodedDataLength })),
	)
	cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
		add(requestId, ({ headers }) => ({ bytes: encodedDataLength - headers })),
	)
	return () => [...fetched.values()]
}

/** Has the page note when its first policy is there, in ms since 1970. */
const noteFirstPolicy = (page: Page): Promise<unknown> =>
	page.addInitScript(() => {
		const look = new MutationObserver(() => {
			if (document.querySelector('article') === null) return
			Object.assign(window, { policyAt: performance.timeOrigin + performance.now() })
			look.disconnect()
		})
		look.observe(document, { childList: true, subtree: true })
	})

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
	await noteFirstPolicy(page)
	await page.goto('/test')
	await expect(page.getByRole('article').first()).toBeVisible()
	const policyAt = await page.evaluate(() => Reflect.get(window, 'policyAt') as number)
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
