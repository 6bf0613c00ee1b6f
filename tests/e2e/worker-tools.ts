import type { Page } from 'playwright/test'

/** Controls of the service worker over CDP. */
export interface WorkerTools {
	/** Fires a sync event, as the browser does once online. */
	sync(): Promise<void>
	/** Kills the worker, as a phone does that is low on memory. */
	stop(): Promise<void>
}

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
