import type Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { type LocalContext, type SignedIn, VISITOR } from '#device/context.ts'
import { type LocalDb, type OutboxEntry, openLocalDb, type StoredAttempt } from '#device/db.ts'
import { createIdbSource, type Idb, type IdbSource } from '#device/idb-source.ts'
import { createLocal, type Local } from '#device/index.ts'
import { createKnowledgeTests, type KnowledgeTests } from '#device/knowledge-test.ts'
import { createTestEnds, type TestEnds } from '#device/knowledge-test-end.ts'
import { createReads } from '#device/reads.ts'
import { createServerClock } from '#device/server-clock.ts'
import type { SyncEngine } from '#device/sync/engine.ts'
import { createVisitorEngine } from '#device/sync/engine.ts'
import { drainInWorker } from '#device/sync/worker.ts'
import { createClient } from '#http/client.ts'
import { openOldDb } from '../support/old-db.ts'
import { createStorage, type Storage } from './idb.ts'
import { createOrigin } from './locks.ts'
import type { Wire } from './network.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import type { Process, World } from './world.ts'

type DexieOptions = NonNullable<ConstructorParameters<typeof Dexie>[1]>

export interface Visitor {
	readonly tests: KnowledgeTests & TestEnds
	readonly engine: SyncEngine
}

/** A tab: the app's core on a storage that can fail. */
export interface Tab extends Process {
	/** A previous build that has only the first database version. */
	readonly old: boolean
	readonly storage: Storage
	/** Null in an old build. */
	readonly source: IdbSource | null
	readonly local: Local
	/** Knowledge test and its sync engine; null in an old build. */
	readonly visitor: Visitor | null
	readonly db: LocalDb
	/** True while a command runs; the simulated voter waits for it. */
	busy: boolean
	readonly made: OutboxEntry[]
}

export interface Device {
	/** The signed-in user of the pages; null after expiry. */
	user: SignedIn | null
	readonly tabs: Tab[]
	reload(tab: Tab): Tab
	/** Opens a tab; `old` opens a previous build with only the first database version. */
	open(old?: boolean): Tab
	/** Ends a process like a crash does. */
	kill(process: Process, storage: Storage): void
	/** Starts the worker like a sync event does. */
	wakeWorker(): void
	freeze(tab: Tab, ms: number): void
	readonly cache: PageCache
	/** Ends the freeze of a tab, of either kind. */
	thaw(tab: Tab): void
	worker: (Process & { readonly storage: Storage }) | null
	/** Reads the database outside any simulated process. */
	look<Value>(read: (db: LocalDb) => Promise<Value>): Promise<Value>
	end(): void
	readonly origin: ReturnType<typeof createOrigin>
}

export interface DeviceEvents {
	readonly onFault: (fault: string) => void
	/** An entry was written in a transaction that may still be rolled back. */
	readonly onWritten: (entry: OutboxEntry) => void
	/** The device drew an attempt. */
	readonly onBegun: (attempt: StoredAttempt) => void
	readonly onLateWork: (what: string) => void
	readonly onReport: (error: unknown) => void
	readonly onUnauthorized: (token: string | null) => void
}

const createVisitor = (deps: LocalContext, { guard }: Local): Visitor => {
	const visitor = { ...deps, guard, user: () => VISITOR }
	const engine = createVisitorEngine(visitor)
	const send = (): void => void engine.drain().catch(deps.report)
	const world = [{ ...visitor, reads: createReads(visitor) }, send] as const
	return { engine, tests: { ...createKnowledgeTests(...world), ...createTestEnds(...world) } }
}

