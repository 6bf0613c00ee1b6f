import { registerRoute } from 'workbox-routing'
import { SYNC_TAG } from '#local/sync/in-worker.ts'
import { isLogo } from './addresses.ts'
import { sendWaiting } from './background-sync.ts'
import { createLogos } from './logos.ts'
import { hearPages } from './messages.ts'
import { precacheApp } from './precache.ts'

/** Chromium's alone, and therefore in no library of types. */
interface SyncEvent extends ExtendableEvent {
	readonly tag: string
}

declare const self: ServiceWorkerGlobalScope & {
	addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void
}

hearPages()
precacheApp()

const logo = createLogos({ caches, fetch: (request) => fetch(request) })
registerRoute(
	({ request, url }) => isLogo(request, url, self.location.origin),
	async ({ request, event }) => {
		const { response, stored } = logo(request)
		event.waitUntil(stored)
		return response
	},
)

// The pages of the first visit are served from here as well, so that they work offline without a reload.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('sync', (event) => {
	if (event.tag === SYNC_TAG) event.waitUntil(sendWaiting())
})
