import type { Table } from 'dexie'
import { takeBack } from '../apply-state.ts'
import type { OutboxEntry } from '../db.ts'
import type { GuardedDeps } from '../deps.ts'
import type { Settle } from './command.ts'

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
	 * @param held the server asked to be left alone: nothing of the voter that waits now is sent until then.
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

	const isHeld = (entry: OutboxEntry): boolean => entry.held && !isDue(entry, now())

	/** Whether the server has asked for more than another pause is. */
	const isLonger = (entry: OutboxEntry, { notBefore }: Pause): boolean =>
		isHeld(entry) && (entry.notBefore ?? 0) > (notBefore ?? 0)

	/** Has the next of a voter's entries wait as the server asked, unless it waits for longer. @param gone are no more. */
	const holdNext = async (
		userId: string,
		pause: Pause,
		gone: readonly OutboxEntry[],
	): Promise<void> => {
		const seqs = new Set(gone.map(({ seq }) => seq))
		const next = await waitingOf(userId)
			.filter(({ seq }) => !seqs.has(seq))
			.first()
		if (next && !isLonger(next, pause)) {
			const { waitMs, notBefore } = pause
			await db.outbox.update(next.seq, { held: true, waitMs, notBefore })
		}
	}

	/**
	 * What the server asked of a sender that robbed a frozen tab of its lock can stand on an entry that goes now, as the
	 * frozen tab has heard its reply. It holds for all that waits: the next one has it then.
	 */
	const passOnHold = async (going: readonly OutboxEntry[]): Promise<void> => {
		for (const hold of going.filter(isHeld)) await holdNext(hold.userId, hold, going)
	}

	return {
		async due(userId, at) {
			const waiting = await read(userId)
			if (waiting.some((entry) => entry.held && !isDue(entry, at))) return []
			return streamsOf(waiting)
				.filter(({ head }) => isDue(head, at))
				.map(({ entries }) => entries)
		},

		standing: (entry) =>
			guard.run(async () => {
				const stored = await find(entry)
				if (stored === undefined) return 'gone'
				return isDue(stored, now()) ? 'due' : 'later'
			}),

		isHeld: async (userId) => (await read(userId)).some(isHeld),

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
			guard.run(() =>
				db.transaction('rw', db.outbox, async () => {
					const pause = { waitMs, held, notBefore: now() + waitMs }
					const stored = await find(entry)
					if (stored?.tries === entry.tries) {
						const tries = entry.tries + 1
						await db.outbox.update(
							entry.seq,
							isLonger(stored, pause) ? { tries } : { ...pause, tries },
						)
					} else if (held) await holdNext(entry.userId, pause, [])
				}),
			),

		refuse: (entry, reason) =>
			change(entry, async (stored) => {
				await passOnHold([stored])
				await db.outbox.update(entry.seq, { state: 'refused', reason, refusedAt: now() })
				await takeBack(db, entry)
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
					await passOnHold(there)
					await db.outbox.bulkDelete(there.map(({ seq }) => seq))
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
