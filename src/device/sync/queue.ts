import type { Table } from 'dexie'
import { takeBack } from '../attempt-merge.ts'
import type { GuardedContext } from '../context.ts'
import type { NotCounted, OutboxEntry } from '../db.ts'
import { checkInstead } from '../restore.ts'
import { retryAfterKey } from './backoff.ts'
import type { ApplyReply } from './command.ts'

/** At least one entry. */
export type Entries = readonly [OutboxEntry, ...OutboxEntry[]]

/** Whether an entry may be tried, or only later, or is settled or discarded. */
export type Standing = 'due' | 'later' | 'gone'

/** The waiting entries of a voter as the engine moves them. Each change is one transaction behind the store's guard. */
export interface Queue {
	/** What may be tried at the moment `at`: the waiting entries of each stream whose first one is due, in order. */
	due(userId: string, at: number): Promise<(readonly OutboxEntry[])[]>
	/** What has become of an entry since it was read: somebody may have settled or discarded it, or have been told to wait. */
	standing(entry: OutboxEntry): Promise<Standing>
	/** Whether the server wants nothing of a voter now. */
	isHeld(userId: string): Promise<boolean>
	/** How long it is, in ms, until something is due that was not at the moment `at`; null where nothing is put off. */
	pause(userId: string, at: number): Promise<number | null>
	/**
	 * Puts an entry off after a try, unless another sender has tried it since, whose word is newer.
	 * @param held the server asked to be left alone: nothing of the voter is sent until then, whatever becomes of the entry.
	 */
	postpone(entry: OutboxEntry, waitMs: number, held: boolean): Promise<void>
	/** Queues a check of its attempt before an entry that was refused in doubt. @returns false if the refusal stands. */
	check(entry: OutboxEntry): Promise<boolean>
	/** Lists it to the voter, and takes back what it began on this device. */
	refuse(entry: OutboxEntry, why: NotCounted): Promise<void>
	/** Their effect is on the server: forgets entries of one stream, together with what `write` makes of the reply. */
	settle(entries: Entries, write: ApplyReply): Promise<void>
	/** Makes what was put off due now, also after a 409, which an early try only gets again. A `Retry-After` stays. */
	wake(userId: string): Promise<void>
}

/** Whether an entry may be tried at `now`. A clock that was put back does not hold an entry longer than its pause. */
const isDue = ({ notBefore, waitMs }: Pause, now: number): boolean =>
	notBefore === null || now >= notBefore || now < notBefore - waitMs

type Pause = Pick<OutboxEntry, 'waitMs' | 'notBefore'>

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

/** No more of the world than it needs: it neither calls nor knows who is signed in, which only a sender must. */
export const createQueue = ({
	db,
	guard,
	now,
}: Pick<GuardedContext, 'db' | 'guard' | 'now'>): Queue => {
	const waitingOf = (userId: string) =>
		db.outbox.where('[userId+state]').equals([userId, 'waiting'])

	/** Where what an entry is about is stored. */
	const ownTable = ({ command }: OutboxEntry): Table =>
		command.startsWith('test.') ? db.testSessions : db.attempts

	/**
	 * Changes an entry and what depends on it, unless it has gone: settled by another sender, or erased with its voter.
	 * By its id too: numbers begin anew in a new database.
	 */
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

	/** Until when the server wants nothing of a voter, at one of the moments given; null where it did not ask, or that is over. */
	const heldUntil = async (userId: string, ...moments: number[]): Promise<number | null> => {
		const hold = await db.fetched.get(retryAfterKey(userId))
		if (hold === undefined) return null
		const pause = { notBefore: hold.at, waitMs: hold.waitMs ?? 0 }
		return moments.every((moment) => isDue(pause, moment)) ? null : hold.at
	}

	/** All that waits of a voter, and until when; at the moment `at`, or now. */
	const look = (userId: string, at: number) =>
		guard.run(() =>
			db.transaction('r', db.outbox, db.fetched, async () => ({
				hold: await heldUntil(userId, at, now()),
				streams: streamsOf(await waitingOf(userId).sortBy('seq')),
			})),
		)

	return {
		async due(userId, at) {
			const { hold, streams } = await look(userId, at)
			if (hold !== null) return []
			return streams.filter(({ head }) => isDue(head, at)).map(({ entries }) => entries)
		},

		standing: (entry) =>
			guard.run(async () => {
				const stored = await find(entry)
				if (stored === undefined) return 'gone'
				return isDue(stored, now()) ? 'due' : 'later'
			}),

		isHeld: async (userId) => (await guard.run(() => heldUntil(userId, now()))) !== null,

		async pause(userId, at) {
			const { hold, streams } = await look(userId, at)
			if (streams.length === 0) return null
			const isPutOff = ({ notBefore }: OutboxEntry): boolean =>
				notBefore !== null && (notBefore > at || notBefore > now())
			// What has become due since is due at once: nobody has looked at it yet.
			const left = (until: number | null): number => Math.max(0, (until ?? 0) - now())
			if (hold !== null) return left(hold)
			const waits = streams
				.filter(({ head }) => isPutOff(head))
				.map(({ head }) => left(head.notBefore))
			return waits.length > 0 ? Math.min(...waits) : null
		},

		postpone: (entry, waitMs, held) =>
			guard.run(() =>
				db.transaction('rw', db.outbox, db.fetched, async () => {
					const until = now() + waitMs
					const stored = await find(entry)
					if (stored?.tries === entry.tries) {
						const tries = entry.tries + 1
						await db.outbox.update(entry.seq, { waitMs, notBefore: until, tries })
					}
					// Another sender may have been asked for longer.
					if (held && until > ((await heldUntil(entry.userId, now())) ?? 0)) {
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
				const { reason } = why
				await db.outbox.update(entry.seq, { state: 'refused', reason, refusedAt: now() })
				await takeBack(db, entry, why)
			}),

		settle: (entries, write) =>
			guard.run(() =>
				db.transaction('rw', db.outbox, ownTable(entries[0]), async () => {
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
