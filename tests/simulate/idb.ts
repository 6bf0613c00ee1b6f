import {
	forceCloseDatabase,
	IDBDatabase,
	IDBFactory,
	IDBObjectStore,
	IDBOpenDBRequest,
	IDBRequest,
	IDBTransaction,
	IDBVersionChangeEvent,
} from 'fake-indexeddb'
import type { Process } from './world.ts'

/** Untyped internals of the stand-in that the faults need. */
interface Target {
	dispatchEvent(event: { type: string }): boolean
	onsuccess?: unknown
	onerror?: unknown
	onabort?: unknown
	oncomplete?: unknown
	onblocked?: unknown
	onupgradeneeded?: unknown
	onversionchange?: unknown
	onclose?: unknown
}
interface Connection extends Target {
	close(): void
	_closed?: boolean
	readonly _rawDatabase: { processTransactions(): void }
}
interface Transaction extends Target {
	readonly db: Connection
	readonly mode: string
	readonly _state: string
	readonly _requests: readonly unknown[]
	_start(): void
	_abort(name: string): void
	abort(): void
}
interface Request extends Target {
	readonly transaction: Transaction | null
	readonly result: unknown
}

/** Storage of a process with its pending faults. */
export interface Storage {
	readonly owner: Process
	readonly indexedDB: Api
	/** Another database in the process's memory. */
	readonly memory: Api
	/** Number of next transactions that lose the connection, of next rows that find the disk full, and of next opens that never answer. */
	lose: number
	full: number
	silent: number
	readonly met: Record<'lost' | 'full' | 'closed' | 'silent' | 'cached', number>
	/** Time of the last open that was not answered. */
	readonly silentAt: number
	onFault: (name: string) => void
	/** Called when a page in the cache blocks another tab: the browser ends it. */
	onBlocks: () => void
	/** Called on store work between `pagehide` and `pageshow`. */
	onLateWork: (what: string) => void
	/** Runs `act` after this many completed steps, in the middle of a transaction at most times. */
	arm(steps: number, act: () => void): void
	/** Ends all faults that have not fired. */
	calm(): void
	/** Ends the process: aborts its transactions and delivers no more events. */
	die(): void
	/** Closes the connections like a browser that clears data. @param abruptly aborts the running transactions. */
	forceClose(abruptly: boolean): void
	/** Asks the connections to close, like a tab that upgrades the database. */
	askToClose(): void
	/** Between `pagehide` and `pageshow`. */
	hidden: boolean
	/**
	 * Delivers no events until {@link thaw}. Transactions that await the process are aborted, others commit.
	 * @param forgets leaves the opens in progress unanswered for good.
	 */
	freeze(forgets: boolean): void
	thaw(): void
}

interface Api {
	open: (...args: unknown[]) => unknown
	deleteDatabase: (name: string) => unknown
}

const byConnection = new WeakMap<object, Mutable>()
const byRequest = new WeakMap<object, Mutable>()

interface Mutable extends Storage {
	readonly connections: Set<Connection>
	readonly transactions: Set<Transaction>
	silentAt: number
	fuse: number
	blown: () => void
	/** Events that a frozen process has not received yet; null if it runs. */
	held: { readonly target: Target; readonly event: { type: string } }[] | null
	/** Opens that have not been answered, and those that never will be. */
	readonly opening: Set<object>
	forgotten: Set<object>
}

const mute = (target: Target): void => {
	for (const name of [
		'onsuccess',
		'onerror',
		'onabort',
		'oncomplete',
		'onblocked',
		'onupgradeneeded',
		'onversionchange',
		'onclose',
	] as const) {
		if (name in target) target[name] = null
	}
}

const storageOf = (target: object): Mutable | undefined => {
	if (target instanceof IDBTransaction) {
		return byConnection.get((target as unknown as Transaction).db)
	}
	if (target instanceof IDBDatabase) return byConnection.get(target)
	const transaction = (target as Partial<Request>).transaction
	if (transaction) return byConnection.get(transaction.db)
	return byRequest.get(target) ?? byConnection.get(target)
}

