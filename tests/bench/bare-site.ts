import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { servePages } from '#server/http/static-files.ts'
import { type BarePage, buildBare } from '../support/bare-build.ts'

/** A minimal service worker: caches every file, and serves the page for every URL. */
const workerOf = (files: readonly string[]): string => `
addEventListener('install', (event) => {
	const store = async () => (await caches.open('bare')).addAll(${JSON.stringify(files)})
	event.waitUntil(store())
})
addEventListener('fetch', (event) => {
	const { mode, url } = event.request
	const path = mode === 'navigate' ? '/index.html' : new URL(url).pathname
	event.respondWith(caches.match(path).then((found) => found ?? fetch(event.request)))
})
`

const filesOf = async (folder: string): Promise<string[]> => {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	return entries
		.filter(
			(entry) => entry.isFile() && !entry.parentPath.includes('/.') && !entry.name.endsWith('.br'),
		)
		.map((entry) => `/${relative(folder, join(entry.parentPath, entry.name))}`)
}

export interface Site {
	readonly origin: string
	readonly close: () => Promise<void>
}

/** Serves the folder that `build` fills, with the app's own static file code by default. `close` deletes it. */
export const serveBuilt = async (
	build: (folder: string) => Promise<void>,
	serve: (app: Hono, root: string) => unknown = servePages,
): Promise<Site> => {
	const folder = await mkdtemp(join(tmpdir(), 'evenhand-site-'))
	await build(folder)
	const app = new Hono()
	serve(app, folder)
	const server = createServer(getRequestListener(app.fetch))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const address = server.address()
	const port = typeof address === 'object' && address ? address.port : 0
	const close = async (): Promise<void> => {
		server.closeAllConnections()
		await new Promise((resolve) => server.close(resolve))
		await rm(folder, { recursive: true })
	}
	return { origin: `http://127.0.0.1:${port}`, close }
}

/**
 * Serves a minimal React page on the same libraries, with a service worker.
 * @param page `index`: a login form. `store`, at `/test`: a page with a local database. `text`, at `/test`: fetches and
 * shows `text.json`. `cards`: a quiz that stores each answer.
 */
export const serveBare = (page: BarePage = 'index'): Promise<Site> =>
	serveBuilt(async (folder) => {
		await buildBare(folder, page)
		for (const end of ['', '.br']) {
			if (page !== 'index')
				await rename(join(folder, `${page}.html${end}`), join(folder, `index.html${end}`))
		}
		await writeFile(join(folder, 'text.json'), JSON.stringify({ text: 'Lower the tariff.' }))
		await writeFile(join(folder, 'sw.js'), workerOf(await filesOf(folder)))
	})
