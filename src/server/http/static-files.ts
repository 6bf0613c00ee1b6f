import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { secureHeaders } from 'hono/secure-headers'
import { notFound, problemResponse } from './errors.ts'

// One host's TLS is no reason to demand it of its siblings. A year, which is the least that counts for browsers' lists.
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

/** The headers of API replies: nothing in them is a page, and nothing is kept that does not say how long it may be. */
export const secureApi: MiddlewareHandler = (c, next) =>
	apiHeaders(c, async () => {
		await next()
		if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
	})

/** The policy by which `src/web/app/app-update.ts` names the worker's script. */
const WORKER_POLICY = 'worker'

/**
 * What the pages and the worker have alike: nothing but our own. Texts become neither markup nor code: whoever wants to
 * make one of a string needs a policy by name, and the pages have a single one, for the address of the worker.
 */
const OWN = {
	defaultSrc: ["'self'"],
	scriptSrc: ["'self'"],
	objectSrc: ["'none'"],
	baseUri: ["'none'"],
	frameAncestors: ["'none'"],
	formAction: ["'self'"],
	requireTrustedTypesFor: ["'script'"],
}

/** The headers of the app's pages and files. Candidates' logos may come from anywhere that is encrypted; code only from here. */
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

/**
 * The headers of the app's hashed scripts and styles. Nobody opens one as a page, so that none carries a page's policies:
 * on a first visit they would weigh as much as a screen.
 */
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

/** The headers of the worker's script. To the browser the logos that it fetches for the pages are its own connections. */
const secureWorker: MiddlewareHandler = secureHeaders({
	...COMMON,
	contentSecurityPolicy: { ...OWN, trustedTypes: ["'none'"], connectSrc: ["'self'", 'https:'] },
})

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