const adopt = (storage: Mutable, connection: Connection): void => {
	byConnection.set(connection, storage)
	storage.connections.add(connection)
}

const fill = (storage: Mutable): void => {
	storage.full--
	storage.met.full++
	storage.onFault('disk full')
}

const setState = (request: object, readyState: string): void =>
	void Object.assign(request, { readyState })

/** True if a frozen process has not received an event of the transaction, so that it could not go on with it. */
const awaitsOwner = ({ held }: Mutable, transaction: Transaction): boolean =>
	held?.some(({ target }) => (target as Partial<Request>).transaction === transaction) ?? false

/** Upgrades run on in the browser, whatever the process does. */
const isUpgrade = (target: Target): boolean =>
	(target as Partial<Transaction>).mode === 'versionchange' ||
	(target as Partial<Request>).transaction?.mode === 'versionchange'

/**
 * Fails the commit of a writing transaction: Chrome reports a full disk then, by an abort alone. Aborts the transactions
 * of a frozen process that await it.
 */
const patchCommits = (): void => {
	const steps = IDBTransaction.prototype as unknown as Transaction
	const step = steps._start
	steps._start = function (this: Transaction) {
		const storage = byConnection.get(this.db)
		const ends = this._requests.length === 0 && this._state !== 'finished'
		if (storage?.held && this._state !== 'finished' && this.mode !== 'versionchange') {
			if (!ends || awaitsOwner(storage, this)) {
				this._abort('AbortError')
				return
			}
		}
		if (ends && storage && storage.full > 0 && this.mode === 'readwrite') {
			fill(storage)
			this._abort('QuotaExceededError')
			return
		}
		step.call(this)
	}
}

/** Patches the prototypes before any database is opened, because Dexie caches their methods. */
export const installFaults = (): void => {
	const target = Object.getPrototypeOf(IDBRequest.prototype) as Target
	const dispatch = target.dispatchEvent
	target.dispatchEvent = function (this: object, event) {
		const storage = storageOf(this)
		const step = event.type === 'success' || event.type === 'complete'
		if (storage && step && storage.fuse > 0 && --storage.fuse === 0) storage.blown()
		if (storage?.owner.dead) mute(this as Target)
		else if (storage?.held && !isUpgrade(this as Target)) {
			if (event.type === 'versionchange') storage.onBlocks()
			// The database goes on with the others' transactions.
			if (event.type === 'complete' || event.type === 'abort')
				(this as Partial<Transaction>).db?._rawDatabase.processTransactions()
			// In a browser, an open is done when the page hears of it.
			if (this instanceof IDBOpenDBRequest) {
				// Its connection is open all the same, and blocks other tabs.
				if (event.type === 'success' && this.result instanceof IDBDatabase)
					adopt(storage, this.result as unknown as Connection)
				setState(this, 'pending')
			}
			storage.held.push({ target: this as Target, event })
			return true
		}
		return dispatch.call(this as Target, event)
	}
	const begin = IDBDatabase.prototype.transaction
	IDBDatabase.prototype.transaction = function (...args) {
		const storage = byConnection.get(this)
		if (storage && storage.lose > 0) {
			storage.lose--
			storage.met.lost++
			storage.onFault('connection lost')
			throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
		}
		const transaction = begin.apply(this, args)
		if (storage?.hidden) storage.onLateWork('a transaction')
		storage?.transactions.add(transaction as unknown as Transaction)
		return transaction
	}
	patchCommits()
	for (const name of ['put', 'add'] as const) {
		const write = IDBObjectStore.prototype[name]
		IDBObjectStore.prototype[name] = function (...args) {
			const storage = storageOf(this.transaction)
			// Fail the write every second time, otherwise the commit.
			if (storage && storage.full % 2 === 1) {
				fill(storage)
				throw new DOMException('no room', 'QuotaExceededError')
			}
			return write.apply(this, args)
		}
	}
}

