import { liveQuery } from 'dexie'
import type { Call } from '#http/client.ts'
import { type Locks, type Platform, type SignedIn, VISITOR } from '../context.ts'
import type { LocalDb } from '../db.ts'
import { createResilientDb } from '../resilient-db.ts'
import { createSyncEngine, createVisitorEngine, type EngineDeps } from './engine.ts'

export interface WorkerContext extends Platform {
	readonly db: LocalDb
	readonly call: Call
	readonly locks: Locks
}

type WorkerEngineDeps = Omit<EngineDeps, 'user'>

/** Follows the remembered sign-in while the worker sends: a sign-out in a page stops it. */
const followSession = async (db: LocalDb) => {
	let user: SignedIn | null = (await db.session.get('current')) ?? null
	const following = liveQuery(() => db.session.get('current')).subscribe((row) => {
		user = row ?? null
	})
	return { user: () => user, end: () => following.unsubscribe() }
}

const leftOf = (db: LocalDb, { key }: SignedIn): Promise<number> =>
	db.outbox.where('[userId+state]').equals([key, 'waiting']).count()

/** Sends the remembered voter's queue. @returns the number of entries that another try may send. */
const sendVoters = async (deps: WorkerEngineDeps): Promise<number> => {
	const { db } = deps
	const { user, end } = await followSession(db)
	const engine = createSyncEngine({ ...deps, user })
	try {
		// The browser wakes the worker when it is online, so postponed entries are due.
		await engine.wake()
		const voter = user()
		if (voter === null) return 0
		if (!engine.state().paused) return await leftOf(db, voter)
		// The token was rejected. The next sign-in stores a new one.
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

const sendVisitors = async (deps: WorkerEngineDeps): Promise<number> => {
	const engine = createVisitorEngine(deps)
	try {
		await engine.wake()
		return await leftOf(deps.db, VISITOR)
	} finally {
		engine.stop()
	}
}

/** Handles a `sync` event. Sends only the visitor's queue without a remembered voter. @throws to have it retried. */
export const drainInWorker = async (deps: WorkerContext): Promise<void> => {
	// Settling takes no space, so there is nothing to evict.
	const guarded = { ...deps, guard: createResilientDb(deps, async () => undefined) }
	const left = (await sendVoters(guarded)) + (await sendVisitors(guarded))
	if (left > 0) throw new Error(`${left} entries still wait to be sent`)
}
