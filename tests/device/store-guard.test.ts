import 'fake-indexeddb/auto'
import { forceCloseDatabase, IDBDatabase, IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LocalDb, openLocalDb } from '#device/db.ts'
import { createResilientDb, isStoreFault, type StoreGuard } from '#device/resilient-db.ts'

type FakeDatabase = InstanceType<typeof IDBDatabase>
type FakeObjectStore = InstanceType<typeof IDBObjectStore>
/** What the stand-in's transactions run requests by; a request of its own may fail as a browser's does. */
interface Requests {
	_execRequestAsync(request: { source: unknown; operation: () => never }): IDBRequest<IDBValidKey>
}

let factory: InstanceType<typeof IDBFactory>
let db: LocalDb
let guard: StoreGuard
let made: number
let makeRoom: () => Promise<void>

/** The pauses that were asked for and not taken back, in ms. */
const timers = new Map<() => void, number>()
const setTimer = (run: () => void, ms: number) => {
	timers.set(run, ms)
	return () => void timers.delete(run)
}

/** How many of the next transactions fail, and how many of the next rows. */
let lost: number
let refused: number
/** What the requests of the next rows fail of, each a moment after it was made. */
let failing: string[]

beforeEach(() => {
	timers.clear()
	lost = 0
	refused = 0
	failing = []
	// Before anything is opened: Dexie holds on to what a connection offers at that moment.
	const { transaction } = IDBDatabase.prototype
	vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
		this: FakeDatabase,
		...args: Parameters<typeof transaction>
	) {
		if (lost-- > 0) {
			throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
		}
		return transaction.apply(this, args)
	})
	const { put } = IDBObjectStore.prototype
	vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
		this: FakeObjectStore,
		...args: Parameters<typeof put>
	) {
		if (refused-- > 0) throw new DOMException('no room', 'QuotaExceededError')
		const name = failing.shift()
		if (name !== undefined) {
			const operation = (): never => {
				throw new DOMException('by the request', name)
			}
			return (this.transaction as unknown as Requests)._execRequestAsync({
				source: this,
				operation,
			})
		}
		return put.apply(this, args)
	})
	factory = new IDBFactory()
	db = openLocalDb('guarded', { indexedDB: factory, IDBKeyRange })
	made = 0
	makeRoom = async () => {
		made++
	}
	guard = createResilientDb({ db, setTimer }, () => makeRoom())
})
afterEach(() => db.close())

/** Dexie's own word on a connection that it found broken is no complaint of ours. */
const expectDexieNoticed = (): void => {
	expect(console.warn).toHaveBeenCalledWith('Dexie: Need to reopen db')
	vi.mocked(console.warn).mockClear()
}

const write = (key: string): Promise<unknown> =>
	guard.write(() => db.transaction('rw', db.fetched, () => db.fetched.put({ key, at: 1 })))
const keys = (): Promise<string[]> => guard.run(() => db.fetched.toCollection().primaryKeys())

describe('a connection that was lost', () => {
	it('is opened anew and the work repeated, so that the voter notices nothing', async () => {
		await write('before')
		lost = 2
		await write('after')
		expect(await keys()).toEqual(['after', 'before'])
		expect(guard.state()).toBe('ok')
		expectDexieNoticed()
	})

	it('is noticed when it was lost while it was being opened, which Dexie passes over', async () => {
		await write('before')
		db.close({ disableAutoOpen: false })
		lost = 1
		await write('after')
		expect(await keys()).toEqual(['after', 'before'])
		expect(guard.state()).toBe('ok')
		vi.mocked(console.warn).mockClear()
	})

	it('is opened anew after the browser closed it by itself', async () => {
		await write('before')
		// Typed as the browser's, and made by the stand-in.
		forceCloseDatabase(db.backendDB() as unknown as Parameters<typeof forceCloseDatabase>[0])
		await write('after')
		expect(await keys()).toEqual(['after', 'before'])
	})

	it('is given up after three tries and said, because nine tries of ten help no more', async () => {
		await write('before')
		const seen: string[] = []
		guard.subscribe(() => seen.push(guard.state()))
		lost = 1000
		const fault = await write('after').catch((error: unknown) => error)
		expect(isStoreFault(fault) && fault.fault).toBe('lost')
		expect(guard.state()).toBe('lost')
		expect(seen).toContain('lost')
		lost = 0
		await guard.probe()
		expect(guard.state()).toBe('ok')
		expect(await keys()).toEqual(['before'])
		expectDexieNoticed()
	})
})

describe('trouble that a request tells of, which Dexie lists among the failures of several rows', () => {
	const rows = [
		{ key: 'first', at: 1 },
		{ key: 'second', at: 2 },
	]
	const inOne = (write: () => Promise<unknown>): Promise<unknown> =>
		guard.write(() => db.transaction('rw', db.fetched, write))

	it('has room made where there is none', async () => {
		failing = ['QuotaExceededError']
		await inOne(() => db.fetched.bulkPut(rows))
		expect(made).toBe(1)
		expect(await keys()).toEqual(['first', 'second'])
	})

	it('has the work repeated where the connection was lost', async () => {
		failing = ['UnknownError', 'UnknownError']
		await inOne(() => db.fetched.bulkPut(rows))
		expect(await keys()).toEqual(['first', 'second'])
		expect(made).toBe(0)
		expect(guard.state()).toBe('ok')
	})

	it('is noticed where a row is changed', async () => {
		await inOne(() => db.fetched.bulkPut(rows))
		failing = ['QuotaExceededError']
		await inOne(() => db.fetched.update('first', { at: 3 }))
		expect(made).toBe(1)
		expect(await guard.run(() => db.fetched.get('first'))).toEqual({ key: 'first', at: 3 })
	})

	it('is said where nothing helps', async () => {
		failing = Array.from({ length: 10 }, () => 'QuotaExceededError')
		const fault = await inOne(() => db.fetched.bulkPut(rows)).catch((error: unknown) => error)
		expect(isStoreFault(fault) && fault.fault).toBe('full')
	})
})

