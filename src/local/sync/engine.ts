import * as v from 'valibot'
import { takeBack } from '../apply-state.ts'
import type { LocalDb, OutboxEntry } from '../db.ts'
import type { LocalDeps, SignedIn } from '../deps.ts'
import { ENTRY_VERSION } from '../outbox.ts'
import { commands, type Prepared } from './commands.ts'
import { RETRY_MAX_MS, retryDelay, verdictOn } from './verdict.ts'

const LOCK = 'evenhand/outbox'
/** How many entries one holder of the lock sends before another tab may take it. */
const BATCH = 25
/** One call of the queue may take this long, in ms: a phone on a dying connection should notice. */
const SEND_TIMEOUT_MS = 15_000

export interface SyncState {
	/** The signed-in voter's queue waits for a new sign-in. */
	readonly paused: boolean
	/** The server wants a newer build of the app. */
	readonly updateNeeded: boolean
}

export interface SyncEngine {
	/** Sends what is due, one entry at a time over all tabs; resolves when nothing more is due. */
	drain(): Promise<void>
	/** The connection is back: what waited for it is due now, except where the server set the wait. */
	wake(): Promise<void>
	/** Takes back the timer; nothing more is sent, whoever asks, until {@link start}. */
	stop(): void
	/** Sends again after a {@link stop}. An engine is made started. */
	start(): Promise<void>
	state(): SyncState
	/** @returns what takes the listener back. */
	subscribe(listener: () => void): () => void
}

/** Whether an entry may be tried at `now`. A clock that was put back does not hold an entry longer than its pause. */
const isDue = (entry: OutboxEntry, now: number): boolean =>
	entry.notBefore === null || now >= entry.notBefore || now < entry.notBefore - entry.waitMs

/** The oldest waiting entry of each stream. */
const heads = (waiting: readonly OutboxEntry[]): OutboxEntry[] => {
	const byStream = new Map<string, OutboxEntry>()
	for (const entry of waiting) {
		if (!byStream.has(entry.stream)) byStream.set(entry.stream, entry)
	}
	return [...byStream.values()]
}

const waitingOf = (db: LocalDb, userId: string): Promise<OutboxEntry[]> =>
	db.outbox.where('[userId+state]').equals([userId, 'waiting']).sortBy('seq')

const isKnown = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name)

/** What an entry comes to now. One that a newer build wrote is left to it; one of ours that cannot be read is a bug, and said. */
const prepare = async (db: LocalDb, entry: OutboxEntry): Promise<Prepared> => {
	if (entry.v > ENTRY_VERSION || !isKnown(entry.command)) return { do: 'wait' }
	const command = commands[entry.command]
	const args = v.safeParse(command.args, entry.args)
	if (!args.success) return { do: 'refuse', reason: 'This could not be read back.' }
	return (command.prepare as (db: LocalDb, args: unknown) => Promise<Prepared>)(db, args.output)
}

