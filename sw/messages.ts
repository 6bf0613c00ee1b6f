import { isConsent } from './updates.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Hears pages before anybody else in the worker does, and of all that they may send heeds one message. The router of
 * Workbox would otherwise fetch and keep whatever addresses a message lists, and throw where it lists none.
 */
export const hearPages = (): void => {
	self.addEventListener('message', (event) => {
		event.stopImmediatePropagation()
		// A new version waits until the voter wants it: taking over at once would leave open pages without their parts.
		if (isConsent(event.data)) event.waitUntil(self.skipWaiting())
	})
}
