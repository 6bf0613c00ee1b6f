import 'fake-indexeddb/auto'
import { forceCloseDatabase, IDBDatabase, IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LocalDb, openLocalDb } from '#device/db.ts'
import { createResilientDb, isStoreFault, type StoreGuard } from '#device/resilient-db.ts'

type FakeDatabase = InstanceType<typeof IDBDatabase>
type FakeObjectStore = InstanceType<typeof IDBObjectStore>
/** The stand-in's internal request runner. A request made through it can fail asynchronously like a browser's. */
interface Requests {
	_execRequestAsync(request: { source: unknown; operation: () => never }): IDBRequest<IDBValidKey>
}

let factory: InstanceType<typeof IDBFactory>
let db: LocalDb
let guard: StoreGuard
let made: number
let makeRoom: () => Promise<void>

const timers = new Map<() => void, number>()
const setTimer = (run: () => void, ms: number) => {
	timers.set(run, ms)
	return () => void timers.delete(run)
}

/** Number of transactions and row writes that fail next. */
let lost: number
let refused: number
/** Error names with which the requests of the next rows fail, each asynchronously. */
let failing: string[]

beforeEach(() => {
	timers.clear()
	lost = 0
	refused = 0
	failing = []
	// Patch before opening: Dexie caches the connection's methods when it opens.
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

/** Asserts and clears Dexie's own warning about the broken connection. */
const expectDexieNoticed = (): void => {
	expect(console.warn).toHaveBeenCalledWith('Dexie: Need to reopen db')
	vi.mocked(console.warn).mockClear()
}

const write = (key: string): Promise<unknown> =>
	guard.write(() => db.transaction('rw', db.fetched, () => db.fetched.put({ key, at: 1 })))
const keys = (): Promise<string[]> => guard.run(() => db.fetched.toCollection().primaryKeys())

describe('a lost connection', () => {
	it('reopens the connection and repeats the work', async () => {
		await write('before')
		lost = 2
		await write('after')
		expect(await keys()).toEqual(['after', 'before'])
		expect(guard.state()).toBe('ok')
		expectDexieNoticed()
	})

	// Dexie does not retry in this case.
	it('reopens a connection lost while opening', async () => {
		await write('before')
		db.close({ disableAutoOpen: false })
		lost = 1
		await write('after')
		expect(await keys()).toEqual(['after', 'before'])
		expect(guard.state()).toBe('ok')
		vi.mocked(console.warn).mockClear()
	})

	it('reopens a connection that the browser closed', async () => {
		await write('before')
		// A cast between the browser's type and the stand-in's.
		forceCloseDatabase(db.backendDB() as unknown as Parameters<typeof forceCloseDatabase>[0])
		await write('after')
		expect(await keys()).toEqual(['after', 'before'])
	})

	// The page hears of the abort only after its next request.
	it('repeats a transaction that ended under it', async () => {
		await write('before')
		let cut = true
		await guard.save(() =>
			db.transaction('rw', db.fetched, async (transaction) => {
				await db.fetched.put({ key: 'first', at: 1 })
				if (cut) transaction.idbtrans.abort()
				cut = false
				await db.fetched.put({ key: 'second', at: 2 })
			}),
		)
		expect(await keys()).toEqual(['before', 'first', 'second'])
	})

	it('gives up after three tries and reports the loss', async () => {
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

// Dexie wraps such faults in a BulkError or ModifyError.
describe('a fault of a single request', () => {
	const rows = [
		{ key: 'first', at: 1 },
		{ key: 'second', at: 2 },
	]
	const inOne = (write: () => Promise<unknown>): Promise<unknown> =>
		guard.write(() => db.transaction('rw', db.fetched, write))

	it('frees space when the disk is full', async () => {
		failing = ['QuotaExceededError']
		await inOne(() => db.fetched.bulkPut(rows))
		expect(made).toBe(1)
		expect(await keys()).toEqual(['first', 'second'])
	})

	it('repeats the work when the connection was lost', async () => {
		failing = ['UnknownError', 'UnknownError']
		await inOne(() => db.fetched.bulkPut(rows))
		expect(await keys()).toEqual(['first', 'second'])
		expect(made).toBe(0)
		expect(guard.state()).toBe('ok')
	})

	it('detects the fault when a row is updated', async () => {
		await inOne(() => db.fetched.bulkPut(rows))
		failing = ['QuotaExceededError']
		await inOne(() => db.fetched.update('first', { at: 3 }))
		expect(made).toBe(1)
		expect(await guard.run(() => db.fetched.get('first'))).toEqual({ key: 'first', at: 3 })
	})

	it('reports a full disk when freeing space does not help', async () => {
		failing = Array.from({ length: 10 }, () => 'QuotaExceededError')
		const fault = await inOne(() => db.fetched.bulkPut(rows)).catch((error: unknown) => error)
		expect(isStoreFault(fault) && fault.fault).toBe('full')
	})
})

describe('reading from a broken store', () => {
	const PATIENCE_MS = 3000
	/** The next timer. Skips the one that runs while the database opens. */
	const next = () => [...timers].find(([, ms]) => ms !== PATIENCE_MS)
	const pause = (): number => next()?.[1] ?? Number.NaN
	/** Fires the next timer and waits for the one after it. */
	const tryNow = async (): Promise<void> => {
		const [run] = next() ?? []
		timers.delete(run ?? (() => undefined))
		run?.()
		await vi.waitFor(() => expect(next()).toBeDefined())
	}

	it('signals when reads work again, for all readers at once', async () => {
		await write('before')
		guard.mend()
		guard.mend()
		expect(timers.size, 'one reopening serves all').toBe(1)
		expect(pause()).toBe(0)
		await tryNow()
		expect(guard.mended()).toBe(1)
	})

	it('retries with growing delays', async () => {
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
	it('frees space once and repeats the write', async () => {
		refused = 1
		await write('answer')
		expect(made).toBe(1)
		expect(await keys()).toEqual(['answer'])
		expect(guard.state()).toBe('ok')
	})

	it('frees space after a lost connection', async () => {
		await write('before')
		lost = 1
		refused = 1
		await write('answer')
		expect(made).toBe(1)
		expect(await keys()).toEqual(['answer', 'before'])
		vi.mocked(console.warn).mockClear()
	})

	it('reports a full disk when freeing space is not enough', async () => {
		refused = 1000
		const fault = await write('answer').catch((error: unknown) => error)
		expect(isStoreFault(fault) && fault.fault).toBe('full')
		expect(made).toBe(1)
		expect(await keys()).toEqual([])
		expect(guard.state(), 'a read does not prove that there is space').toBe('full')
		refused = 0
		await write('answer')
		expect(guard.state()).toBe('ok')
	})

	it('reports a full disk when freeing space fails', async () => {
		makeRoom = async () => {
			throw new DOMException('no room', 'QuotaExceededError')
		}
		refused = 1000
		const fault = await write('answer').catch((error: unknown) => error)
		expect(isStoreFault(fault) && fault.fault).toBe('full')
	})
})

describe('a save that does not settle', () => {
	/** Fires the save timeout. */
	const runOut = (): void => {
		for (const [run, ms] of timers) if (ms === 5000) run()
	}

	it('fails as lost after a timeout and is not repeated', async () => {
		await write('before')
		let runs = 0
		const saving = guard.save(() => {
			runs++
			return new Promise((_, reject) => {
				// Dexie rejects work that waits for a connection when the database closes.
				db.on('close', () => reject(new DOMException('', 'DatabaseClosedError')))
			})
		})
		runOut()
		const fault = await saving.catch((error: unknown) => error)
		expect(isStoreFault(fault) && fault.fault).toBe('lost')
		expect(guard.state()).toBe('lost')
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

describe('work that throws', () => {
	it('propagates the error without repeating the work', async () => {
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

describe('a database that an older tab has open', () => {
	// Opening waits without an error in this case.
	it('reports the database as blocked until that tab closes', async () => {
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
