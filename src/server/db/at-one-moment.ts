import type { Db } from './types.ts'

/** Reads several things of one and the same moment, whatever others write meanwhile. */
export const atOneMoment = <Read>(db: Db, read: (tx: Db) => Promise<Read>): Promise<Read> =>
	db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
