import 'fake-indexeddb/auto'
import Dexie, { liveQuery } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type LocalDb, openLocalDb } from '#device/db.ts'
import { createIdbSource, type IdbSource } from '#device/idb-source.ts'
import { createResilientDb, type StoreGuard } from '#device/resilient-db.ts'

/** Stand-in for the browser's IndexedDB factory and its `open`. */
let browser: IDBFactory
let open: (...args: Parameters<IDBFactory['open']>) => IDBOpenDBRequest
/** False when the browser has no IndexedDB. */
let present: boolean
let source: IdbSource
let db: LocalDb
let guard: StoreGuard
let loaded: number
const timers = new Map<() => void, number>()

const setTimer = (run: () => void, ms: number) => {
	timers.set(run, ms)
	return () => void timers.delete(run)
}
/** Fires the timers of `ms`. */
const pass = async (ms: number): Promise<void> => {
	await vi.waitFor(() => expect([...timers.values()]).toContain(ms))
	for (const [run, after] of [...timers]) {
		if (after !== ms) continue
		timers.delete(run)
		run()
	}
}
/** Fires the open timeout and the timer after it. */
const runOut = async (): Promise<void> => {
	await pass(3000)
	await pass(0)
}

const silent = (): IDBOpenDBRequest =>
	({ readyState: 'pending', error: null }) as unknown as IDBOpenDBRequest

beforeEach(() => {
	timers.clear()
	loaded = 0
	present = true
	browser = new IDBFactory()
	open = (...args) => browser.open(...args) as unknown as IDBOpenDBRequest
	const factory = {
		open: (...args: Parameters<IDBFactory['open']>) => open(...args),
		deleteDatabase: (name: string) => browser.deleteDatabase(name),
	} as unknown as globalThis.IDBFactory
	source = createIdbSource({
		browser: () => (present ? { indexedDB: factory, IDBKeyRange } : {}),
		loadMemory: async () => {
			loaded++
			return { indexedDB: new IDBFactory(), IDBKeyRange }
		},
		setTimer,
	})
	db = openLocalDb('sourced', source)
	guard = createResilientDb({ db, setTimer }, async () => undefined)
})
afterEach(() => db.close())

const write = (key: string) => guard.save(() => db.fetched.put({ key, at: 1 }))
const keys = () => guard.run(() => db.fetched.toCollection().primaryKeys())

describe('a browser with a working store', () => {
	it('uses the store and leaves no timer', async () => {
		await write('here')
		expect(await keys()).toEqual(['here'])
		expect(source.inMemory()).toBe(false)
		expect(loaded).toBe(0)
		expect(timers.size).toBe(0)
	})

	it('opens a database created by a newer build', async () => {
		const newer = browser.open('sourced', 1000)
		await new Promise((resolve) => {
			newer.onsuccess = resolve
			newer.onupgradeneeded = () => newer.result.createObjectStore('fetched', { keyPath: 'key' })
		})
		newer.result.close()
		await write('here')
		expect(source.inMemory()).toBe(false)
		vi.mocked(console.warn).mockClear()
	})

	// Safari refuses an open at times.
	it('retries a refused open', async () => {
		let refused = 2
		const works = open
		open = (...args) => (refused-- > 0 ? failing() : works(...args))
		await write('here')
		expect(source.inMemory()).toBe(false)
		expect(await keys()).toEqual(['here'])
	})

	it('never falls back to memory after a successful open', async () => {
		await write('here')
		db.close({ disableAutoOpen: false })
		open = silent
		const lost = write('after').catch((error: unknown) => error)
		await vi.waitFor(() => expect(timers.size).toBeGreaterThan(0))
		await pass(5000)
		expect(await lost).toMatchObject({ fault: 'lost' })
		expect(source.inMemory()).toBe(false)
		expect(guard.state()).toBe('lost')
	})
})

const failing = (): IDBOpenDBRequest => {
	const request = {
		readyState: 'pending',
		error: new DOMException('refused', 'UnknownError'),
		onerror: null as ((event: unknown) => void) | null,
	}
	queueMicrotask(() => {
		request.readyState = 'done'
		request.onerror?.({ target: request, preventDefault: () => undefined })
	})
	return request as unknown as IDBOpenDBRequest
}

