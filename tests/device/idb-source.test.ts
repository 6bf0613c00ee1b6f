import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LocalDb, openLocalDb } from '#device/db.ts'
import { createIdbSource, type IdbSource } from '#device/idb-source.ts'
import { createResilientDb, type StoreGuard } from '#device/resilient-db.ts'

/** The browser's store, and what its `open` does; by default it works. */
let browser: IDBFactory
let open: (...args: Parameters<IDBFactory['open']>) => IDBOpenDBRequest
/** Null: the browser has no IndexedDB. */
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
/** Lets the pauses of `ms` end. */
const pass = async (ms: number): Promise<void> => {
	await vi.waitFor(() => expect([...timers.values()]).toContain(ms))
	for (const [run, after] of [...timers]) {
		if (after !== ms) continue
		timers.delete(run)
		run()
	}
}
/** The browser takes longer than anybody waits. */
const runOut = async (): Promise<void> => {
	await pass(3000)
	await pass(0)
}

/** A request that the browser never answers. */
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

describe('a browser whose store works', () => {
	it('is used, and no timer is left', async () => {
		await write('here')
		expect(await keys()).toEqual(['here'])
		expect(source.inMemory()).toBe(false)
		expect(loaded).toBe(0)
		expect(timers.size).toBe(0)
	})

	it('opens a database that a newer build has left', async () => {
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

	it('is tried again when it refuses an open, as Safari does at times', async () => {
		let refused = 2
		const works = open
		open = (...args) => (refused-- > 0 ? failing() : works(...args))
		await write('here')
		expect(source.inMemory()).toBe(false)
		expect(await keys()).toEqual(['here'])
	})

	it('is not left for memory after it has once answered: what the page shows is in there', async () => {
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

/** A request that fails a moment later. */
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

describe('a browser that stores nothing', () => {
	const expectMemory = async (): Promise<void> => {
		await write('here')
		expect(await keys()).toEqual(['here'])
		expect(source.inMemory()).toBe(true)
		expect(guard.state()).toBe('ok')
		expect(loaded).toBe(1)
	}

	it('works from memory where there is no IndexedDB', async () => {
		present = false
		await expectMemory()
	})

	it('works from memory where opening throws, as Firefox does without cookies', async () => {
		open = () => {
			throw new DOMException('The operation is insecure.', 'SecurityError')
		}
		await expectMemory()
	})

	it('works from memory where every open fails', async () => {
		open = failing
		await expectMemory()
	})

	it('works from memory where no open is answered within 3 s', async () => {
		open = silent
		const told = vi.fn()
		source.subscribe(told)
		const written = write('here')
		await runOut()
		await written
		expect(told).toHaveBeenCalledTimes(1)
		await expectMemory()
	})

	it('works from memory where the store opens and then answers no read', async () => {
		open = (...args) => {
			const request = browser.open(...args)
			let seen: ((event: Event) => void) | null = null
			// Its connection answers nothing.
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

	it('leaves no empty database behind when the browser answers too late', async () => {
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

describe('a page in the back/forward cache', () => {
	it('opens nothing until it is back', async () => {
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

	it('repeats an open that the cache cut off, which Firefox never answers', async () => {
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

	it('does not fall back to memory while it is away, and waits again when it is back', async () => {
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
