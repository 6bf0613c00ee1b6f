import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { problemResponse } from './on-error.ts'
import { secureAssets, securePages, secureWorker } from './security-headers.ts'
import { notFound } from './service-error.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Kept, but asked about each time: an update shows at once, and costs no bytes where there is none. */
const REVALIDATE = 'no-cache'

/** Says how long a file that was found may be kept. */
const keep =
	(value: string): MiddlewareHandler =>
	async (c, next) => {
		await next()
		if (!c.res.ok) return
		c.res.headers.set('cache-control', value)
		// For the plain variant too: which one it is depends on what the client takes.
		c.res.headers.set('vary', 'Accept-Encoding')
	}

const missing = (): Response => {
	const response = problemResponse(notFound())
	response.headers.set('cache-control', 'no-store')
	return response
}

/** Folders and files whose name begins with a dot are a build's own (".vite"), except the one that the web defines. */
const isHidden = (path: string): boolean =>
	path.split('/').some((part) => part.startsWith('.') && part !== '.well-known')

const securityOf = (path: string): MiddlewareHandler => {
	if (path === '/sw.js') return secureWorker
	return /^\/assets\/[^/]+\.(?:js|css)$/.test(path) ? secureAssets : securePages
}

/** Whether a path names a file; the pages of the app have no dot in their last part. */
const isFile = (path: string): boolean => path.slice(path.lastIndexOf('/') + 1).includes('.')

/**
 * Serves the built app: hashed assets for ever, everything else with a check, and the shell for every page's address.
 * What is not there is 404, never the shell. Files compressed by the build are preferred where the client takes them.
 * @param root the folder of the built app.
 */
export const servePages = (app: Hono, root: string): void => {
	app.use('*', (c, next) => securityOf(c.req.path)(c, next))
	app.use('*', async (c, next) => (isHidden(c.req.path) ? missing() : next()))
	const files = serveStatic({ root, precompressed: true })
	app.get('/assets/*', keep(IMMUTABLE), files)
	app.get('/assets/*', missing)
	app.use('*', etag())
	app.get('*', keep(REVALIDATE), files)
	app.get('*', async (c, next) => (isFile(c.req.path) ? missing() : next()))
	app.get('*', keep(REVALIDATE), serveStatic({ root, path: 'index.html', precompressed: true }))
}
