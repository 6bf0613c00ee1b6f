import { Workbox } from 'workbox-window'
import { createUpdates, type Registration } from '#web/updates.ts'
import { workerAddress } from './worker-address.ts'

/** Registers the worker. Its script is asked for each time, whatever a cache on the way holds. */
const register = async (): Promise<Registration> => {
	const workbox = new Workbox(workerAddress(), { updateViaCache: 'none' })
	const registration = await workbox.register({ immediate: true })
	if (registration === undefined) throw new Error('This browser has no service worker')
	return registration
}

/** The updates of this page. */
export const updates = createUpdates({
	workers: navigator.serviceWorker,
	register,
	reload: () => location.reload(),
	now: () => performance.now(),
	every: (ms, run) => setInterval(run, ms),
	onReturn: (run) =>
		document.addEventListener('visibilitychange', () => {
			if (document.visibilityState === 'visible') run()
		}),
})
