import { liveQuery } from 'dexie'
import type { CoreContext } from '#device/context.ts'
import { openLocalDb, type StoredElection } from '#device/db.ts'
import { createElections } from '#device/elections.ts'
import { JURISDICTION_LABELS, searchTextOf } from '#domain/jurisdiction.ts'

// What the app's list of elections reads, and the least that can be read: each says how long it took, in ms.

const db = openLocalDb()
// Reading what is stored takes nothing of the world but the database.
const elections = createElections({ db } as CoreContext)

/** As the screen of the elections does, which is found in by these texts. */
const readList = async () =>
	(await elections.active())?.map((election) => ({
		election,
		text: searchTextOf(election, JURISDICTION_LABELS[election.jurisdiction]),
	}))

/** Resolves when the list is told for the `wanted`th time. `told` is called each time before. */
const tellings = (wanted: number, told: (time: number) => void): Promise<void> =>
	new Promise((resolve, reject) => {
		let times = 0
		const subscription = liveQuery(readList).subscribe({
			next: () => {
				times++
				told(times)
				if (times < wanted) return
				subscription.unsubscribe()
				resolve()
			},
			error: reject,
		})
	})

const settled = <Value>(request: IDBRequest<Value>): Promise<Value> =>
	new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result)
		request.onerror = () => reject(request.error)
	})

const getAll = async (raw: IDBDatabase): Promise<StoredElection[]> =>
	settled(raw.transaction('elections').objectStore('elections').getAll())

const committed = (writing: IDBTransaction): Promise<void> =>
	new Promise((resolve, reject) => {
		writing.oncomplete = () => resolve()
		writing.onabort = () => reject(writing.error)
	})

/** As strict as the app's own writes are. */
const putRaw = (raw: IDBDatabase, row: StoredElection): Promise<void> => {
	const writing = raw.transaction('elections', 'readwrite', { durability: 'strict' })
	writing.objectStore('elections').put(row)
	return committed(writing)
}

const bench = {
	/** Fills the store in place of what it has. */
	async fill(rows: StoredElection[]): Promise<void> {
		await db.elections.clear()
		await db.elections.bulkPut(rows)
		await db.fetched.put({ key: 'elections/active', at: Date.now() })
	},

	/** From asking for the list until it is there. In a page that has asked before, Dexie may know it still. */
	async first(): Promise<number> {
		await db.open()
		const began = performance.now()
		await tellings(1, () => undefined)
		return performance.now() - began
	},

	/** From a change of one row until the list is there again. */
	async again(row: StoredElection): Promise<number> {
		let began = Number.NaN
		let put: Promise<unknown> = Promise.resolve()
		await tellings(2, (time) => {
			if (time > 1) return
			began = performance.now()
			put = db.elections.put(row)
		})
		const ended = performance.now()
		await put
		return ended - began
	},

	/** All rows as they lie there. */
	async rawFirst(): Promise<number> {
		await db.open()
		const raw = db.backendDB()
		const began = performance.now()
		await getAll(raw)
		return performance.now() - began
	},

	/** A change of one row, then all rows. */
	async rawAgain(row: StoredElection): Promise<number> {
		const raw = db.backendDB()
		const began = performance.now()
		await putRaw(raw, row)
		await getAll(raw)
		return performance.now() - began
	},
}

/** What the bench finds in the page's window. */
export type LiveBench = typeof bench

Object.assign(window, { bench })
