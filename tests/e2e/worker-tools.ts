import type { Page } from 'playwright/test'

/** What only the browser's own tools can do to the service worker. */
export interface WorkerTools {
	/** Wakes it as the browser does once there is a connection. */
	sync(): Promise<void>
	/** Ends it in the middle of whatever it is at, as a phone does that needs the memory. */
	stop(): Promise<void>
}

/** Opens the tools on a page of the worker's origin. */
export const openWorkerTools = async (page: Page): Promise<WorkerTools> => {
	const cdp = await page.context().newCDPSession(page)
	const { origin } = new URL(page.url())
	const registered = new Promise<string>((resolve) => {
		cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
			const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
			if (own) resolve(own.registrationId)
		})
	})
	await cdp.send('ServiceWorker.enable')
	const registrationId = await registered
	return {
		async sync() {
			const tag = 'evenhand-outbox'
			const event = { origin, registrationId, tag, lastChance: false }
			await cdp.send('ServiceWorker.dispatchSyncEvent', event)
		},
		async stop() {
			await cdp.send('ServiceWorker.stopAllWorkers')
		},
	}
}
