/** The IndexedDB API that a database runs on: the browser's, or one in memory. */
export interface Idb {
	readonly indexedDB: IDBFactory
	readonly IDBKeyRange: typeof IDBKeyRange
}

export interface IdbSource extends Idb {
	/** Whether this page works from memory: nothing is kept when it closes. */
	inMemory(): boolean
	/** Calls back when the page falls back to memory. @returns unsubscribes. */
	subscribe(listener: () => void): () => void
	/** Holds back every open until {@link resume}: the page goes into the back/forward cache. */
	suspend(): void
	/** Runs the opens that were held back, and repeats those that the cache cut off. */
	resume(): void
	suspended(): boolean
}

interface Deps {
	/** The browser's own API; throws, or lacks a part, where there is none. */
	readonly browser: () => Partial<Idb>
	/** Loads an implementation that lives in memory. */
	readonly loadMemory: () => Promise<Idb>
	readonly setTimer: (run: () => void, ms: number) => () => void
}

/** How long the browser may take to answer the first open, in ms. */
const ANSWER_MS = 3000
/** Safari refuses an open now and then, and grants the next one. */
const TRIES = 3

/** The request that Dexie holds, while the one that serves it may be replaced. */
interface Deferred {
	readonly name: string
	readonly version: number | undefined
	request: IDBOpenDBRequest | null
	/** An upgrade has begun, or another tab blocks it. */
	answered: boolean
	/** Ends the wait for the answer. */
	stop: () => void
	onsuccess: ((event: Event) => void) | null
	onerror: ((event: Event) => void) | null
	onblocked: ((event: Event) => void) | null
	onupgradeneeded: ((event: Event) => void) | null
	readonly result: IDBDatabase | undefined
	readonly transaction: IDBTransaction | null
	readonly error: unknown
}

/** Lets go of a request whose answer no longer matters: it must neither create a database nor keep one open. */
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

/** An error event for a request that was never made. */
const errorEvent = (error: unknown): Event =>
	({
		type: 'error',
		target: { error },
		preventDefault: () => undefined,
		stopPropagation: () => undefined,
	}) as unknown as Event

/**
 * The browser's IndexedDB, or one in memory where the browser has none, refuses it, or does not answer its first open
 * within 3 s. The choice is made once: after a first successful open the page never falls back, because what it shows is
 * in that database.
 */
export const createIdbSource = ({ browser, loadMemory, setTimer }: Deps): IdbSource => {
	const listeners = new Set<() => void>()
	let proven = false
	let memory: Idb | null = null
	let loading: Promise<Idb> | null = null
	let suspended = false
	const held: Deferred[] = []
	const pending = new Set<Deferred>()

	const platform = (): Idb => {
		if (memory !== null) return memory
		const { indexedDB, IDBKeyRange } = browser()
		if (!indexedDB || !IDBKeyRange) throw new DOMException('No IndexedDB', 'NotSupportedError')
		return { indexedDB, IDBKeyRange }
	}

	const toMemory = (): Promise<Idb> => {
		loading ??= loadMemory().then(
			(loaded) => {
				memory = loaded
				for (const listener of listeners) listener()
				return loaded
			},
			(error: unknown) => {
				loading = null
				throw error
			},
		)
		return loading
	}

	const fail = (deferred: Deferred, cause: unknown): void => {
		pending.delete(deferred)
		const error = new DOMException('The database cannot be opened', 'InvalidStateError')
		deferred.onerror?.(errorEvent(Object.assign(error, { cause })))
	}

	/** Hands the events of a request on to Dexie. */
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
			pending.delete(deferred)
			deferred.onerror?.(event)
		}
		request.onsuccess = (event) => {
			pending.delete(deferred)
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

	/** Reads a row: some stores open and then answer nothing. */
	const ask = (db: IDBDatabase): IDBRequest | null => {
		const first = db.objectStoreNames[0]
		return first === undefined ? null : db.transaction(first).objectStore(first).get(0)
	}

	/** Opens for the first time, which decides between the browser's store and memory. */
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
			// The page may be frozen now: the wait begins again when it is back.
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
		/** An answer may be queued behind the timer while the page is busy: it gets one more turn. */
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
			// Missing or forbidden: there is nothing to wait for.
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
			// Dexie handles a newer build's database, and an upgrade that failed.
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

	const begin = (deferred: Deferred): void => {
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
			forward(deferred, openIn(platform(), deferred))
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
		if (suspended) held.push(deferred)
		// Dexie sets its handlers first.
		else queueMicrotask(() => (suspended ? held.push(deferred) : begin(deferred)))
		return deferred as unknown as IDBOpenDBRequest
	}

	return {
		// Each call goes to the implementation of that moment.
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
		inMemory: () => memory !== null,
		subscribe(listener) {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
		suspend() {
			suspended = true
		},
		resume() {
			suspended = false
			const again = held.splice(0)
			for (const deferred of pending) {
				// Firefox never answers an open made on the way into the cache. An upgrade under way is Dexie's.
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
