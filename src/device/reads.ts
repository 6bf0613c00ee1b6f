import type { Table } from 'dexie'
import type { Result } from '#domain/types.ts'
import type { CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { type GuardedContext, type LocalContext, type SignedIn, signedIn } from './context.ts'
import type { LocalDb } from './db.ts'

/** One read from the server, for the voter who was signed in when it began. */
export interface Reading {
	readonly user: SignedIn
	/** For the calls of this read: they go out under that voter's token, whoever signs in meanwhile. */
	readonly options: CallOptions
	/**
	 * Writes what was read, in one transaction, unless that voter has left or was erased from the device since.
	 * @param write comes to false where there was nothing to write, which says nothing of the room on the device.
	 */
	store(tables: readonly Table[], write: () => Promise<unknown>): Promise<void>
}

export interface Reads {
	/** Begins a read. @throws {SignedOut} when nobody is signed in. */
	begin(): Reading
	/** What is still being read is not stored any more. */
	cancel(): void
}

/** One for everything that reads for a user: {@link Reads.cancel} has to reach whatever is on its way. */
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
					// Asked before too: opening a transaction would bring an erased database back.
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

/** What a refresh came to: nothing to say, or why the network could not be asked. What is stored stays either way. */
export type Refreshed = Result<null, Failure>

/** A success has nothing of its own to say, so one object serves all. */
export const REFRESHED: Refreshed = { ok: true, value: null }

/** Whether `key` was read less than `maxAgeMs` ago. A clock that was put back counts as stale. */
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

/** Notes that `key` was just read; inside the transaction that stores what was read. */
export const noteFetched = (db: LocalDb, key: string, now: number): Promise<string> =>
	db.fetched.put({ key, at: now })

/** The first failure among several refreshes, or success. */
export const allRefreshed = (results: readonly Refreshed[]): Refreshed =>
	results.find((result) => !result.ok) ?? REFRESHED
