import {
	addPlugins,
	createHandlerBoundToURL,
	type PrecacheEntry,
	precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'

const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/** True if a navigation to this path gets the app: all but the API and file URLs, as on the server. */
export const isPage = (path: string): boolean =>
	!isApi(path) && !path.slice(path.lastIndexOf('/') + 1).includes('.')

/** Uploaded logos, named by their content. These are files, unlike the rest of /api. */
const UPLOADED = '/api/logos/'

/** True for candidates' logos: any image but API replies. Images of the app match the precache route first. */
export const isLogo = (
	request: Pick<Request, 'method' | 'destination'>,
	url: Pick<URL, 'origin' | 'pathname'>,
	origin: string,
): boolean =>
	request.method === 'GET' &&
	request.destination === 'image' &&
	!(url.origin === origin && isApi(url.pathname) && !url.pathname.startsWith(UPLOADED))

const TYPES: Readonly<Record<string, string>> = {
	js: 'javascript',
	css: 'css',
	html: 'html',
	png: 'image/png',
	svg: 'image/svg',
	webmanifest: 'json',
}

/** Rejects a page that some hosts send for a missing script: cached as a script, it would break the app. */
export const hasExpectedType = (
	url: string,
	response: Pick<Response, 'ok' | 'headers'>,
): boolean => {
	const extension = new URL(url).pathname.split('.').at(-1) ?? ''
	const type = response.headers.get('content-type') ?? ''
	return response.ok && type.includes(TYPES[extension] ?? '')
}

declare const self: ServiceWorkerGlobalScope & {
	/** Injected by the build: every file of the app with its revision. */
	readonly __WB_MANIFEST: PrecacheEntry[]
}

/**
 * Precaches the app, each version as one: an installation that misses a file fails and is retried. Older files are
 * deleted on takeover. Every page URL gets the app.
 */
export const precacheApp = (): void => {
	addPlugins([
		{
			cacheWillUpdate: async ({ request, response }) =>
				hasExpectedType(request.url, response) ? response : null,
		},
	])
	precacheAndRoute(self.__WB_MANIFEST)
	const app = createHandlerBoundToURL('/index.html')
	registerRoute(
		({ request, url, sameOrigin }) =>
			sameOrigin && request.mode === 'navigate' && isPage(url.pathname),
		app,
	)
}
