import { createPlatform } from '#device/context.ts'
import { openLocalDb } from '#device/db.ts'
import { createIdbSource, returnFromCache } from '#device/idb-source.ts'
import { createResilientDb } from '#device/resilient-db.ts'
import { createSignal } from '#device/signal.ts'
import { call, serverClock, uuid } from './api.ts'
import { keeping } from './storage.ts'

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

/** Device core that all pages share, signed in or not: the guarded database and its dependencies. */
export const store = {
	...platform,
	db,
	call,
	serverClock,
	uuid,
	/** True if the database lasts only as long as the page. */
	inMemory: source.inMemory,
	/** True in the back/forward cache or on the way there: the database must not be used. */
	suspended: source.suspended,
	guard: createResilientDb({ db, setTimer: platform.setTimer }, async () => {
		const { dropUnkept } = await import('#device/offline-pack-store.ts')
		await dropUnkept(db)
	}),
}

// In the capture phase, to run before Dexie closes its connections and before any read.
addEventListener('pagehide', ({ persisted }) => persisted && source.suspend(), true)
addEventListener(
	'pageshow',
	({ persisted }) => {
		if (persisted) returnFromCache(db, source, store.guard).catch(reportError)
	},
	true,
)

const queries = createSignal(true)

export const queriesEnabled = queries.get
export const onQueriesChange = queries.subscribe

/** Runs `act` while no screen reads, because a read would reopen a database that is being deleted. */
export const pauseQueries = async (act: () => Promise<void>): Promise<void> => {
	queries.set(false)
	try {
		await act()
	} finally {
		queries.set(true)
	}
}
