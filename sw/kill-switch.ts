// Emergency exit: put this file in the place of a harmful worker. It serves nothing, releases every page and
// unregisters. Voter data in IndexedDB stays.

declare const self: ServiceWorkerGlobalScope

const leave = async (): Promise<void> => {
	// Collected first, so that a page that reloads itself meanwhile is not reloaded twice.
	const pages = await self.clients.matchAll({ type: 'window' })
	const names = await caches.keys()
	await Promise.all(names.map((name) => caches.delete(name)))
	await self.registration.unregister()
	// Reloads each page's initial URL, the only one available here. A page that has left rejects, and needs no release.
	await Promise.all(pages.map((page) => page.navigate(page.url).catch(() => null)))
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(leave()))
