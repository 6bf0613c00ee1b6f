import type { Table } from 'dexie'
import { isBeginning, takeBack } from './attempt-merge.ts'
import { type CoreContext, userKey, VISITOR } from './context.ts'
import { voterKey } from './knowing.ts'
import { retryAfterKey } from './sync/backoff.ts'

/** Time for other tabs to close the database before its deletion, in ms. */
const DELETE_PATIENCE_MS = 3000

export interface Account {
	/** Records that the voter uses this device, and removes notes that an erasure in a tab of an older build left. */
	arrive(): Promise<void>
	/** Discards the voter's queue and the attempts that were never sent. Refused entries and their attempts stay. */
	discardUnsent(): Promise<void>
	/**
	 * Erases the signed-in voter, and the database if it is empty then. Other voters' unsent data stays.
	 * @returns false, with nothing erased, if the voter has unsent entries.
	 */
	erase(): Promise<boolean>
	/**
	 * Erases the voter with all queued entries, and all knowledge tests of the device. Other voters' data stays.
	 * @param userId passed in, because the session may have ended already.
	 */
	eraseAll(userId: string): Promise<void>
	/**
	 * Removes rows that this tab wrote after an erasure in another one. Call it after this tab's session has ended: then
	 * it also removes the content that late reads stored, unless other voters have data.
	 */
	sweep(userId: string): Promise<void>
	/** Like `sweep`, but does nothing if the voter has queued entries: they have not agreed to lose them. */
	sweepUnlessQueued(userId: string): Promise<void>
}

export const createAccount = (deps: CoreContext): Account => {
	const { db } = deps

	const dropStrayNotes = async (): Promise<void> => {
		const ids = await db.notes.toCollection().primaryKeys()
		const attempts = await db.attempts.bulkGet(ids)
		await db.notes.bulkDelete(ids.filter((_, index) => attempts[index] === undefined))
	}

	const arrive = async (): Promise<void> => {
		const key = voterKey(userKey(deps))
		await deps.guard.run(() =>
			db.transaction('rw', db.fetched, db.notes, db.attempts, async () => {
				await dropStrayNotes()
				if ((await db.fetched.get(key)) === undefined) {
					await db.fetched.put({ key, at: deps.now() })
				}
			}),
		)
	}

	const discardUnsent = async (): Promise<void> => {
		const userId = userKey(deps)
		await deps.guard.run(() =>
			db.transaction('rw', db.outbox, db.attempts, async () => {
				const waiting = db.outbox.where('[userId+state]').equals([userId, 'waiting'])
				// Dexie loses the transaction after a hundred awaits without a request.
				const begun = (await waiting.toArray()).filter(isBeginning)
				for (const entry of begun) await takeBack(db, entry, null)
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

	/** Knowledge tests belong to no account, but most likely to this voter. Only unsent ones stay. */
	const eraseSentTests = async (): Promise<void> => {
		const waiting = new Set((await db.outbox.toArray()).map((entry) => entry.stream))
		await db.testSessions.filter(({ id }) => !waiting.has(id)).delete()
		// The next voter did not take the tests that stay.
		if ((await db.testSessions.count()) > 0) {
			await db.fetched.put({ key: voterKey('erased'), at: deps.now() })
		}
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
		await db.notes.where({ userId }).delete()
		await queuedOf(userId).delete()
		await db.validations.where('key').startsWith(`${userId}/`).delete()
		await db.fetched.bulkDelete([retryAfterKey(userId), voterKey(userId)])
		await db.session.filter((row) => row.key === userId).delete()
	}

	const emptyUnlessOthers = async (tables: readonly Table[]): Promise<number> => {
		const left = (await db.attempts.count()) + (await db.outbox.count())
		// Clear the tables in this transaction, so that another tab cannot save data that the deletion would destroy.
		if (left === 0) await Promise.all(tables.map((table) => table.clear()))
		return left
	}

	const sweepRows = async (userId: string): Promise<void> => {
		await eraseRows(userId)
		// A suspended tab sweeps late: knowledge tests may be of a later visitor.
		const swept = db.tables.filter(({ name }) => name !== db.testSessions.name)
		if (deps.user() === null) await emptyUnlessOthers(swept)
	}

	const whole = <Value>(run: () => Promise<Value>): Promise<Value> =>
		deps.guard.run(() => db.transaction('rw', db.tables, async () => run()))

	/** Stops waiting if a frozen tab keeps the database open: the rows are gone, the rest goes when that tab closes. */
	const deleteDatabase = (): Promise<void> =>
		new Promise((resolve, reject) => {
			const cancel = deps.setTimer(resolve, DELETE_PATIENCE_MS)
			db.delete({ disableAutoOpen: false }).then(resolve, reject).finally(cancel)
		})

	return {
		arrive,
		discardUnsent,
		async erase() {
			const userId = userKey(deps)
			deps.reads.cancel()
			const waiting = db.outbox.where('[userId+state]').equals([userId, 'waiting'])
			const others = await whole(async () => {
				if ((await waiting.count()) > 0) return null
				await eraseRows(userId)
				await eraseSentTests()
				return emptyUnlessOthers(db.tables)
			})
			if (others === null) return false
			if (others === 0) await deleteDatabase()
			// Cancel again: a read that began meanwhile would recreate the database.
			deps.reads.cancel()
			return true
		},
		async eraseAll(userId) {
			deps.reads.cancel()
			const others = await whole(async () => {
				await eraseRows(userId)
				await eraseTests()
				return emptyUnlessOthers(db.tables)
			})
			if (others === 0) await deleteDatabase()
			deps.reads.cancel()
		},
		sweep: (userId) => whole(() => sweepRows(userId)),
		sweepUnlessQueued: (userId) =>
			whole(async () => {
				if ((await queuedOf(userId).count()) === 0) await sweepRows(userId)
			}),
	}
}
