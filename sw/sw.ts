import { registerRoute } from 'workbox-routing'
import { createPlatform } from '#device/context.ts'
import { openLocalDb } from '#device/db.ts'
import { browserLocks } from '#device/sync/lock.ts'
import { drainInWorker, SYNC_TAG } from '#device/sync/worker.ts'
import { createClient } from '#http/client.ts'
import { isLogo } from './addresses.ts'
import { createLogos } from './logos.ts'
import { precacheApp } from './precache.ts'
import { isConsent } from './updates.ts'

const configured: string | undefined = import.meta.env.VITE_API_BASE

const call = createClient({
	baseUrl: (configured || '/api').replace(/\/+$/, ''),
	fetch: (...args) => fetch(...args),
	// Each entry is sent under the voter who made it, never under whoever may be signed in now.
	token: () => null,
})

/** Sends what waits on this device. @throws when something is left that another try may send: the browser then makes one. */
export const sendWaiting = async (): Promise<void> => {
	const db = openLocalDb()
	const stored = await indexedDB.databases()
	// Opening one that was just erased would bring it back.
	if (!stored.some(({ name }) => name === db.name)) return
	try {
		await drainInWorker({ ...createPlatform(), locks: browserLocks, db, call })
	} finally {
		db.close()
	}
}

/** Chromium's alone, and therefore in no library of types. */
interface SyncEvent extends ExtendableEvent {
	readonly tag: string
}

declare const self: ServiceWorkerGlobalScope & {
	addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void
}

/**
 * Hears pages before anybody else in the worker does, and of all that they may send heeds one message. The router of
 * Workbox would otherwise fetch and keep whatever addresses a message lists, and throw where it lists none.
 */
export const listenToPages = (): void => {
	self.addEventListener('message', (event) => {
		event.stopImmediatePropagation()
		// A new version waits until the voter wants it: taking over at once would leave open pages without their parts.
		if (isConsent(event.data)) event.waitUntil(self.skipWaiting())
	})
}

listenToPages()
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
