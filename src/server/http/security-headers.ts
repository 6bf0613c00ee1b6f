import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

const COMMON = {
	// One host's TLS is no reason to demand it of its siblings.
	strictTransportSecurity: 'max-age=15552000',
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

/** The headers of API replies: nothing in them is a page, and nothing is kept. */
export const secureApi: MiddlewareHandler = (c, next) =>
	apiHeaders(c, async () => {
		await next()
		c.res.headers.set('cache-control', 'no-store')
	})

/** What the pages and the worker have alike: nothing but our own. */
const OWN = {
	defaultSrc: ["'self'"],
	scriptSrc: ["'self'"],
	objectSrc: ["'none'"],
	baseUri: ["'none'"],
	frameAncestors: ["'none'"],
	formAction: ["'self'"],
}

/** The headers of the app's pages and files. Candidates' logos may come from anywhere that is encrypted; code only from here. */
export const securePages: MiddlewareHandler = secureHeaders({
	...COMMON,
	contentSecurityPolicy: {
		...OWN,
		styleSrc: ["'self'"],
		imgSrc: ["'self'", 'data:', 'https:'],
		connectSrc: ["'self'"],
		workerSrc: ["'self'"],
		manifestSrc: ["'self'"],
	},
})

/** The headers of the worker's script. To the browser the logos that it fetches for the pages are its own connections. */
export const secureWorker: MiddlewareHandler = secureHeaders({
	...COMMON,
	contentSecurityPolicy: { ...OWN, connectSrc: ["'self'", 'https:'] },
})
