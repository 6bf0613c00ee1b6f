import type { LocalDb } from '#device/db.ts'
import type { StoreGuard } from '#device/resilient-db.ts'

/** Storage key of the mark: a database exists, with this many unsent entries. */
const MARK = 'evenhand.kept'
/** Row that identifies the marked database. */
const ROW = 'device'

export interface Eviction {
	/** Number of unsent entries in a database that the browser has evicted. Null if there was no eviction. */
	evicted(): Promise<number | null>
	note(unsent: number): Promise<void>
}

/**
 * Detects evictions: browsers delete databases for space, or after weeks without a visit (Safari). A mark in web storage
 * tells an evicted database from a new one. @param inMemory the page's database is in memory, which proves nothing.
 */
export const createEviction = (
	db: LocalDb,
	guard: StoreGuard,
	storage: Storage,
	inMemory: () => boolean,
): Eviction => {
	const look = async (): Promise<number | null> => {
		const mark = storage.getItem(MARK)
		const row = await guard.run(() => db.fetched.get(ROW))
		// The marked database was not even opened.
		if (inMemory()) return null
		if (row === undefined) await guard.run(() => db.fetched.put({ key: ROW, at: Date.now() }))
		if (mark === null) storage.setItem(MARK, '0')
		return mark !== null && row === undefined ? Number(mark) : null
	}
	let looked: Promise<number | null> | null = null
	const evicted = (): Promise<number | null> => {
		looked ??= look()
		return looked
	}
	return {
		evicted,
		async note(unsent) {
			// The previous visit's count must be read first.
			await evicted()
			if (inMemory()) return
			// Cleared with a shared device: the next visit starts over.
			if (storage.getItem(MARK) === null) return
			// Evicted under this page: the next visit reports the loss.
			if ((await guard.run(() => db.fetched.get(ROW))) === undefined) return
			storage.setItem(MARK, String(unsent))
		},
	}
}
