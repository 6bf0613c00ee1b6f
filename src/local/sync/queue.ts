import type { Table } from 'dexie'
import { takeBack } from '../apply-state.ts'
import type { OutboxEntry } from '../db.ts'
import type { GuardedDeps } from '../deps.ts'
import type { Settle } from './command.ts'

/** At least one entry. */
export type Entries = readonly [OutboxEntry, ...OutboxEntry[]]

/** The waiting entries of a voter as the engine moves them. Each change is one transaction behind the store's guard. */
export interface Queue {
	/** What may be tried at the moment `at`: the waiting entries of each stream whose first one is due, in order. */
	due(userId: string, at: number): Promise<(readonly OutboxEntry[])[]>
	/** Whether an entry that was read before still waits as it did: nobody has settled or discarded it since. */
	stillWaits(entry: OutboxEntry): Promise<boolean>
	/** How long it is, in ms, until something is due that was not at the moment `at`; null where nothing is put off. */
	pause(userId: string, at: number): Promise<number | null>
	/**
	 * Puts an entry off after a try, unless another has tried it since: that one's word is newer.
	 * @param held the server asked to be left alone: nothing of the voter is sent until then.
	 */
	postpone(entry: OutboxEntry, waitMs: number, held: boolean): Promise<void>
	/** Lists it to the voter, and takes back what it began on this device. */
	refuse(entry: OutboxEntry, reason: string): Promise<void>
	/** Their effect is on the server: forgets entries of one stream, together with what `write` makes of the reply. */
	settle(entries: Entries, write: Settle): Promise<void>
	/** What was put off is due now, except where the server set the pause. */
	wake(userId: string): Promise<void>
}

/** Whether an entry may be tried at `now`. A clock that was put back does not hold an entry longer than its pause. */
const isDue = (entry: OutboxEntry, now: number): boolean =>
	entry.notBefore === null || now >= entry.notBefore || now < entry.notBefore - entry.waitMs

interface Stream {
	readonly head: OutboxEntry
	readonly entries: OutboxEntry[]
}

/** The entries by stream; the stream whose first entry was tried least comes first, so that one that fails holds up no other. */
const streamsOf = (waiting: readonly OutboxEntry[]): Stream[] => {
	const streams = new Map<string, Stream>()
	for (const entry of waiting) {
		const stream = streams.get(entry.stream)
		if (stream) stream.entries.push(entry)
		else streams.set(entry.stream, { head: entry, entries: [entry] })
	}
	return [...streams.values()].sort(
		({ head: a }, { head: b }) => a.tries - b.tries || a.seq - b.seq,
	)
}

export const createQueue = ({
	db,
	guard,
	now,
}: Pick<GuardedDeps, 'db' | 'guard' | 'now'>): Queue => {
	const waitingOf = (userId: string) =>
		db.outbox.where('[userId+state]').equals([userId, 'waiting'])
	const read = (userId: string): Promise<OutboxEntry[]> =>
		guard.run(() => waitingOf(userId).sortBy('seq'))

	/** Where what an entry is about is stored. */
	const ownTable = ({ command }: OutboxEntry): Table =>
		command.startsWith('test.') ? db.testSessions : db.attempts

	/**
	 * Changes an entry and what depends on it, unless it has gone: settled by another sender, or erased with its voter.
	 * By its id too: numbers begin anew in a new database.
	 */
	const change = (
		entry: OutboxEntry,
		write: (stored: OutboxEntry) => Promise<unknown>,
	): Promise<void> =>
		guard.run(() =>
			db.transaction('rw', db.outbox, ownTable(entry), async () => {
				const stored = await find(entry)
				if (stored) await write(stored)
			}),
		)

	const find = async ({ id, seq }: OutboxEntry): Promise<OutboxEntry | undefined> => {
		const stored = await db.outbox.get(seq)
		return stored?.id === id && stored.state === 'waiting' ? stored : undefined
	}

	return {
		async due(userId, at) {
			const waiting = await read(userId)
			if (waiting.some((entry) => entry.held && !isDue(entry, at))) return []
			return streamsOf(waiting)
				.filter(({ head }) => isDue(head, at))
				.map(({ entries }) => entries)
		},

		stillWaits: (entry) => guard.run(async () => (await find(entry)) !== undefined),

		async pause(userId, at) {
			const all = await read(userId)
			const isPutOff = ({ notBefore }: OutboxEntry): boolean =>
				notBefore !== null && (notBefore > at || notBefore > now())
			// What has become due since is due at once: nobody has looked at it yet.
			const left = ({ notBefore }: OutboxEntry): number => Math.max(0, (notBefore ?? 0) - now())
			const held = all.filter((entry) => entry.held && isPutOff(entry))
			if (held.length > 0) return Math.max(...held.map(left))
			const heads = streamsOf(all).map(({ head }) => head)
			const waits = heads.filter(isPutOff).map(left)
			return waits.length > 0 ? Math.min(...waits) : null
		},

		postpone: (entry, waitMs, held) =>
			change(entry, async (stored) => {
				// Robbed of the lock while its call hung: what the server asked of the other sender holds.
				if (stored.tries !== entry.tries) return
				const tries = entry.tries + 1
				await db.outbox.update(entry.seq, { tries, waitMs, held, notBefore: now() + waitMs })
			}),

		refuse: (entry, reason) =>
			change(entry, async () => {
				await db.outbox.update(entry.seq, { state: 'refused', reason, refusedAt: now() })
				await takeBack(db, entry)
			}),

		settle: (entries, write) =>
			guard.run(() =>
				db.transaction('rw', db.outbox, ownTable(entries[0]), async () => {
					const there: number[] = []
					for (const entry of entries) if (await find(entry)) there.push(entry.seq)
					if (there.length === 0) return
					await db.outbox.bulkDelete(there)
					await write(db)
				}),
			),

		wake: (userId) =>
			guard.run(async () => {
				await waitingOf(userId)
					.filter((entry) => !entry.held)
					.modify({ notBefore: null })
			}),
	}
}
