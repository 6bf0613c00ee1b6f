import type { Table } from 'dexie'
import type { CallOptions } from '#http/client.ts'
import { type GuardedDeps, type SignedIn, signedIn } from './deps.ts'

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
export const createReads = (deps: Pick<GuardedDeps, 'db' | 'guard' | 'user'>): Reads => {
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
