import { liveQuery } from 'dexie'
import type { Call } from '#http/client.ts'
import type { LocalDb } from '../db.ts'
import type { SignedIn } from '../deps.ts'
import type { Platform } from '../platform.ts'
import { createStoreGuard } from '../store-guard.ts'
import { createSyncEngine } from './engine.ts'

/** What the browser is asked to wake the worker for. */
export const SYNC_TAG = 'evenhand-outbox'

export interface WorkerWorld extends Platform {
	readonly db: LocalDb
	readonly call: Call
}

/** Who is signed in on this device for good, followed while the worker sends: a sign-out in a page ends it. */
const followSession = async (db: LocalDb) => {
	let user: SignedIn | null = (await db.session.get('current')) ?? null
	const following = liveQuery(() => db.session.get('current')).subscribe((row) => {
		user = row ?? null
	})
	return { user: () => user, end: () => following.unsubscribe() }
}

/**
 * Sends what waits while no page may be open: the worker's answer to a `sync` event. Without a remembered voter there
 * is nobody to send for.
 * @throws when something still waits that another try may send: the browser then makes one.
 */
export const drainInWorker = async (world: WorkerWorld): Promise<void> => {
	const { db } = world
	const { user, end } = await followSession(db)
	const engine = createSyncEngine({
		...world,
		user,
		// Settling takes no room: there is nothing to give up for it.
		guard: createStoreGuard(world, async () => undefined),
	})
	try {
		// Woken because there is a connection: what waited for one is due.
		await engine.wake()
		const voter = user()
		if (voter === null) return
		if (engine.state().paused) {
			// The server does not take it any more: the next sign-in brings another.
			await db.session
				.where({ id: 'current' })
				.filter((row) => row.token === voter.token)
				.delete()
			return
		}
		const left = await db.outbox.where('[userId+state]').equals([voter.key, 'waiting']).count()
		if (left > 0) throw new Error(`${left} entries still wait to be sent`)
	} finally {
		engine.stop()
		end()
	}
}
