import type { LocalDb } from './db.ts'
import type { StoreGuard } from './resilient-db.ts'
import { createSignal } from './signal.ts'

export interface Idb {
	readonly indexedDB: IDBFactory
	readonly IDBKeyRange: typeof IDBKeyRange
}

export interface IdbSource extends Idb {
	/** True if this page works from memory: its data is lost when it closes. */
	inMemory(): boolean
	subscribe(listener: () => void): () => void
	/**
	 * Aborts transactions, and holds back every open until {@link resume}, because the page enters the back/forward
	 * cache.
	 */
	suspend(): void
	/** Runs the queued opens and repeats those that the cache interrupted. */
	resume(): void
	suspended(): boolean
}

interface Deps {
	/** Browser's API. Throws, or lacks a part, if unavailable. */
	readonly browser: () => Partial<Idb>
	readonly loadMemory: () => Promise<Idb>
	readonly setTimer: (run: () => void, ms: number) => () => void
}

/** Time for the browser to answer the first open, in ms. */
const ANSWER_MS = 3000
/** Safari sometimes refuses an open and grants the next one. */
const TRIES = 3

/** Request that Dexie holds, while the underlying one may be replaced. */
interface Deferred {
	readonly name: string
	readonly version: number | undefined
	request: IDBOpenDBRequest | null
	/** An upgrade has begun, or another tab blocks it. */
	answered: boolean
	stop: () => void
	onsuccess: ((event: Event) => void) | null
	onerror: ((event: Event) => void) | null
	onblocked: ((event: Event) => void) | null
	onupgradeneeded: ((event: Event) => void) | null
	readonly result: IDBDatabase | undefined
	readonly transaction: IDBTransaction | null
	readonly error: unknown
}

/** Abandons a request. Its late answer must neither create a database nor keep one open. */
const abandon = (request: IDBOpenDBRequest): void => {
	if (request.readyState === 'done') {
		if (request.error === null) request.result.close()
		return
	}
	request.onblocked = null
	request.onerror = (event) => event.preventDefault()
	request.onupgradeneeded = () => request.transaction?.abort()
	request.onsuccess = () => request.result.close()
}

const stop = (transaction: IDBTransaction): void => {
	try {
		transaction.abort()
	} catch (error) {
		// One that commits already needs no more of the page.
		if ((error as DOMException).name !== 'InvalidStateError') throw error
	}
}

const errorEvent = (error: unknown): Event =>
	({
		type: 'error',
		target: { error },
		preventDefault: () => undefined,
		stopPropagation: () => undefined,
	}) as unknown as Event

/**
 * Uses the browser's IndexedDB, or one in memory if it is missing, refused, or silent for 3 s on the first open.
 * Decides once: after a successful open the page never falls back, because its data is in that database.
 */
