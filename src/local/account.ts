import { takeBack } from './apply-state.ts'
import { type LocalCore, userKey, VISITOR } from './deps.ts'
import { holdKey } from './sync/hold.ts'

/** How long other tabs have to let go of a database that is deleted, in ms. */
const DELETE_PATIENCE_MS = 3000

export interface Account {
	/**
	 * Drops what of the signed-in voter was never sent, on their word: the queue, and attempts that the server has not
	 * heard of. What the server refused stays listed, with the attempt that it belongs to.
	 */
	discardUnsent(): Promise<void>
	/**
	 * Removes everything of the signed-in voter from this device, as a shared device demands. What other voters
	 * left here unsent is theirs and stays; where nobody else has anything here, the whole database goes.
	 * @returns false, with nothing removed, where something of the voter still waits to be sent.
	 */
	erase(): Promise<boolean>
	/**
	 * Removes the same on the voter's word together with what waits to be sent or was refused, and with every knowledge
	 * test: those are the device's. What other voters left here stays.
	 * @param userId whose: the server may have ended their session by then.
	 */
	eraseAll(userId: string): Promise<void>
	/** Removes what was written for a voter, by this tab or another, after everything of theirs had been removed. */
	sweep(userId: string): Promise<void>
	/** The same, unless something of theirs waits or was refused: nobody has said that it may go. */
	sweepUnlessQueued(userId: string): Promise<void>
}

/** The ways in which a voter's copy leaves a device, together, because each must spare what is another's. */
export const createAccount = (deps: LocalCore): Account => {
	const { db } = deps

	const discardUnsent = async (): Promise<void> => {
		const userId = userKey(deps)
		await deps.guard.run(() =>
			db.transaction('rw', db.outbox, db.attempts, async () => {
				const waiting = db.outbox.where('[userId+state]').equals([userId, 'waiting'])
				for (const entry of await waiting.toArray()) await takeBack(db, entry, null)
				await waiting.delete()
				const refused = await db.outbox
					.where('[userId+state]')
					.equals([userId, 'refused'])
					.toArray()
				const listed = new Set(refused.map((entry) => entry.stream))
				await db.attempts
					.where({ userId })
					.filter((attempt) => attempt.serverId === null && !listed.has(attempt.id))
					.delete()
			}),
		)
	}

	/** Knowledge tests are nobody's, and most likely theirs: only what waits to be sent stays for that. */
	const eraseSentTests = async (): Promise<void> => {
		const waiting = new Set((await db.outbox.toArray()).map((entry) => entry.stream))
		await db.testSessions.filter(({ id }) => !waiting.has(id)).delete()
	}

	const eraseTests = async (): Promise<void> => {
		await db.outbox.filter((entry) => entry.userId === VISITOR.key).delete()
		await db.testSessions.clear()
	}

	const queuedOf = (userId: string) => db.outbox.filter((entry) => entry.userId === userId)

	const eraseRows = async (userId: string): Promise<void> => {
		const ids = await db.attempts.where({ userId }).primaryKeys()
		await db.results.bulkDelete(ids)
		await db.attempts.bulkDelete(ids)
		await queuedOf(userId).delete()
		await db.validations.where('key').startsWith(`${userId}/`).delete()
		await db.fetched.delete(holdKey(userId))
		await db.session.filter((row) => row.key === userId).delete()
	}

	/** How much of others is left. Where that is nothing, the database is emptied. */
	const emptyUnlessOthers = async (): Promise<number> => {
		const left = (await db.attempts.count()) + (await db.outbox.count())
		// Before the database goes: another tab can save nothing into it in between that would go with it.
		if (left === 0) await Promise.all(db.tables.map((table) => table.clear()))
		return left
	}

	/** Runs an erasure as one transaction over everything. */
	const whole = <Value>(run: () => Promise<Value>): Promise<Value> =>
		deps.guard.run(() => db.transaction('rw', db.tables, run))

	/** The rows are gone; a tab that is frozen and keeps the database open is not waited for: it goes when that tab does. */
	const deleteDatabase = (): Promise<void> =>
		new Promise((resolve, reject) => {
			const cancel = deps.setTimer(resolve, DELETE_PATIENCE_MS)
			db.delete({ disableAutoOpen: false }).then(resolve, reject).finally(cancel)
		})

	return {
		discardUnsent,
		async erase() {
			const userId = userKey(deps)
			deps.reads.cancel()
			const waiting = db.outbox.where('[userId+state]').equals([userId, 'waiting'])
			const others = await whole(async () => {
				if ((await waiting.count()) > 0) return null
				await eraseRows(userId)
				await eraseSentTests()
				return emptyUnlessOthers()
			})
			if (others === null) return false
			if (others === 0) await deleteDatabase()
			// What began to be read in between would bring the database back.
			deps.reads.cancel()
			return true
		},
		async eraseAll(userId) {
			deps.reads.cancel()
			const others = await whole(async () => {
				await eraseRows(userId)
				await eraseTests()
				return emptyUnlessOthers()
			})
			if (others === 0) await deleteDatabase()
			deps.reads.cancel()
		},
		sweep: (userId) => whole(() => eraseRows(userId)),
		sweepUnlessQueued: (userId) =>
			whole(async () => {
				if ((await queuedOf(userId).count()) === 0) await eraseRows(userId)
			}),
	}
}
