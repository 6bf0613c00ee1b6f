import type { LocalDb } from './db.ts'
import type { LocalDeps } from './deps.ts'
import { REFRESHED, type Refreshed } from './refreshed.ts'

/** Whether `key` was read less than `maxAgeMs` ago. A clock that was put back counts as stale. */
export const isFresh = async (
	deps: Pick<LocalDeps, 'db' | 'now'>,
	key: string,
	maxAgeMs: number,
): Promise<boolean> => {
	const row = await deps.db.fetched.get(key)
	if (row === undefined) return false
	const age = deps.now() - row.at
	return age >= 0 && age < maxAgeMs
}

/** Notes that `key` was just read; inside the transaction that stores what was read. */
export const noteFetched = (db: LocalDb, key: string, now: number): Promise<string> =>
	db.fetched.put({ key, at: now })

/** The first failure among several refreshes, or success. */
export const allRefreshed = (results: readonly Refreshed[]): Refreshed =>
	results.find((result) => !result.ok) ?? REFRESHED
