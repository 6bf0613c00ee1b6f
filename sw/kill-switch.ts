// The way back, should a worker ever do harm: a file of its own that is put in the place of the worker. It serves
// nothing, frees every page, and leaves; what the voter did lies in IndexedDB and is not touched.

declare const self: ServiceWorkerGlobalScope

const leave = async (): Promise<void> => {
	// The pages of the worker before. Whoever reloads by itself meanwhile is not loaded again.
	const pages = await self.clients.matchAll({ type: 'window' })
	const names = await caches.keys()
	await Promise.all(names.map((name) => caches.delete(name)))
	await self.registration.unregister()
	// To where each began, which is all that is known here. One that has gone in between refuses: it is free already.
	await Promise.all(pages.map((page) => page.navigate(page.url).catch(() => null)))
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(leave()))
