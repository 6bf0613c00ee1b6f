import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Browser, chromium } from 'playwright'
import { READABLE_MS } from '#domain/limits.ts'
import { startServer } from '../support/built-server.ts'
import { findChromium } from '../support/chromium.ts'
import { type Site, serveBare, serveBuilt } from './bare-site.ts'
import { atMostTimes, type Figure, notTried, timeOf } from './figure.ts'
import { slowDown, timesUntilUsable } from './phone.ts'

const VISITS = 11
const GOAL = atMostTimes(1.1)

interface Target {
	readonly url: string
	/** Selector of an element that can be tapped. */
	readonly usable: string
	/** Time after its first paint from which a tap counts, in ms. */
	readonly guardMs?: number
}

/** Opens a page with an empty cache on a slow phone. @returns ms from navigation until it is usable. */
const visit = async (browser: Browser, { url, usable, guardMs = 0 }: Target): Promise<number> => {
	const context = await browser.newContext({
		viewport: { width: 390, height: 844 },
		hasTouch: true,
	})
	try {
		const page = await context.newPage()
		await slowDown(page)
		const [ms = 0] = await timesUntilUsable(page, url, [usable])
		return ms + guardMs
	} finally {
		await context.close()
	}
}

/** Serves a folder with the demo of Mat-O-Wahl, compressed, without headers of ours: its code is inline. */
const serveMatOWahl = (source: string): Promise<Site> =>
	serveBuilt(
		async (folder) => {
			await cp(source, folder, { recursive: true })
			const entries = await readdir(folder, { recursive: true, withFileTypes: true })
			for (const entry of entries.filter((each) => /\.(?:js|css|csv|html)$/.test(each.name))) {
				const path = join(entry.parentPath, entry.name)
				await writeFile(`${path}.br`, brotliCompressSync(await readFile(path)))
			}
		},
		(app, root) => app.get('*', serveStatic({ root, precompressed: true })),
	)

/** Visits the targets alternately. @returns times by target. */
const visitAll = async (targets: readonly Target[]): Promise<number[][]> => {
	const { executablePath, args } = findChromium()
	const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args })
	try {
		const taken = targets.map((): number[] => [])
		for (let round = 0; round < VISITS; round++) {
			for (const [at, target] of targets.entries()) {
				taken[at]?.push(await visit(browser, target))
			}
		}
		return taken
	} finally {
		await browser.close()
	}
}

const AHEAD = { of: 'ratio', is: '<', than: 1 } as const
const BESIDE = 'cold visit to the first policy, beside Mat-O-Wahl'

/**
 * Measures a cold visit of /test on a slow phone, from navigation to the first tap that counts: 300 ms after the
 * first policy is painted. Floor: a minimal
 * React page that fetches one text. Beside it the demo of Mat-O-Wahl, if MAT_O_WAHL names its folder, to its start button.
 */
export const slowPhone = async (): Promise<Figure[]> => {
	const folder = process.env.MAT_O_WAHL
	const server = await startServer()
	const sites: Site[] = []
	const open = async (site: Promise<Site>): Promise<string> => {
		sites.push(await site)
		return sites.at(-1)?.origin ?? ''
	}
	try {
		const targets: Target[] = [
			{ url: `${await open(serveBare('text'))}/test`, usable: 'button' },
			{
				url: `${server.origin}/test`,
				usable: 'main:not(.invisible) fieldset button',
				guardMs: READABLE_MS,
			},
		]
		if (folder) {
			const origin = await open(serveMatOWahl(folder))
			targets.push({ url: `${origin}/`, usable: '#descriptionButtonStart' })
		}
		const [bare = [], own = [], other = []] = await visitAll(targets)
		const what = 'cold visit to the first policy'
		return [
			timeOf({
				what,
				taken: own,
				floor: { name: 'bare React page with a text', taken: bare },
				goal: GOAL,
			}),
			folder
				? timeOf({
						what: BESIDE,
						taken: own,
						floor: { name: 'Mat-O-Wahl', taken: other },
						goal: AHEAD,
					})
				: notTried(BESIDE, 'MAT_O_WAHL names no folder', AHEAD),
		]
	} finally {
		await server.stop()
		for (const site of sites) await site.close()
	}
}
