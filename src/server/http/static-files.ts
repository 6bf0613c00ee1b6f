import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { secureHeaders } from 'hono/secure-headers'
import { notFound, problemResponse } from './errors.ts'

// One year is the minimum for browsers' preload lists. No includeSubDomains: sibling hosts may lack TLS.
const TLS = { strictTransportSecurity: 'max-age=31536000' }

const COMMON = {
	...TLS,
	referrerPolicy: 'same-origin',
	xFrameOptions: 'DENY',
	permissionsPolicy: {
		camera: [],
		geolocation: [],
		microphone: [],
		payment: [],
		usb: [],
		browsingTopics: [],
	},
}

const apiHeaders = secureHeaders({
	...COMMON,
	contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
})

/** Sets security headers on API responses, and `no-store` unless the handler set caching. */
export const secureApi: MiddlewareHandler = (c, next) =>
	apiHeaders(c, async () => {
		await next()
		if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
	})

/** Trusted Types policy that `src/web/app/app-update.ts` uses for the worker's URL. */
const WORKER_POLICY = 'worker'

/** Trusted Types block code made from strings. The only allowed policy creates the worker's URL. */
const OWN = {
	defaultSrc: ["'self'"],
	scriptSrc: ["'self'"],
	objectSrc: ["'none'"],
	baseUri: ["'none'"],
	frameAncestors: ["'none'"],
	formAction: ["'self'"],
	requireTrustedTypesFor: ["'script'"],
}

/** Headers of pages and files. Logos may load from any HTTPS host; code only from this origin. */
const securePages: MiddlewareHandler = secureHeaders({
	...COMMON,
	contentSecurityPolicy: {
		...OWN,
		trustedTypes: [WORKER_POLICY],
		styleSrc: ["'self'"],
		imgSrc: ["'self'", 'data:', 'https:'],
		connectSrc: ["'self'"],
		workerSrc: ["'self'"],
		manifestSrc: ["'self'"],
	},
})

/** Assets are never opened as pages. Page policies would weigh as much as a screen on the first visit. */
const secureAssets: MiddlewareHandler = secureHeaders({
	...TLS,
	referrerPolicy: false,
	xFrameOptions: false,
	crossOriginOpenerPolicy: false,
	originAgentCluster: false,
	xDnsPrefetchControl: false,
	xDownloadOptions: false,
	xPermittedCrossDomainPolicies: false,
	xXssProtection: false,
})

/** Headers of the service worker script. Logos that it fetches for pages count as its own connections. */
const secureWorker: MiddlewareHandler = secureHeaders({
	...COMMON,
	contentSecurityPolicy: { ...OWN, trustedTypes: ["'none'"], connectSrc: ["'self'", 'https:'] },
})

/** `Cache-Control` of paths that contain a content hash. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Cache, but revalidate every time: updates apply at once, and an unchanged file costs only a 304. */
const REVALIDATE = 'no-cache'

const keep =
	(value: string): MiddlewareHandler =>
	async (c, next) => {
		await next()
		if (!c.res.ok) return
		c.res.headers.set('cache-control', value)
		// Set on uncompressed responses too, because the choice depends on the request.
		c.res.headers.set('vary', 'Accept-Encoding')
	}

const missing = (): Response => {
	const response = problemResponse(notFound())
	response.headers.set('cache-control', 'no-store')
	return response
}

/** Hides dotfiles, which are build artifacts (".vite"), except the standard `.well-known`. */
const isHidden = (path: string): boolean =>
	path.split('/').some((part) => part.startsWith('.') && part !== '.well-known')

const securityOf = (path: string): MiddlewareHandler => {
	if (path === '/sw.js') return secureWorker
	return /^\/assets\/[^/]+\.(?:js|css)$/.test(path) ? secureAssets : securePages
}

/** Detects file paths by a dot in the last segment; page URLs have none. */
const isFile = (path: string): boolean => path.slice(path.lastIndexOf('/') + 1).includes('.')

/**
 * Returns a `Link` header with the scripts and style sheets of a page, which browsers then load before they read it.
 * Empty without a page.
 */
const linksOf = (path: string): string => {
	const html = existsSync(path) ? readFileSync(path, 'utf8') : ''
	const tags = html.matchAll(/<(?:script|link)\b[^>]* (?:src|href)="(\/assets\/[^"]+\.(js|css))"/g)
	return [...tags]
		.map(([, file, kind]) => {
			const rel = kind === 'js' ? 'modulepreload' : 'preload; as=style'
			return `<${file}>; rel=${rel}; crossorigin`
		})
		.join(', ')
}

/** Serves the built app: immutable assets, revalidated files, the shell for page URLs, and 404 for missing files. */
export const servePages = (app: Hono, root: string): void => {
	app.use('*', (c, next) => securityOf(c.req.path)(c, next))
	app.use('*', async (c, next) => (isHidden(c.req.path) ? missing() : next()))
	const files = serveStatic({ root, precompressed: true })
	app.get('/assets/*', keep(IMMUTABLE), files)
	app.get('/assets/*', missing)
	app.use('*', etag())
	app.get('*', keep(REVALIDATE), files)
	app.get('*', async (c, next) => (isFile(c.req.path) ? missing() : next()))
	const links = linksOf(join(root, 'index.html'))
	app.get('*', keep(REVALIDATE), async (c, next) => {
		await next()
		if (links) c.res.headers.set('link', links)
	})
	app.get('*', serveStatic({ root, path: 'index.html', precompressed: true }))
}
