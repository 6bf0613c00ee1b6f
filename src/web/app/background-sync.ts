import { SYNC_TAG } from '#device/sync/backoff.ts'

/** Chromium only, so missing from the type library. */
interface SyncRegistration {
	readonly sync?: { register(tag: string): Promise<void> }
}

/** Asks the browser to wake the worker when it is online, if supported. Open pages send by themselves. */
export const requestBackgroundSync = async (): Promise<void> => {
	try {
		const registration = (await navigator.serviceWorker?.getRegistration()) as
			| SyncRegistration
			| undefined
		await registration?.sync?.register(SYNC_TAG)
	} catch {
		// Not allowed, e.g. in a private window.
	}
}
