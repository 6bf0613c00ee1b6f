import { createClient } from '#http/client.ts'
import { openLocalDb } from '#local/db.ts'
import { createPlatform } from '#local/platform.ts'
import { browserLocks } from '#local/sync/browser-locks.ts'
import { drainInWorker } from '#local/sync/in-worker.ts'

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
