import { openLocalDb } from '#local/db.ts'
import { createIdbSource } from '#local/idb-source.ts'
import { createPlatform } from '#local/platform.ts'
import { createStoreGuard } from '#local/store-guard.ts'
import { call, serverClock } from './client.ts'
import { keeping } from './storage.ts'
import { uuid } from './uuid.ts'

const platform = createPlatform()

const source = createIdbSource({
	browser: () => ({ indexedDB: globalThis.indexedDB, IDBKeyRange: globalThis.IDBKeyRange }),
	loadMemory: async () => {
		const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
		return { indexedDB: new IDBFactory(), IDBKeyRange }
	},
	setTimer: platform.setTimer,
})
source.subscribe(keeping.lose)

const db = openLocalDb('evenhand', source)

/** The device's core that every page shares, signed in or not: the database behind its guard, and the world around it. */
export const store = {
	...platform,
	db,
	call,
	serverClock,
	uuid,
	/** The database lasts as long as the page. */
	inMemory: source.inMemory,
	/** The page is in the back/forward cache, or on its way there: the database must not be used. */
	suspended: source.suspended,
	guard: createStoreGuard({ db, setTimer: platform.setTimer }, async () => {
		const { dropUnkept } = await import('#local/pack-store.ts')
		await dropUnkept(db)
	}),
}

// In the capture phase: before Dexie closes its connections, and before anything reads again.
addEventListener('pagehide', ({ persisted }) => persisted && source.suspend(), true)
addEventListener(
	'pageshow',
	({ persisted }) => {
		if (!persisted) return
		db.close({ disableAutoOpen: false })
		source.resume()
		store.guard.probe().catch(reportError)
	},
	true,
)
