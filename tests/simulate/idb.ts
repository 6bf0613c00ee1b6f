import {
	forceCloseDatabase,
	IDBDatabase,
	type IDBFactory,
	IDBObjectStore,
	IDBRequest,
	IDBTransaction,
} from 'fake-indexeddb'
import type { Process } from './world.ts'

/** What of the stand-in's inside the faults need, which its types do not say. */
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

/** The storage of a process, and what is to become of it. */
export interface Storage {
	readonly owner: Process
	/** For Dexie. */
	readonly indexedDB: {
		open: (...args: unknown[]) => unknown
		deleteDatabase: (name: string) => unknown
	}
	/** Dies at this many completed steps from now; 0: not. */
	fuse: number
	/** How many of its next transactions find the connection lost, and how many of its next rows no room. */
	lose: number
	full: number
	/** How often what took effect. */
	readonly met: { lost: number; full: number; closed: number }
	/** Hears of each fault that took effect. */
	onFault: (name: string) => void
	/** Its end: nothing more comes back to it, and what was open is undone. */
	die(): void
	/** The browser closes its connections by itself. */
	forceClose(): void
}

const byConnection = new WeakMap<object, Mutable>()
const byRequest = new WeakMap<object, Mutable>()

interface Mutable extends Storage {
	readonly connections: Set<Connection>
	readonly transactions: Set<Transaction>
	blown: () => void
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
	const transaction = (target as Partial<Request>).transaction
	if (transaction) return byConnection.get(transaction.db)
	return byRequest.get(target) ?? byConnection.get(target)
}

const fill = (storage: Mutable): void => {
	storage.full--
	storage.met.full++
	storage.onFault('disk full')
}

/** A transaction that wrote may find no room when it is to be committed: Chrome says so then, by its abort alone. */
const commitWithoutRoom = (): void => {
	// The stand-in's own step, which its types do not say.
	const steps = IDBTransaction.prototype as unknown as Transaction
	const step = steps._start
	steps._start = function (this: Transaction) {
		const storage = byConnection.get(this.db)
		const ends = this._requests.length === 0 && this._state !== 'finished'
		if (ends && storage && storage.full > 0 && this.mode === 'readwrite') {
			fill(storage)
			this._abort('QuotaExceededError')
			return
		}
		step.call(this)
	}
}

/** Puts the faults under every database of this process, before any is opened: Dexie holds on to what it finds then. */
export const installFaults = (): void => {
	const target = Object.getPrototypeOf(IDBRequest.prototype) as Target
	const dispatch = target.dispatchEvent
	target.dispatchEvent = function (this: object, event) {
		const storage = storageOf(this)
		const step = event.type === 'success' || event.type === 'complete'
		if (storage && step && storage.fuse > 0 && --storage.fuse === 0) storage.blown()
		if (storage?.owner.dead) mute(this as Target)
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
		storage?.transactions.add(transaction as unknown as Transaction)
		return transaction
	}
	commitWithoutRoom()
	for (const name of ['put', 'add'] as const) {
		const write = IDBObjectStore.prototype[name]
		IDBObjectStore.prototype[name] = function (...args) {
			const storage = storageOf(this.transaction)
			// Every second time the browser notices at once, else when it commits.
			if (storage && storage.full % 2 === 1) {
				fill(storage)
				throw new DOMException('no room', 'QuotaExceededError')
			}
			return write.apply(this, args)
		}
	}
}

/** @param killed is called when the fuse has blown. */
export const createStorage = (
	factory: InstanceType<typeof IDBFactory>,
	owner: Process,
	killed: () => void,
): Storage => {
	const storage: Mutable = {
		owner,
		connections: new Set(),
		transactions: new Set(),
		fuse: 0,
		lose: 0,
		full: 0,
		met: { lost: 0, full: 0, closed: 0 },
		onFault: () => undefined,
		indexedDB: {
			open: (...args) => {
				const request = factory.open(...(args as [string, number?]))
				byRequest.set(request, storage)
				const note = (): void => {
					const connection = request.result as unknown as Connection
					byConnection.set(connection, storage)
					storage.connections.add(connection)
					// Asked for before its owner died: left open, it would keep other tabs from an upgrade for ever.
					if (owner.dead) storage.die()
				}
				request.addEventListener('upgradeneeded', note)
				request.addEventListener('success', note)
				return request
			},
			deleteDatabase(name) {
				const request = factory.deleteDatabase(name)
				byRequest.set(request, storage)
				return request
			},
		},
		blown: () => {
			storage.onFault('killed')
			killed()
		},
		die() {
			owner.dead = true
			for (const transaction of storage.transactions) {
				mute(transaction)
				if (transaction._state === 'active' || transaction._state === 'inactive')
					transaction.abort()
			}
			for (const connection of storage.connections) {
				mute(connection)
				connection.close()
			}
		},
		forceClose() {
			storage.met.closed++
			for (const connection of storage.connections) {
				// Typed as the constructor; it takes a database.
				if (!connection._closed) forceCloseDatabase(connection as never)
			}
		},
	}
	return storage
}
