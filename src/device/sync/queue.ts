import type { Table } from 'dexie'
import { takeBack } from '../attempt-merge.ts'
import type { GuardedContext } from '../context.ts'
import type { NotCounted, OutboxEntry } from '../db.ts'
import { entriesOf } from '../entries.ts'
import { checkInstead } from '../restore.ts'
import { retryAfterKey } from './backoff.ts'
import type { ApplyReply } from './command.ts'

export type Entries = readonly [OutboxEntry, ...OutboxEntry[]]

/** `later`: postponed. `gone`: settled or discarded. */
export type EntryState = 'due' | 'later' | 'gone'

/** A voter's waiting entries. Each change is one guarded transaction. */
export interface Queue {
	/** Returns the waiting entries, in order, of each stream whose first one is due at `at`. */
	due(userId: string, at: number): Promise<(readonly OutboxEntry[])[]>
	/** Checks an entry again, because another tab may have settled, discarded or postponed it since it was read. */
	stateOf(entry: OutboxEntry): Promise<EntryState>
	/** True during a voter's `Retry-After` wait. */
	isDeferred(userId: string): Promise<boolean>
	/** Returns the ms until something is due that was not due at `at`. Null if nothing is postponed. */
	pause(userId: string, at: number): Promise<number | null>
	/**
	 * Postpones an entry after a try, unless another sender has tried it since.
	 * @param deferAll `Retry-After`: also postpones everything of the voter, even if the entry is gone, unless the
	 * voter was erased.
	 */
	postpone(entry: OutboxEntry, waitMs: number, deferAll: boolean): Promise<void>
	/** Queues a check before an entry with a doubtful refusal. @returns false if the refusal is final. */
	check(entry: OutboxEntry): Promise<boolean>
	refuse(entry: OutboxEntry, why: NotCounted): Promise<void>
	/** Deletes entries of one stream and stores the reply, in one transaction. */
	settle(entries: Entries, write: ApplyReply): Promise<void>
	/** Makes postponed entries due now. An early try after a 409 only gets another 409. A `Retry-After` wait stays. */
	wake(userId: string): Promise<void>
}

/** A clock that was set back does not extend a pause. */
const isDue = ({ notBefore, waitMs }: Pause, now: number): boolean =>
	notBefore === null || now >= notBefore || now < notBefore - waitMs

type Pause = Pick<OutboxEntry, 'waitMs' | 'notBefore'>

interface Stream {
	readonly head: OutboxEntry
	readonly entries: OutboxEntry[]
}

/** Groups entries by stream, least tried first, so that a failing stream does not block others. */
const groupByStream = (waiting: readonly OutboxEntry[]): Stream[] => {
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
}: Pick<GuardedContext, 'db' | 'guard' | 'now'>): Queue => {
	const waitingOf = (userId: string) =>
		db.outbox.where('[userId+state]').equals([userId, 'waiting'])

	const ownTable = ({ command }: OutboxEntry): Table =>
		command.startsWith('test.') ? db.testSessions : db.attempts

	/** False after an erasure: a late reply must store nothing. */
	const isKnown = async (entry: OutboxEntry): Promise<boolean> => {
		const { userId, stream } = entry
		return (
			(await entriesOf(db, userId).count()) > 0 || (await ownTable(entry).get(stream)) !== undefined
		)
	}

	/** Changes an entry unless it is gone. Compares `id` too, because `seq` restarts in a new database. */
	const change = (entry: OutboxEntry, write: () => Promise<unknown>): Promise<void> =>
		guard.run(() =>
			db.transaction('rw', db.outbox, ownTable(entry), async () => {
				if (await find(entry)) await write()
			}),
		)

	const find = async ({ id, seq }: OutboxEntry): Promise<OutboxEntry | undefined> => {
		const stored = await db.outbox.get(seq)
		return stored?.id === id && stored.state === 'waiting' ? stored : undefined
	}

	/** Returns a voter's `Retry-After` deadline. Null if there is none, or it has passed at all moments. */
	const deferredUntil = async (userId: string, ...moments: number[]): Promise<number | null> => {
		const deferral = await db.fetched.get(retryAfterKey(userId))
		if (deferral === undefined) return null
		const pause = { notBefore: deferral.at, waitMs: deferral.waitMs ?? 0 }
		return moments.every((moment) => isDue(pause, moment)) ? null : deferral.at
	}

	const look = (userId: string, at: number) =>
		guard.run(() =>
			db.transaction('r', db.outbox, db.fetched, async () => ({
				deferral: await deferredUntil(userId, at, now()),
				streams: groupByStream(await waitingOf(userId).sortBy('seq')),
			})),
		)

	return {
		async due(userId, at) {
			const { deferral, streams } = await look(userId, at)
			if (deferral !== null) return []
			return streams.filter(({ head }) => isDue(head, at)).map(({ entries }) => entries)
		},

		stateOf: (entry) =>
			guard.run(async () => {
				const stored = await find(entry)
				if (stored === undefined) return 'gone'
				return isDue(stored, now()) ? 'due' : 'later'
			}),

		isDeferred: async (userId) => (await guard.run(() => deferredUntil(userId, now()))) !== null,

		async pause(userId, at) {
			const { deferral, streams } = await look(userId, at)
			if (streams.length === 0) return null
			const isPutOff = ({ notBefore }: OutboxEntry): boolean =>
				notBefore !== null && (notBefore > at || notBefore > now())
			// Entries that became due after `at` were not looked at yet, so do not wait.
			const left = (until: number | null): number => Math.max(0, (until ?? 0) - now())
			if (deferral !== null) return left(deferral)
			const waits = streams
				.filter(({ head }) => isPutOff(head))
				.map(({ head }) => left(head.notBefore))
			return waits.length > 0 ? Math.min(...waits) : null
		},

		postpone: (entry, waitMs, deferAll) =>
			guard.run(() =>
				db.transaction('rw', db.outbox, db.fetched, ownTable(entry), async () => {
					const until = now() + waitMs
					const stored = await find(entry)
					if (stored?.tries === entry.tries) {
						const tries = entry.tries + 1
						await db.outbox.update(entry.seq, { waitMs, notBefore: until, tries })
					}
					if (!deferAll || !(await isKnown(entry))) return
					// Another sender may have received a longer wait.
					if (until > ((await deferredUntil(entry.userId, now())) ?? 0)) {
						await db.fetched.put({ key: retryAfterKey(entry.userId), at: until, waitMs })
					}
				}),
			),

		check: (entry) =>
			guard.run(() =>
				db.transaction('rw', db.outbox, db.attempts, db.testSessions, async () => {
					const stored = await find(entry)
					return stored !== undefined && checkInstead(db, stored)
				}),
			),

		refuse: (entry, why) =>
			change(entry, async () => {
				const { closedOn: _, ...reason } = why
				await db.outbox.update(entry.seq, { state: 'refused', ...reason, refusedAt: now() })
				await takeBack(db, entry, why)
			}),

		settle: (entries, write) =>
			guard.run(() =>
				db.transaction('rw', db.outbox, db.notes, ownTable(entries[0]), async () => {
					const there: OutboxEntry[] = []
					for (const entry of entries) {
						const stored = await find(entry)
						if (stored) there.push(stored)
					}
					if (there.length === 0) return
					await db.outbox.bulkDelete(there.map(({ seq }) => seq))
					await write(db)
				}),
			),

		wake: (userId) =>
			guard.run(async () => {
				const putOff = waitingOf(userId).filter(({ notBefore }) => notBefore !== null)
				await putOff.modify({ notBefore: null })
			}),
	}
}