export const createIdbSource = ({ browser, loadMemory, setTimer }: Deps): IdbSource => {
	let proven = false
	const memory = createSignal<Idb | null>(null)
	let loading: Promise<Idb> | null = null
	let suspended = false
	const queued: Deferred[] = []
	const pending = new Set<Deferred>()
	const unfinished = new Set<IDBTransaction>()

	/** Follows the transactions of a connection until they finish. */
	const follow = (db: IDBDatabase): void => {
		const begin = db.transaction.bind(db)
		db.transaction = (...args) => {
			const transaction = begin(...args)
			const finish = (): void => void unfinished.delete(transaction)
			unfinished.add(transaction)
			transaction.addEventListener('complete', finish)
			transaction.addEventListener('abort', finish)
			return transaction
		}
	}

	const platform = (): Idb => {
		const inMemory = memory.get()
		if (inMemory !== null) return inMemory
		const { indexedDB, IDBKeyRange } = browser()
		if (!indexedDB || !IDBKeyRange) throw new DOMException('No IndexedDB', 'NotSupportedError')
		return { indexedDB, IDBKeyRange }
	}

	const toMemory = (): Promise<Idb> => {
		loading ??= loadMemory().then(
			(loaded) => {
				memory.set(loaded)
				return loaded
			},
			(error: unknown) => {
				loading = null
				throw error
			},
		)
		return loading
	}

	const settle = (deferred: Deferred): void => {
		pending.delete(deferred)
		deferred.stop()
	}

	const fail = (deferred: Deferred, cause: unknown): void => {
		settle(deferred)
		const error = new DOMException('The database cannot be opened', 'InvalidStateError')
		deferred.onerror?.(errorEvent(Object.assign(error, { cause })))
	}

	const forward = (deferred: Deferred, request: IDBOpenDBRequest): void => {
		deferred.request = request
		request.onblocked = (event) => {
			deferred.answered = true
			deferred.onblocked?.(event)
		}
		request.onupgradeneeded = (event) => {
			deferred.answered = true
			deferred.onupgradeneeded?.(event)
		}
		request.onerror = (event) => {
			settle(deferred)
			deferred.onerror?.(event)
		}
		request.onsuccess = (event) => {
			settle(deferred)
			follow(request.result)
			deferred.onsuccess?.(event)
		}
	}

	const openIn = (idb: Idb, { name, version }: Deferred): IDBOpenDBRequest =>
		version === undefined ? idb.indexedDB.open(name) : idb.indexedDB.open(name, version)

	const openInMemory = async (deferred: Deferred): Promise<void> => {
		try {
			forward(deferred, openIn(await toMemory(), deferred))
		} catch (error) {
			fail(deferred, error)
		}
	}

	/** Reads a row, because some stores open but never answer a read. */
	const ask = (db: IDBDatabase): IDBRequest | null => {
		const first = db.objectStoreNames[0]
		return first === undefined ? null : db.transaction(first).objectStore(first).get(0)
	}

	const prove = (deferred: Deferred, tries: number): void => {
		let over = false
		let cancel = (): void => undefined
		const end = (): void => {
			over = true
			cancel()
		}
		deferred.stop = end
		const letGo = (): void => {
			end()
			if (deferred.request) abandon(deferred.request)
		}
		const giveUp = (): void => {
			// The page may be frozen now. The wait restarts on resume.
			if (over || suspended) return
			letGo()
			void openInMemory(deferred)
		}
		const refused = (): void => {
			if (over) return
			if (tries < TRIES) {
				letGo()
				prove(deferred, tries + 1)
			} else giveUp()
		}
		/** Allows one more turn, because the answer may be queued behind the timer on a busy page. */
		const wait = (): void => {
			cancel()
			cancel = setTimer(() => {
				cancel = setTimer(giveUp, 0)
			}, ANSWER_MS)
		}
		let request: IDBOpenDBRequest
		try {
			request = openIn(platform(), deferred)
		} catch {
			giveUp()
			return
		}
		forward(deferred, request)
		const { onblocked, onupgradeneeded, onsuccess, onerror } = request
		wait()
		request.onblocked = (event) => {
			cancel()
			onblocked?.call(request, event)
		}
		request.onupgradeneeded = (event) => {
			cancel()
			onupgradeneeded?.call(request, event)
		}
		request.onerror = (event) => {
			// Dexie handles a newer build's database and a failed upgrade.
			if (deferred.answered || request.error?.name === 'VersionError') {
				end()
				onerror?.call(request, event)
				return
			}
			event.preventDefault()
			refused()
		}
		request.onsuccess = (event) => {
			const accept = (): void => {
				if (over) return
				end()
				proven = true
				onsuccess?.call(request, event)
			}
			wait()
			try {
				const row = ask(request.result)
				if (row === null) return accept()
				row.onsuccess = accept
				row.onerror = (failed) => {
					failed.preventDefault()
					failed.stopPropagation()
					refused()
				}
			} catch {
				refused()
			}
		}
	}

	const begin = (deferred: Deferred, again = false): void => {
		pending.add(deferred)
		deferred.answered = false
		if (loading !== null) {
			void openInMemory(deferred)
			return
		}
		if (!proven) {
			prove(deferred, 1)
			return
		}
		try {
			const request = openIn(platform(), deferred)
			forward(deferred, request)
			deferred.stop = setTimer(() => {
				if (suspended || deferred.answered) return
				abandon(request)
				if (again) fail(deferred, null)
				else begin(deferred, true)
			}, ANSWER_MS)
		} catch (error) {
			fail(deferred, error)
		}
	}

	const open = (name: string, version?: number): IDBOpenDBRequest => {
		const deferred: Deferred = {
			name,
			version,
			request: null,
			answered: false,
			stop: () => undefined,
			onsuccess: null,
			onerror: null,
			onblocked: null,
			onupgradeneeded: null,
			get result() {
				return this.request?.result
			},
			get transaction() {
				return this.request?.transaction ?? null
			},
			get error() {
				return this.request?.error ?? null
			},
		}
		if (suspended) queued.push(deferred)
		// Dexie attaches its handlers first.
		else queueMicrotask(() => (suspended ? queued.push(deferred) : begin(deferred)))
		return deferred as unknown as IDBOpenDBRequest
	}

	return {
		// Resolve the implementation on each call, because it may change.
		indexedDB: {
			open,
			deleteDatabase: (name) => platform().indexedDB.deleteDatabase(name),
			databases: () => platform().indexedDB.databases(),
			cmp: (a, b) => platform().indexedDB.cmp(a, b),
		},
		IDBKeyRange: {
			only: (value: unknown) => platform().IDBKeyRange.only(value),
			bound: (...args: Parameters<typeof IDBKeyRange.bound>) =>
				platform().IDBKeyRange.bound(...args),
			lowerBound: (...args: Parameters<typeof IDBKeyRange.lowerBound>) =>
				platform().IDBKeyRange.lowerBound(...args),
			upperBound: (...args: Parameters<typeof IDBKeyRange.upperBound>) =>
				platform().IDBKeyRange.upperBound(...args),
		} as typeof IDBKeyRange,
		inMemory: () => memory.get() !== null,
		subscribe: memory.subscribe,
		suspend() {
			suspended = true
			// WebKit freezes them with the page, and their tables stay locked for every other page.
			for (const transaction of unfinished) stop(transaction)
		},
		resume() {
			suspended = false
			const again = queued.splice(0)
			for (const deferred of pending) {
				// Firefox never answers an open made on the way into the cache. Dexie handles an upgrade in progress.
				if (deferred.answered || deferred.request === null) continue
				deferred.stop()
				abandon(deferred.request)
				again.push(deferred)
			}
			for (const deferred of again) begin(deferred)
		},
		suspended: () => suspended,
	}
}

/** Renews the connection of a page that returns from the back/forward cache, because the old one may never answer. */
export const returnFromCache = (
	db: LocalDb,
	source: IdbSource,
	guard: StoreGuard,
): Promise<void> => {
	db.close({ disableAutoOpen: false })
	source.resume()
	return guard.probe()
}
