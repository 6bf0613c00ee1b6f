import {
	addPlugins,
	createHandlerBoundToURL,
	type PrecacheEntry,
	precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { hasExpectedType, isPage } from './addresses.ts'

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
