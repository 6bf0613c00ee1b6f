import { registerRoute } from 'workbox-routing'
import { createPlatform } from '#device/context.ts'
import { openLocalDb } from '#device/db.ts'
import { SYNC_TAG } from '#device/sync/backoff.ts'
import { browserLocks } from '#device/sync/lock.ts'
import { drainInWorker } from '#device/sync/worker.ts'
import { createClient } from '#http/client.ts'
import { isLogo } from './addresses.ts'
import { createLogos } from './logos.ts'
import { precacheApp } from './precache.ts'
import { isConsent } from './updates.ts'

const configured: string | undefined = import.meta.env.VITE_API_BASE

const call = createClient({
	baseUrl: (configured || '/api').replace(/\/+$/, ''),
	fetch: (...args) => fetch(...args),
	// Calls pass the token of the voter who made the entry, never that of the current sign-in.
	token: () => null,
})

/** Sends the device's queue. @throws if entries are left, so that the browser retries. */
export const sendWaiting = async (): Promise<void> => {
	const db = openLocalDb()
	const stored = await indexedDB.databases()
	// Opening an erased database would recreate it.
	if (!stored.some(({ name }) => name === db.name)) return
	try {
		await drainInWorker({ ...createPlatform(), locks: browserLocks, db, call })
	} finally {
		db.close()
	}
}

/** Chromium only, so missing from the type library. */
interface SyncEvent extends ExtendableEvent {
	readonly tag: string
}

declare const self: ServiceWorkerGlobalScope & {
	addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void
}

/** Accepts one message and hides others from Workbox, which would fetch and cache any URLs that a message lists. */
export const listenToPages = (): void => {
	self.addEventListener('message', (event) => {
		event.stopImmediatePropagation()
		// A new version waits for the voter's consent: taking over at once would leave open pages without their chunks.
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

// Claim the pages of a first visit, so that they work offline without a reload.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('sync', (event) => {
	if (event.tag === SYNC_TAG) event.waitUntil(sendWaiting())
})