/** @param seed names the database: Dexie broadcasts changes by name, even between schedules of one process. */
export const createDevice = (
	seed: number,
	world: World,
	wire: Wire,
	events: DeviceEvents,
): Device => {
	const name = `evenhand-${seed}`
	const opened: LocalDb[] = []
	const keep = (db: LocalDb): LocalDb => {
		opened.push(db)
		return db
	}
	// A new factory per schedule, so no data is left over.
	const factory = new IDBFactory()
	const origin = createOrigin(world, (owner) => {
		// The holder may have thawed just before and resumed sending.
		if (owner.frozen || world.now() - (owner.thawedAt ?? Number.NEGATIVE_INFINITY) < 60_000)
			wire.exempt(owner)
		// Thaw the holder while the thief sends; chance alone would rarely hit that moment.
		if (owner.frozen && world.oneIn(2)) world.after(world.below(2000), null, () => thaw(owner))
	})
	const thaw = (process: Process): void => {
		if (!process.frozen) return
		if ('local' in process) device.cache.show(process as Tab)
		if (!process.frozen) return
		process.frozen = false
		process.thawedAt = world.now()
		world.log(`${process.name} thaws`)
	}
	let count = 0
	let observer: LocalDb | null = null

	// Simulated servers send no time.
	const serverClock = createServerClock(
		{ getItem: () => null, setItem: () => undefined },
		world.wallClock,
	)
	const platformOf = (process: Process) => ({
		now: world.wallClock,
		serverClock,
		random: () => world.below(2 ** 30) / 2 ** 30,
		uuid: world.uuid,
		locks: origin.locksOf(process),
		setTimer: (run: () => void, ms: number) => world.after(ms, process, run),
		report: events.onReport,
		offers: async () => true,
	})
	const clientOf = (process: Process, token: () => string | null) =>
		createClient({
			baseUrl: 'http://evenhand.test/api',
			fetch: wire.fetchOf(process),
			token,
			deadline: (ms) => {
				const controller = new AbortController()
				world.after(ms, process, () => controller.abort())
				return controller.signal
			},
			onUnauthorized: (_endpoint, sent) => events.onUnauthorized(sent),
		})
	const storageFor = (process: Process): Storage => {
		const storage = createStorage(factory, process, world.now)
		storage.onFault = events.onFault
		storage.onLateWork = events.onLateWork
		storage.onBlocks = () => device.kill(process, storage)
		return storage
	}
	const optionsOf = ({ indexedDB }: Pick<Storage, 'indexedDB'> | IdbSource) =>
		({ indexedDB, IDBKeyRange, cache: 'disabled' }) as DexieOptions
	const sourceOf = ({ indexedDB, memory }: Storage, process: Process): IdbSource =>
		createIdbSource({
			browser: () => ({ indexedDB, IDBKeyRange }) as unknown as Idb,
			loadMemory: async () => ({ indexedDB: memory, IDBKeyRange }) as unknown as Idb,
			setTimer: platformOf(process).setTimer,
		})

	const device: Device = {
		user: null,
		tabs: [],
		worker: null,
		origin,
		open(old = false) {
			const process: Process = {
				name: `${old ? 'old tab' : 'tab'} ${++count}`,
				dead: false,
				frozen: false,
			}
			const storage = storageFor(process)
			const source = old ? null : sourceOf(storage, process)
			const options = optionsOf(source ?? storage)
			const db = keep(old ? openOldDb(name, options) : openLocalDb(name, options))
			// Old tabs run the code of this build, which uses the table.
			if (old) db.version(1).stores({ notes: 'attemptId, userId' })
			const call = clientOf(process, () => device.user?.token ?? null)
			const deps = { ...platformOf(process), db, call, user: () => device.user }
			const local = createLocal(deps)
			const visitor = old ? null : createVisitor(deps, local)
			const made: OutboxEntry[] = []
			db.outbox.hook('creating', (_key, entry, transaction) => {
				events.onWritten(entry)
				transaction.on('complete', () => made.push(entry))
			})
			db.attempts.hook('creating', (_key, attempt) => {
				if (attempt.statements.length > 0) events.onBegun(attempt)
			})
			const tab: Tab = Object.assign(process, {
				storage,
				source,
				local,
				visitor,
				db,
				made,
				old,
				busy: false,
			})
			device.tabs.push(tab)
			return tab
		},
		reload(tab) {
			device.kill(tab, tab.storage)
			const fresh = device.open()
			fresh.local.engine.drain().catch(events.onReport)
			fresh.visitor?.engine.drain().catch(events.onReport)
			return fresh
		},
		kill(process, storage) {
			if (process.dead) return
			world.log(`${process.name} ends`)
			storage.die()
			origin.release(process)
			wire.forgetQuiet()
			const at = device.tabs.indexOf(process as Tab)
			if (at >= 0) device.tabs.splice(at, 1)
			if (device.worker === process) device.worker = null
		},
		wakeWorker() {
			if (device.worker) return
			const process: Process = { name: `worker ${++count}`, dead: false, frozen: false }
			const storage = storageFor(process)
			const worker = Object.assign(process, { storage })
			device.worker = worker
			const db = keep(openLocalDb(name, optionsOf(storage)))
			// Dexie takes a result as the row's key.
			db.outbox.hook('creating', (_key, entry) => void events.onWritten(entry))
			const call = clientOf(process, () => null)
			world.log(`${process.name} wakes`)
			const ended = (): void => {
				if (process.dead) return
				device.kill(process, storage)
			}
			// A rejection is expected while entries wait; the browser would wake the worker again.
			drainInWorker({ ...platformOf(process), db, call }).then(ended, ended)
		},
		cache: createPageCache(world, wire, {
			onReport: events.onReport,
			signedIn: () => device.user,
		}),
		thaw,
		freeze(tab, ms) {
			tab.frozen = true
			wire.exempt(tab)
			world.log(`${tab.name} freezes for ${ms}`)
			world.after(ms, null, () => thaw(tab))
		},
		look(read) {
			observer ??= keep(openLocalDb(name, { indexedDB: factory, IDBKeyRange }))
			return read(observer)
		},
		end() {
			for (const tab of [...device.tabs]) device.kill(tab, tab.storage)
			if (device.worker) device.kill(device.worker, device.worker.storage)
			for (const db of opened) db.close()
		},
	}
	return device
}
