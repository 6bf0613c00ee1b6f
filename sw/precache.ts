import {
	addPlugins,
	createHandlerBoundToURL,
	type PrecacheEntry,
	precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { hasExpectedType, isPage } from './addresses.ts'

declare const self: ServiceWorkerGlobalScope & {
	/** Put in by the build: every file of the app with what tells its versions apart. */
	readonly __WB_MANIFEST: PrecacheEntry[]
}

/**
 * Keeps the whole app on the device, each version as one: an installation that cannot get every file of it fails and is
 * tried again, and the files of older versions go when it takes over. Every page's address gets the app.
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
