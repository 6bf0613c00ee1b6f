import { SYNC_TAG } from '#device/sync/worker.ts'

/** Chromium's alone, and therefore in no library of types. */
interface SyncRegistration {
	readonly sync?: { register(tag: string): Promise<void> }
}

/** Asks the browser to wake the worker once there is a connection, where it can. A page that stays open needs nobody's help. */
export const requestBackgroundSync = async (): Promise<void> => {
	try {
		const registration = (await navigator.serviceWorker?.getRegistration()) as
			| SyncRegistration
			| undefined
		await registration?.sync?.register(SYNC_TAG)
	} catch {
		// The voter or the browser does not allow it (a private window, say): pages send by themselves.
	}
}