describe('a read that found the store broken', () => {
	/** The pause of the next try. */
	const pause = (): number => [...timers.values()][0] ?? Number.NaN
	/** Lets the pause end, and what it started. */
	const tryNow = async (): Promise<void> => {
		const [run] = timers.keys()
		timers.delete(run ?? (() => undefined))
		run?.()
		await vi.waitFor(() => expect(timers.size).toBeGreaterThan(0))
	}

	it('is told when it may be read again, also where the browser mended itself', async () => {
		await write('before')
		guard.mend()
		guard.mend()
		expect(timers.size, 'one mends for all').toBe(1)
		expect(pause()).toBe(0)
		await tryNow()
		expect(guard.mended()).toBe(1)
	})

	it('does not have it mended over and over without a pause, which would eat the battery', async () => {
		await write('before')
		lost = 1000
		guard.mend()
		const pauses: number[] = []
		for (let round = 0; round < 4; round++) {
			await tryNow()
			pauses.push(pause())
		}
		expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
		expect(new Set(pauses).size).toBe(4)
		expect(guard.mended()).toBe(0)
		expect(guard.state()).toBe('lost')
		lost = 0
		await tryNow()
		expect(guard.mended()).toBe(1)
		expect(guard.state()).toBe('ok')
		vi.mocked(console.warn).mockClear()
	})
})

describe('a full disk', () => {
	it('has room made once, so that an answer goes before what can be read again', async () => {
		refused = 1
		await write('answer')
		expect(made).toBe(1)
		expect(await keys()).toEqual(['answer'])
		expect(guard.state()).toBe('ok')
	})

	it('has room made also where the connection was lost just before', async () => {
		await write('before')
		lost = 1
		refused = 1
		await write('answer')
		expect(made).toBe(1)
		expect(await keys()).toEqual(['answer', 'before'])
		vi.mocked(console.warn).mockClear()
	})

	it('is said when that is not enough, and nothing of the work was kept', async () => {
		refused = 1000
		const fault = await write('answer').catch((error: unknown) => error)
		expect(isStoreFault(fault) && fault.fault).toBe('full')
		expect(made).toBe(1)
		expect(await keys()).toEqual([])
		expect(guard.state(), 'reading does not say that there is room').toBe('full')
		refused = 0
		await write('answer')
		expect(guard.state()).toBe('ok')
	})

	it('is said too when making room fails for want of room', async () => {
		makeRoom = async () => {
			throw new DOMException('no room', 'QuotaExceededError')
		}
		refused = 1000
		const fault = await write('answer').catch((error: unknown) => error)
		expect(isStoreFault(fault) && fault.fault).toBe('full')
	})
})

describe('a save that does not settle', () => {
	/** Lets the patience with saves end. */
	const runOut = (): void => {
		for (const [run, ms] of timers) if (ms === 5000) run()
	}

	it('fails as lost after some seconds, and is not repeated behind the back of whoever was told', async () => {
		await write('before')
		let runs = 0
		const saving = guard.save(() => {
			runs++
			return new Promise((_, reject) => {
				// What Dexie does to work that waits for a connection when that is closed.
				db.on('close', () => reject(new DOMException('', 'DatabaseClosedError')))
			})
		})
		runOut()
		const fault = await saving.catch((error: unknown) => error)
		expect(isStoreFault(fault) && fault.fault).toBe('lost')
		expect(guard.state()).toBe('lost')
		// The connection is renewed, and what comes next works.
		await write('after')
		expect(runs).toBe(1)
		expect(await keys()).toEqual(['after', 'before'])
	})

	it('leaves no timer once it has settled', async () => {
		await guard.save(() => db.fetched.put({ key: 'saved', at: 1 }))
		expect([...timers.values()]).not.toContain(5000)
		expect(await keys()).toEqual(['saved'])
	})
})

describe('work that fails by itself', () => {
	it('is not repeated and keeps its error, because a bug is none of the store’s', async () => {
		let runs = 0
		const broken = guard.run(async () => {
			runs++
			throw new TypeError('a bug')
		})
		await expect(broken).rejects.toThrow(TypeError)
		expect(runs).toBe(1)
		expect(guard.state()).toBe('ok')
	})
})

describe('a database that an older tab keeps open', () => {
	it('is reported as blocked until that tab closes, because opening waits without a word', async () => {
		const old = await new Promise<globalThis.IDBDatabase>((resolve, reject) => {
			const request = factory.open('guarded', 10)
			request.onsuccess = () => resolve(request.result)
			request.onerror = () => reject(request.error)
			request.onupgradeneeded = () => {
				request.result.createObjectStore('fetched', { keyPath: 'key' })
			}
		})
		const reading = keys()
		await vi.waitFor(() => expect(guard.state()).toBe('blocked'))
		old.close()
		await reading
		expect(guard.state()).toBe('ok')
	})
})
