import { takeBack } from './apply-state.ts'
import { type LocalCore, userKey } from './deps.ts'

export interface Account {
	/** Drops what of the signed-in voter was never sent, on their word: the queue, and attempts that the server has not heard of. */
	discardUnsent(): Promise<void>
	/**
	 * Removes everything of the signed-in voter from this device, as a shared device demands. What other voters
	 * left here unsent is theirs and stays; where nobody else has anything here, the whole database goes.
	 * @returns false, with nothing removed, where something of the voter still waits to be sent.
	 */
	erase(): Promise<boolean>
}

export const createAccount = (deps: LocalCore): Account => {
	const { db } = deps

	const discardUnsent = async (): Promise<void> => {
		const userId = userKey(deps)
		await db.transaction('rw', db.outbox, db.attempts, async () => {
			const waiting = db.outbox.where('[userId+state]').equals([userId, 'waiting'])
			for (const entry of await waiting.toArray()) await takeBack(db, entry)
			await waiting.delete()
			await db.attempts
				.where({ userId })
				.filter((attempt) => attempt.serverId === null)
				.delete()
		})
	}

	const eraseRows = async (userId: string): Promise<void> => {
		const ids = await db.attempts.where({ userId }).primaryKeys()
		await db.results.bulkDelete(ids)
		await db.attempts.bulkDelete(ids)
		await db.outbox.filter((entry) => entry.userId === userId).delete()
		await db.validations.where('key').startsWith(`${userId}/`).delete()
	}

	return {
		discardUnsent,
		async erase() {
			const userId = userKey(deps)
			deps.reads.cancel()
			const tables = [db.attempts, db.results, db.outbox, db.validations]
			const waiting = db.outbox.where('[userId+state]').equals([userId, 'waiting'])
			const others = await db.transaction('rw', tables, async () => {
				if ((await waiting.count()) > 0) return null
				await eraseRows(userId)
				return (await db.attempts.count()) + (await db.outbox.count())
			})
			if (others === null) return false
			if (others === 0) await db.delete({ disableAutoOpen: false })
			// What began to be read in between would bring the database back.
			deps.reads.cancel()
			return true
		},
	}
}
