import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

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

/** The policy by which `src/web/app/worker-address.ts` names the worker's script. */
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
export const securePages: MiddlewareHandler = secureHeaders({
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
export const secureAssets: MiddlewareHandler = secureHeaders({
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
export const secureWorker: MiddlewareHandler = secureHeaders({
	...COMMON,
	contentSecurityPolicy: { ...OWN, trustedTypes: ["'none'"], connectSrc: ["'self'", 'https:'] },
})
