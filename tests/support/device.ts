import 'fake-indexeddb/auto'
import { type LocalContext, type Locks, type SignedIn, VISITOR } from '#device/context.ts'
import { type LocalDb, openLocalDb } from '#device/db.ts'
import { createLocal, type Local } from '#device/index.ts'
import { createKnowledgeTests, type KnowledgeTests } from '#device/knowledge-test.ts'
import { createTestEnds, type TestEnds } from '#device/knowledge-test-end.ts'
import { createOutbox, type Outbox } from '#device/outbox.ts'
import { createReads } from '#device/reads.ts'
import { createServerClock } from '#device/server-clock.ts'
import type { SyncEngine } from '#device/sync/engine.ts'
import { createVisitorEngine } from '#device/sync/engine.ts'
import { createPageLocks } from '#device/sync/lock.ts'
import { type Call, createClient } from '#http/client.ts'

/** Handles one request. The default passes it on. */
export type Network = (request: Request, pass: () => Promise<Response>) => Promise<Response>

/** A simulated phone with its own database, and a clock, timers, and network that the test controls. */
export interface Device {
	readonly local: Local
	/** The knowledge test of the current user, with its sync. */
	readonly tests: KnowledgeTests & TestEnds
	/** Like a second page. @param takeStart see `createKnowledgeTests`. */
	testsInTab(takeStart?: () => string | null): KnowledgeTests & TestEnds
	readonly visitors: SyncEngine
	testOutbox(sessionId: string): Outbox
	readonly db: LocalDb
	readonly call: Call
	readonly sent: Request[]
	readonly reported: unknown[]
	user: SignedIn | null
	network: Network
	/** Capabilities that the server does not have. */
	lacking: readonly string[]
	now: number
	/** Offset of the device's clock from the server's, in ms. */
	ahead: number
	/** With their delays in ms. */
	readonly timers: Map<() => void, number>
	tab(): Local
	close(): void
}

export interface DeviceOptions {
	readonly fetch: (request: Request) => Response | Promise<Response>
	readonly user: SignedIn | null
	readonly name?: string
	readonly now?: number
	readonly locks?: Locks
}

/** Rejects functions that Dexie does not follow across native awaits: it may lose their transaction. */
const expectAsync = (db: LocalDb): LocalDb => {
	const begin = db.transaction.bind(db) as (...args: unknown[]) => unknown
	const transaction = (...args: unknown[]): unknown => {
		const run = args.at(-1)
		if (run?.constructor.name === 'AsyncFunction') return begin(...args)
		throw new Error(`not declared async: ${run}`)
	}
	return Object.assign(db, { transaction })
}

let count = 0

export const createDevice = (options: DeviceOptions): Device => {
	const db = expectAsync(openLocalDb(options.name ?? `device-${process.pid}-${count++}`))
	const locks = options.locks ?? createPageLocks()
	const sent: Request[] = []
	const reported: unknown[] = []
	const timers = new Map<() => void, number>()

	const device: Omit<
		Device,
		'local' | 'tests' | 'testsInTab' | 'visitors' | 'testOutbox' | 'tab' | 'call'
	> = {
		db,
		sent,
		reported,
		timers,
		user: options.user,
		network: (_request, pass) => pass(),
		lacking: [],
		ahead: 0,
		now: options.now ?? Date.parse('2026-11-21T12:00:00Z'),
		close: () => db.close(),
	}
	// HTTP servers add a Date header.
	const withDate = (response: Response): Response => {
		const headers = new Headers(response.headers)
		headers.set('date', new Date(device.now - device.ahead).toUTCString())
		const { status, statusText } = response
		return new Response(response.body, { status, statusText, headers })
	}
	const throughNetwork = async (
		input: RequestInfo | URL,
		init?: RequestInit,
	): Promise<Response> => {
		const url = new URL(
			input instanceof Request ? input.url : String(input),
			'http://evenhand.test',
		)
		const request = new Request(url, input instanceof Request ? input : init)
		sent.push(request.clone())
		return device.network(request, async () => withDate(await options.fetch(request)))
	}
	const marks = new Map<string, string>()
	const serverClock = createServerClock(
		{
			getItem: (key) => marks.get(key) ?? null,
			setItem: (key, value) => void marks.set(key, value),
		},
		() => device.now,
	)
	const call = createClient({
		baseUrl: 'http://evenhand.test/api',
		fetch: throughNetwork,
		token: () => device.user?.token ?? null,
		onTime: (moment) => serverClock.hear(moment),
	})
	const deps: LocalContext = {
		db,
		call,
		// Shared between tabs, as in a browser.
		locks,
		user: () => device.user,
		now: () => device.now,
		serverClock,
		random: () => 0.5,
		uuid: () => crypto.randomUUID(),
		setTimer(run, ms) {
			timers.set(run, ms)
			return () => void timers.delete(run)
		},
		report: (error) => reported.push(error),
		offers: async (name) => !device.lacking.includes(name),
	}
	const local = createLocal(deps)
	const visitor = { ...deps, guard: local.guard, user: () => VISITOR }
	const visitors = createVisitorEngine(visitor)
	const send = (): void => void visitors.drain().catch(deps.report)
	const world = [{ ...visitor, reads: createReads(visitor) }, send] as const
	const testsInTab = (takeStart?: () => string | null) => ({
		...createKnowledgeTests(...world, takeStart),
		...createTestEnds(...world),
	})
	const tests = testsInTab()
	const testOutbox = (sessionId: string): Outbox => createOutbox(...world, sessionId)
	const tab = (): Local => createLocal(deps)
	return Object.assign(device, { call, local, tests, testsInTab, visitors, testOutbox, tab })
}

/** Paths of write requests, in order. */
export const writesOf = (device: Device): string[] =>
	device.sent
		.filter((request) => request.method !== 'GET')
		.map((request) => new URL(request.url).pathname.replace(/^\/api/, ''))

/** Idempotency keys of the write requests, in order, including those in batches. */
export const keysSentBy = async (device: Device): Promise<string[]> => {
	const sent = device.sent.filter((request) => request.method !== 'GET')
	const keys = sent.map(async (request) => {
		if (!request.url.includes('/batch/')) {
			return [request.headers.get('idempotency-key')?.replaceAll('"', '') ?? '']
		}
		const { operations } = (await request.clone().json()) as { operations: { key: string }[] }
		return operations.map(({ key }) => key)
	})
	return (await Promise.all(keys)).flat()
}
