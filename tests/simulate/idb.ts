import {
	forceCloseDatabase,
	IDBDatabase,
	type IDBFactory,
	IDBObjectStore,
	IDBRequest,
	IDBTransaction,
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
	readonly indexedDB: {
		open: (...args: unknown[]) => unknown
		deleteDatabase: (name: string) => unknown
	}
	/** The process dies after this many completed steps; 0 for never. */
	fuse: number
	/** Number of next transactions that lose the connection, and of next rows that find the disk full. */
	lose: number
	full: number
	readonly met: { lost: number; full: number; closed: number }
	onFault: (name: string) => void
	/** Ends the process: aborts its transactions and delivers no more events. */
	die(): void
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

/** Fails the commit of a writing transaction. Chrome reports a full disk then, by an abort alone. */
const commitWithoutRoom = (): void => {
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

/** Patches the prototypes before any database is opened, because Dexie caches their methods. */
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
			// Fail the write every second time, otherwise the commit.
			if (storage && storage.full % 2 === 1) {
				fill(storage)
				throw new DOMException('no room', 'QuotaExceededError')
			}
			return write.apply(this, args)
		}
	}
}

/** @param killed is called when the fuse reaches zero. */
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
					// The owner died while opening. An open connection would block upgrades in other tabs.
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
				// The parameter is typed as the constructor but takes a database.
				if (!connection._closed) forceCloseDatabase(connection as never)
			}
		},
	}
	return storage
}
