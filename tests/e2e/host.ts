import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import { expect, type Locator, type Page } from 'playwright/test'
import { servePages } from '#server/http/static-files.ts'
import { test as base } from './fixtures.ts'

const run = promisify(execFile)
const BUILT = resolve('dist/web')

/** One address with the app's files as the real server serves them, and the API behind the faulty network. */
export interface Host {
	readonly origin: string
	/** Another version of the app takes the place of the one that is served; nothing of the old one is left. */
	deploy(folder: string): void
}

const createApp = (folder: string, api: string): Hono => {
	const app = new Hono()
	app.all('/api/*', (c) => {
		const { pathname, search } = new URL(c.req.url)
		return proxy(`${api}${pathname}${search}`, c.req)
	})
	// What the network does to the API is a connection that is cut, as far as a proxy can say it.
	app.onError(() => new Response(null, { status: 502 }))
	servePages(app, folder)
	return app
}

/** Runs `use` with a host, which serves the build at first. */
const withHost = async (api: string, use: (host: Host) => Promise<void>): Promise<void> => {
	let app = createApp(BUILT, api)
	const server = createServer(getRequestListener((request) => app.fetch(request)))
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
	const address = server.address()
	const port = typeof address === 'object' && address ? address.port : 0
	const deploy = (folder: string): void => {
		app = createApp(folder, api)
	}
	await use({ origin: `http://127.0.0.1:${port}`, deploy })
	server.closeAllConnections()
	await new Promise((done) => server.close(done))
}

const withFolder = async (use: (folder: string) => Promise<void>): Promise<void> => {
	const folder = await mkdtemp(join(tmpdir(), 'evenhand-host-'))
	await use(folder)
	await rm(folder, { recursive: true })
}

/** Tests of what happens to open pages when the app's files change: they open `host.origin`. */
export const test = base.extend<{ host: Host; off: string }, { next: string }>({
	/** The folder of a second, real build: the app one version later. */
	next: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
		async ({}, use) =>
			withFolder(async (folder) => {
				const config = join(import.meta.dirname, 'next-build/vite.config.ts')
				await run(
					'node_modules/.bin/vite',
					['build', '--config', config, '--outDir', folder, '--emptyOutDir'],
					// A test's own environment would make it a build for development.
					{ env: { ...process.env, NODE_ENV: 'production' } },
				)
				await use(folder)
			}),
		{ scope: 'worker', timeout: 60_000 },
	],
	/** The folder of the same build with the kill-switch in the worker's place, made as README says. */
	// biome-ignore lint/correctness/noEmptyPattern: see above.
	off: async ({}, use) =>
		withFolder(async (folder) => {
			await cp(BUILT, folder, { recursive: true })
			await run('sh', ['-c', 'cp sw-off.js sw.js && rm sw.js.br'], { cwd: folder })
			await use(folder)
		}),
	host: async ({ network }, use) => withHost(network.origin, use),
	baseURL: async ({ host }, use) => use(host.origin),
})

/** Waits until the worker is in charge of the page: from then on it opens without a connection. */
export const untilControlled = (page: Page): Promise<void> =>
	expect
		.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), {
			message: 'no worker in charge',
		})
		.toBe('activated')

/** Has the browser look for a new version, as it does by itself every hour. */
export const lookForUpdate = (page: Page): Promise<void> =>
	page.evaluate(async () => {
		const registration = await navigator.serviceWorker.getRegistration()
		await registration?.update()
	})

/** What only a page of the later version has. */
const mark = (page: Page): Locator => page.locator('html[data-version=next]')

/** Asserts that a page runs, or comes to run, the version after the build. */
export const expectNext = (page: Page): Promise<void> => expect(mark(page)).toHaveCount(1)
/** Asserts that a page runs the build itself. */
export const expectBuilt = (page: Page): Promise<void> => expect(mark(page)).toHaveCount(0)

/** Counts how often a page is loaded from now on. */
export const countLoads = (page: Page): (() => number) => {
	let loads = 0
	page.on('load', () => loads++)
	return () => loads
}

export { expect }
