import { liveQuery } from 'dexie'
import type { Call } from '#http/client.ts'
import { type Locks, type Platform, type SignedIn, VISITOR } from '../context.ts'
import type { LocalDb } from '../db.ts'
import { createVisitorEngine } from '../index.ts'
import { createResilientDb } from '../resilient-db.ts'
import { createSyncEngine, type EngineDeps } from './engine.ts'

/** What the browser is asked to wake the worker for. */
export const SYNC_TAG = 'evenhand-outbox'

export interface WorkerWorld extends Platform {
	readonly db: LocalDb
	readonly call: Call
	readonly locks: Locks
}

type EngineWorld = Omit<EngineDeps, 'user'>

/** Who is signed in on this device for good, followed while the worker sends: a sign-out in a page ends it. */
const followSession = async (db: LocalDb) => {
	let user: SignedIn | null = (await db.session.get('current')) ?? null
	const following = liveQuery(() => db.session.get('current')).subscribe((row) => {
		user = row ?? null
	})
	return { user: () => user, end: () => following.unsubscribe() }
}

const leftOf = (db: LocalDb, { key }: SignedIn): Promise<number> =>
	db.outbox.where('[userId+state]').equals([key, 'waiting']).count()

/** Sends the remembered voter's queue. @returns how much of it another try may send. */
const sendVoters = async (world: EngineWorld): Promise<number> => {
	const { db } = world
	const { user, end } = await followSession(db)
	const engine = createSyncEngine({ ...world, user })
	try {
		// Woken because there is a connection: what waited for one is due.
		await engine.wake()
		const voter = user()
		if (voter === null) return 0
		if (!engine.state().paused) return await leftOf(db, voter)
		// The server does not take it any more: the next sign-in brings another.
		await db.session
			.where({ id: 'current' })
			.filter((row) => row.token === voter.token)
			.delete()
		return 0
	} finally {
		engine.stop()
		end()
	}
}

/** Sends what was done in knowledge tests on this device, which is nobody's in particular. @returns how much is left. */
const sendVisitors = async (world: EngineWorld): Promise<number> => {
	const engine = createVisitorEngine(world)
	try {
		await engine.wake()
		return await leftOf(world.db, VISITOR)
	} finally {
		engine.stop()
	}
}

/**
 * Sends what waits while no page may be open: the worker's answer to a `sync` event. Without a remembered voter there
 * is no voter to send for.
 * @throws when something still waits that another try may send: the browser then makes one.
 */
export const drainInWorker = async (world: WorkerWorld): Promise<void> => {
	// Settling takes no room: there is nothing to give up for it.
	const guarded = { ...world, guard: createResilientDb(world, async () => undefined) }
	const left = (await sendVoters(guarded)) + (await sendVisitors(guarded))
	if (left > 0) throw new Error(`${left} entries still wait to be sent`)
}
