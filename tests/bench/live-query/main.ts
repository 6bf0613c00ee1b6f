import { liveQuery } from 'dexie'
import type { CoreContext } from '#device/context.ts'
import { openLocalDb, type StoredElection } from '#device/db.ts'
import { createElections } from '#device/elections.ts'
import { JURISDICTION_LABELS, searchTextOf } from '#domain/jurisdiction.ts'

// Measures the app's election list query and the least possible read, in ms.

const db = openLocalDb()
// Reading stored data needs no dependency except the database and the server's day, which may be unknown.
const elections = createElections({ db, serverClock: { today: () => null } } as CoreContext)

/** The same query and search texts as the elections page. */
const readList = async () =>
	(await elections.active())?.map((election) => ({
		election,
		text: searchTextOf(election, JURISDICTION_LABELS[election.jurisdiction]),
	}))

/** Resolves on the `wanted`th update of the list. Calls `onUpdate` on each earlier one. */
const nthUpdate = (wanted: number, onUpdate: (time: number) => void): Promise<void> =>
	new Promise((resolve, reject) => {
		let times = 0
		const subscription = liveQuery(readList).subscribe({
			next: () => {
				times++
				onUpdate(times)
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

/** As durable as the app's own writes. */
const putRaw = (raw: IDBDatabase, row: StoredElection): Promise<void> => {
	const writing = raw.transaction('elections', 'readwrite', { durability: 'strict' })
	writing.objectStore('elections').put(row)
	return committed(writing)
}

const bench = {
	async fill(rows: StoredElection[]): Promise<void> {
		await db.elections.clear()
		await db.elections.bulkPut(rows)
		await db.fetched.put({ key: 'elections/active', at: Date.now() })
	},

	/** Time until the first result. Dexie may have it cached if the page queried before. */
	async first(): Promise<number> {
		await db.open()
		const began = performance.now()
		await nthUpdate(1, () => undefined)
		return performance.now() - began
	},

	async again(row: StoredElection): Promise<number> {
		let began = Number.NaN
		let put: Promise<unknown> = Promise.resolve()
		await nthUpdate(2, (time) => {
			if (time > 1) return
			began = performance.now()
			put = db.elections.put(row)
		})
		const ended = performance.now()
		await put
		return ended - began
	},

	async rawFirst(): Promise<number> {
		await db.open()
		const raw = db.backendDB()
		const began = performance.now()
		await getAll(raw)
		return performance.now() - began
	},

	async rawAgain(row: StoredElection): Promise<number> {
		const raw = db.backendDB()
		const began = performance.now()
		await putRaw(raw, row)
		await getAll(raw)
		return performance.now() - began
	},
}

export type LiveBench = typeof bench

Object.assign(window, { bench })
