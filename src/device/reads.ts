import type { Table } from 'dexie'
import type { Result } from '#domain/types.ts'
import type { CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { type GuardedContext, type LocalContext, type SignedIn, signedIn } from './context.ts'
import type { LocalDb } from './db.ts'

/** Read from the server, for the voter who was signed in when it began. */
export interface Reading {
	readonly user: SignedIn
	/** Call options with that voter's token, even if another one signs in meanwhile. */
	readonly options: CallOptions
	/**
	 * Stores the reply in one transaction, unless the voter signed out or was erased meanwhile.
	 * @param write resolves to false if it wrote nothing, which proves nothing about free space.
	 */
	store(tables: readonly Table[], write: () => Promise<unknown>): Promise<void>
}

export interface Reads {
	/** Begins a read. @throws {SignedOut} */
	begin(): Reading
	cancel(): void
}

/** Create only one for all reads of a user, because {@link Reads.cancel} must reach them all. */
export const createReads = (deps: Pick<GuardedContext, 'db' | 'guard' | 'user'>): Reads => {
	let round = 0
	return {
		begin() {
			const mine = round
			const user = signedIn(deps)
			const counts = (): boolean => round === mine && deps.user()?.key === user.key
			return {
				user,
				options: { token: user.token },
				async store(tables, write) {
					// Check first: opening a transaction would recreate an erased database.
					if (!counts()) return
					await deps.guard.write(() =>
						deps.db.transaction('rw', [...tables], async () => counts() && (await write())),
					)
				},
			}
		},
		cancel() {
			round++
		},
	}
}

/** Result of a refresh. A failure leaves the stored data. */
export type Refreshed = Result<null, Failure>

export const REFRESHED: Refreshed = { ok: true, value: null }

/** True if `key` was read less than `maxAgeMs` ago. A clock that was set back counts as stale. */
export const isFresh = async (
	deps: Pick<LocalContext, 'db' | 'now'>,
	key: string,
	maxAgeMs: number,
): Promise<boolean> => {
	const row = await deps.db.fetched.get(key)
	if (row === undefined) return false
	const age = deps.now() - row.at
	return age >= 0 && age < maxAgeMs
}

/** Records that `key` was just read. Call it in the transaction that stores the reply. */
export const noteFetched = (db: LocalDb, key: string, now: number): Promise<string> =>
	db.fetched.put({ key, at: now })

export const allRefreshed = (results: readonly Refreshed[]): Refreshed =>
	results.find((result) => !result.ok) ?? REFRESHED