/** Sends the outbox of the signed-in voter. */
export const createSyncEngine = (deps: LocalDeps): SyncEngine => {
	const { db } = deps
	const listeners = new Set<() => void>()
	let pausedToken: string | null = null
	let updateNeeded = false
	let stopped = false
	let cancelTimer: (() => void) | null = null
	let running: Promise<void> | null = null
	let again = false
	let faults = 0

	const tell = (): void => {
		for (const listener of listeners) listener()
	}
	const isPaused = (): boolean => pausedToken !== null && deps.user()?.token === pausedToken

	/**
	 * Changes an entry and what depends on it, unless it has gone: settled by another sender, or erased with its voter.
	 * By its id too: numbers begin anew in a new database.
	 */
	const change = (entry: OutboxEntry, write: () => Promise<unknown>): Promise<void> =>
		db.transaction('rw', db.outbox, db.attempts, async () => {
			const stored = await db.outbox.get(entry.seq)
			if (stored?.id === entry.id) await write()
		})

	const postpone = (entry: OutboxEntry, waitMs: number, held: boolean): Promise<void> =>
		change(entry, () => {
			const tries = entry.tries + 1
			const notBefore = deps.now() + waitMs
			return db.outbox.update(entry.seq, { tries, waitMs, held, notBefore })
		})

	const refuse = (entry: OutboxEntry, reason: string): Promise<void> =>
		change(entry, async () => {
			await db.outbox.update(entry.seq, { state: 'refused', reason })
			await takeBack(db, entry)
		})

	const settle = (entry: OutboxEntry, write: (db: LocalDb) => Promise<void>): Promise<void> =>
		change(entry, async () => {
			await db.outbox.delete(entry.seq)
			await write(db)
		})

	const send = async (
		entry: OutboxEntry,
		prepared: Extract<Prepared, { do: 'send' }>,
		user: SignedIn,
	): Promise<void> => {
		const sent = await prepared.send(deps.call, {
			idempotencyKey: entry.id,
			order: { stream: entry.stream, seq: entry.seq },
			timeoutMs: SEND_TIMEOUT_MS,
			token: user.token,
		})
		if (sent.do === 'settle') return settle(entry, sent.write)
		if (sent.do === 'refuse') return refuse(entry, sent.reason)
		const verdict = verdictOn(sent.failure)
		switch (verdict.do) {
			case 'retry': {
				const waitMs = retryDelay(entry.tries, verdict.floorMs, deps.random())
				return postpone(entry, waitMs, verdict.floorMs !== null)
			}
			case 'ask-again':
				return postpone(entry, verdict.waitMs, true)
			case 'pause':
				pausedToken = user.token
				return tell()
			case 'update':
				updateNeeded = true
				return tell()
			case 'refuse':
				return refuse(entry, verdict.reason)
		}
	}

	/** Moves one entry on; a fault of this device with one stream is reported, put off, and stops no other. @returns whether it moved. */
	const move = async (entry: OutboxEntry, user: SignedIn): Promise<boolean> => {
		try {
			const prepared = await prepare(db, entry)
			if (prepared.do === 'wait') return false
			if (prepared.do === 'refuse') await refuse(entry, prepared.reason)
			else await send(entry, prepared, user)
		} catch (error) {
			deps.report(error)
			await postpone(entry, retryDelay(entry.tries, null, deps.random()), false)
		}
		return true
	}

	/** Takes the first entry that can move. @returns false when none can. */
	const step = async (): Promise<boolean> => {
		const user = deps.user()
		if (stopped || user === null || isPaused() || updateNeeded) return false
		for (const entry of heads(await waitingOf(db, user.key))) {
			if (!isDue(entry, deps.now())) continue
			if (await move(entry, user)) return true
		}
		return false
	}

	/** Browsers' timers hold 24 days at most; looking again after a part of a long pause costs nothing. */
	const comeBack = (ms: number): void => {
		cancelTimer?.()
		if (stopped) return
		const look = (): void => void drain().catch(deps.report)
		cancelTimer = deps.setTimer(look, Math.min(ms, RETRY_MAX_MS))
	}

	/** Comes back when the next postponed entry is due. */
	const schedule = async (): Promise<void> => {
		cancelTimer?.()
		const user = deps.user()
		if (stopped || user === null || isPaused() || updateNeeded) return
		const now = deps.now()
		const waits = heads(await waitingOf(db, user.key))
			.filter((entry) => !isDue(entry, now))
			.map((entry) => (entry.notBefore ?? now) - now)
		if (waits.length > 0) comeBack(Math.min(...waits))
	}

	const run = async (): Promise<void> => {
		let more = true
		while (more) {
			await deps.runLocked(LOCK, async () => {
				for (let sent = 0; more && sent < BATCH; sent++) more = await step()
			})
		}
		await schedule()
	}

	const drain = (): Promise<void> => {
		// Whoever queued something while a run was under way may have come after its last look.
		again = running !== null
		running ??= (async () => {
			try {
				do {
					again = false
					await run()
				} while (again)
				faults = 0
			} catch (error) {
				// The store itself failed: Safari loses its connection at times. Nothing is lost; look again soon.
				comeBack(retryDelay(faults++, null, deps.random()))
				throw error
			} finally {
				running = null
			}
		})()
		return running
	}

	return {
		drain,
		start() {
			stopped = false
			return drain()
		},
		async wake() {
			const user = deps.user()
			if (user === null) return
			await db.outbox
				.where('[userId+state]')
				.equals([user.key, 'waiting'])
				.filter((entry) => !entry.held)
				.modify({ notBefore: null })
			await drain()
		},
		stop() {
			stopped = true
			cancelTimer?.()
		},
		state: () => ({ paused: isPaused(), updateNeeded }),
		subscribe(listener) {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
	}
}
