import type { LocalDb } from '#local/db.ts'
import type { StoreGuard } from '#local/store-guard.ts'

/** In the page's storage: that there is a database, and how much in it was not sent. */
const MARK = 'evenhand.kept'
/** In the database: that it is the one which the mark speaks of. */
const ROW = 'device'

export interface Eviction {
	/** How many entries were in a database that the browser has deleted since; null where it has deleted none. */
	readonly evicted: Promise<number | null>
	/** Keeps the count of what is not sent, for the day on which it is gone. */
	note(unsent: number): Promise<void>
}

/**
 * Browsers delete what pages keep: when room runs out, or after weeks without a visit (Safari). A mark in the other
 * storage tells a database that was deleted from one that never was.
 * @param inMemory whether the page works on a database in memory, which says nothing about the one on the device.
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
		// The database that the mark is about was not even opened.
		if (inMemory()) return null
		if (row === undefined) await guard.run(() => db.fetched.put({ key: ROW, at: Date.now() }))
		if (mark === null) storage.setItem(MARK, '0')
		return mark !== null && row === undefined ? Number(mark) : null
	}
	const evicted = look()
	return {
		evicted,
		async note(unsent) {
			// After the look: it is what was there before that counts.
			await evicted
			if (inMemory()) return
			// Gone with a shared device that was just emptied: the next visit begins anew.
			if (storage.getItem(MARK) === null) return
			// Deleted under this page: what was lost with it is for the next visit to tell.
			if ((await guard.run(() => db.fetched.get(ROW))) === undefined) return
			storage.setItem(MARK, String(unsent))
		},
	}
}
