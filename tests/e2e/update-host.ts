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
import type { DrivenPage } from '../engines/engine.ts'
import { test as base } from './fixtures.ts'

const run = promisify(execFile)
const BUILT = resolve('dist/web')

/** Serves the app's files like the real server, with the API behind the faulty proxy. */
export interface Host {
	readonly origin: string
	/** Replaces the served version of the app completely. */
	deploy(folder: string): void
}

const createApp = (folder: string, api: string): Hono => {
	const app = new Hono()
	app.all('/api/*', (c) => {
		const { pathname, search } = new URL(c.req.url)
		return proxy(`${api}${pathname}${search}`, c.req)
	})
	// A proxy can only report a broken connection as 502.
	app.onError(() => new Response(null, { status: 502 }))
	servePages(app, folder)
	return app
}

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

/** Tests of updates while pages are open; they open `host.origin`. */
export const test = base.extend<{ host: Host; off: string }, { next: string }>({
	/** Folder of a second real build, one version later. */
	next: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern for the fixture's dependencies.
		async ({}, use) =>
			withFolder(async (folder) => {
				const config = join(import.meta.dirname, 'next-build/vite.config.ts')
				await run(
					'node_modules/.bin/vite',
					['build', '--config', config, '--outDir', folder, '--emptyOutDir'],
					// The test's NODE_ENV would produce a development build.
					{ env: { ...process.env, NODE_ENV: 'production' } },
				)
				await use(folder)
			}),
		{ scope: 'worker', timeout: 180_000 },
	],
	/** Folder of the same build with the kill switch as its worker, made as README describes. */
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

/** Waits until the service worker controls the page, which then works offline. */
export const untilControlled = async (page: DrivenPage): Promise<void> => {
	// Not `expect.poll`, which may wait a second between checks.
	await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

/** Makes the browser check for an update, as it does hourly. */
export const lookForUpdate = (page: Page): Promise<void> =>
	page.evaluate(async () => {
		const registration = await navigator.serviceWorker.getRegistration()
		await registration?.update()
	})

const mark = (page: Page): Locator => page.locator('html[data-version=next]')

export const expectNext = (page: Page): Promise<void> => expect(mark(page)).toHaveCount(1)
export const expectBuilt = (page: Page): Promise<void> => expect(mark(page)).toHaveCount(0)

export const countLoads = (page: Page): (() => number) => {
	let loads = 0
	// Earlier than 'load', and before the app renders.
	page.on('domcontentloaded', () => loads++)
	return () => loads
}

export { expect }