describe('a browser that cannot store', () => {
	const expectMemory = async (): Promise<void> => {
		await write('here')
		expect(await keys()).toEqual(['here'])
		expect(source.inMemory()).toBe(true)
		expect(guard.state()).toBe('ok')
		expect(loaded).toBe(1)
	}

	it('falls back to memory without IndexedDB', async () => {
		present = false
		await expectMemory()
	})

	it('runs live queries without IndexedDB', async () => {
		present = false
		const dependencies = { ...Dexie.dependencies }
		onTestFinished(() => void Object.assign(Dexie.dependencies, dependencies))
		Object.assign(Dexie.dependencies, { indexedDB: undefined })
		db.close()
		db = openLocalDb('sourced', source)
		const seen: number[] = []
		const query = liveQuery(() => db.fetched.count()).subscribe((count) => seen.push(count))
		await vi.waitFor(() => expect(seen).toEqual([0]))
		await db.fetched.put({ key: 'later', at: 1 })
		await vi.waitFor(() => expect(seen).toEqual([0, 1]))
		query.unsubscribe()
	})

	// Firefox throws when cookies are blocked.
	it('falls back to memory when opening throws', async () => {
		open = () => {
			throw new DOMException('The operation is insecure.', 'SecurityError')
		}
		await expectMemory()
	})

	it('falls back to memory when every open fails', async () => {
		open = failing
		await expectMemory()
	})

	it('falls back to memory when no open settles within 3 s', async () => {
		open = silent
		const listener = vi.fn()
		source.subscribe(listener)
		const written = write('here')
		await runOut()
		await written
		expect(listener).toHaveBeenCalledTimes(1)
		await expectMemory()
	})

	it('falls back to memory when the first read never settles', async () => {
		open = (...args) => {
			const request = browser.open(...args)
			let seen: ((event: Event) => void) | null = null
			Object.defineProperty(request, 'onsuccess', {
				get: () => seen,
				set: (handler: (event: Event) => void) => {
					seen = handler
					request.addEventListener('success', (event) => {
						const { result } = request
						vi.spyOn(result, 'transaction').mockReturnValue({
							objectStore: () => ({ get: () => ({}) }),
						} as never)
						seen?.(event as unknown as Event)
					})
				},
			})
			return request as unknown as IDBOpenDBRequest
		}
		const written = write('here')
		await vi.waitFor(() => expect(timers.size).toBeGreaterThan(0))
		await vi.waitFor(async () => {
			await runOut()
			expect(source.inMemory()).toBe(true)
		})
		await written
		await expectMemory()
	})

	it('deletes the empty database when a late open succeeds', async () => {
		let answer = (): void => undefined
		open = (name, version) => {
			const late = silent()
			answer = () => {
				const real = browser.open(name, version)
				for (const event of ['onsuccess', 'onupgradeneeded', 'onerror'] as const) {
					real[event] = ((happened: Event) => {
						Object.assign(late, { result: real.result, transaction: real.transaction })
						late[event]?.call(late, happened as never)
					}) as never
				}
			}
			return late
		}
		const written = write('here')
		await runOut()
		await written
		answer()
		await vi.waitFor(async () => expect(await browser.databases()).toEqual([]))
	})
})

describe('a later open that the browser never answers', () => {
	beforeEach(() => write('before'))

	it('is repeated after 3 s, for a read too', async () => {
		db.close({ disableAutoOpen: false })
		const works = open
		open = silent
		const read = keys()
		await vi.waitFor(() => expect(timers.size).toBe(1))
		open = works
		await pass(3000)
		expect(await read).toEqual(['before'])
		expect(source.inMemory()).toBe(false)
	})

	it('counts as blocked, not as silent, while another tab keeps an older version open', async () => {
		db.close({ disableAutoOpen: false })
		const request = silent()
		open = () => request
		const read = db.fetched.count()
		await vi.waitFor(() => expect(request.onblocked).toBeTypeOf('function'))
		request.onblocked?.call(request, { newVersion: 50, oldVersion: 40 } as IDBVersionChangeEvent)
		const opened = vi.fn(open)
		open = opened
		await pass(3000)
		expect(opened).not.toHaveBeenCalled()
		db.close()
		await expect(read).rejects.toThrow()
		vi.mocked(console.warn).mockClear()
	})
})

describe('a page in the back/forward cache', () => {
	it('opens nothing until it resumes', async () => {
		await write('before')
		const opens = vi.fn(open)
		open = opens
		source.suspend()
		db.close({ disableAutoOpen: false })
		const written = write('after')
		await new Promise((resolve) => setImmediate(resolve))
		expect(opens).not.toHaveBeenCalled()
		source.resume()
		await written
		expect(await keys()).toEqual(['after', 'before'])
	})

	// Firefox never settles such an open.
	it('repeats an open that the cache interrupted', async () => {
		await write('before')
		db.close({ disableAutoOpen: false })
		const works = open
		const cutOff = vi.fn(silent)
		open = cutOff
		const written = write('after')
		await vi.waitFor(() => expect(cutOff).toHaveBeenCalled())
		source.suspend()
		open = works
		source.resume()
		await written
		expect(await keys()).toEqual(['after', 'before'])
		expect(source.inMemory()).toBe(false)
	})

	// WebKit freezes such a transaction, and other pages wait for it.
	it('repeats a transaction that the cache interrupted', async () => {
		await write('before')
		let tries = 0
		const written = guard.write(() =>
			db.transaction('rw', db.fetched, async () => {
				tries++
				await db.fetched.put({ key: `try ${tries}`, at: 1 })
				if (tries === 1) source.suspend()
			}),
		)
		await vi.waitFor(() => expect(source.suspended()).toBe(true))
		source.resume()
		await written
		expect(await keys()).toEqual(['before', 'try 2'])
	})

	it('does not fall back to memory while suspended', async () => {
		const works = open
		open = silent
		const written = write('here')
		await vi.waitFor(() => expect(timers.size).toBeGreaterThan(0))
		source.suspend()
		await runOut()
		expect(source.inMemory()).toBe(false)
		open = works
		source.resume()
		await written
		expect(source.inMemory()).toBe(false)
	})
})
