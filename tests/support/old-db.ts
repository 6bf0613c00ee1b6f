import Dexie, { type DexieOptions } from 'dexie'
import type { LocalDb } from '#device/db.ts'

/** Opens the local database with its first schema. Do not update it. */
export const openOldDb = (name: string, options: DexieOptions = {}): LocalDb => {
	const db = new Dexie(name, options) as LocalDb
	db.version(1).stores({
		elections: 'id',
		compareQuizzes: 'id, electionId',
		validations: 'key',
		candidates: 'id, *electionIds',
		policies: 'id, candidateId',
		attempts: 'id, serverId, userId, [userId+compareQuizId]',
		results: 'attemptId',
		outbox: '++seq, &id, [userId+state], stream',
		fetched: 'key',
	})
	return db
}