export const createStorage = (
	factory: InstanceType<typeof IDBFactory>,
	owner: Process,
	now: () => number,
): Storage => {
	const apiOf = (of: typeof factory, silent: () => boolean): Api => ({
		open: (...args) => {
			if (storage.hidden) storage.onLateWork('an open')
			if (silent()) {
				owner.stuck = true
				return new IDBOpenDBRequest()
			}
			const request = of.open(...(args as [string, number?]))
			byRequest.set(request, storage)
			if (of === factory) storage.opening.add(request)
			const note = (): void => {
				adopt(storage, request.result as unknown as Connection)
				owner.stuck = false
				storage.opening.delete(request)
				// A browser that has asked for the upgrade also finishes the open.
				storage.forgotten.delete(request)
				// The owner died while opening. An open connection would block upgrades in other tabs.
				if (owner.dead) storage.die()
			}
			request.addEventListener('upgradeneeded', note)
			request.addEventListener('success', note)
			return request
		},
		deleteDatabase(name) {
			const request = of.deleteDatabase(name)
			byRequest.set(request, storage)
			return request
		},
	})
	const openConnections = (): Connection[] =>
		[...storage.connections].filter(({ _closed }) => !_closed)
	const abortAll = (): void => {
		for (const transaction of storage.transactions) {
			if (transaction._state === 'active' || transaction._state === 'inactive') transaction.abort()
		}
	}
	const storage: Mutable = {
		owner,
		connections: new Set(),
		transactions: new Set(),
		fuse: 0,
		lose: 0,
		full: 0,
		silent: 0,
		silentAt: Number.NEGATIVE_INFINITY,
		hidden: false,
		held: null,
		opening: new Set(),
		forgotten: new Set(),
		met: { lost: 0, full: 0, closed: 0, silent: 0, cached: 0 },
		onFault: () => undefined,
		onBlocks: () => undefined,
		onLateWork: () => undefined,
		blown: () => undefined,
		indexedDB: apiOf(factory, () => {
			if (storage.silent === 0) return false
			storage.silent--
			storage.met.silent++
			storage.silentAt = now()
			storage.onFault('open unanswered')
			return true
		}),
		memory: apiOf(new IDBFactory(), () => false),
		arm(steps, act) {
			storage.fuse = steps
			storage.blown = act
		},
		calm: () => void Object.assign(storage, { fuse: 0, lose: 0, full: 0, silent: 0 }),
		die() {
			owner.dead = true
			for (const transaction of storage.transactions) mute(transaction)
			abortAll()
			for (const connection of storage.connections) {
				mute(connection)
				connection.close()
			}
		},
		forceClose(abruptly) {
			storage.met.closed++
			if (abruptly) abortAll()
			// The parameter is typed as the constructor but takes a database.
			for (const connection of openConnections()) forceCloseDatabase(connection as never)
		},
		askToClose() {
			storage.met.closed++
			for (const connection of openConnections()) {
				connection.dispatchEvent(
					new IDBVersionChangeEvent('versionchange', { oldVersion: 40, newVersion: 50 }),
				)
			}
		},
		freeze(forgets) {
			storage.met.cached++
			storage.held = []
			storage.forgotten = new Set(forgets ? storage.opening : [])
		},
		thaw() {
			const { held, forgotten } = storage
			storage.held = null
			storage.silent = 0
			storage.silentAt = Number.NEGATIVE_INFINITY
			// Each in a task of its own.
			for (const { target, event } of held ?? []) {
				if (target instanceof IDBOpenDBRequest) setState(target, 'done')
				if (target instanceof IDBOpenDBRequest && forgotten.has(target)) {
					if (target.error === null) target.result.close()
				} else setImmediate(() => target.dispatchEvent(event))
			}
		},
	}
	return storage
}
