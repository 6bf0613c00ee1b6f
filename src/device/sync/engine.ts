import type { SenderContext } from '../context.ts'
import type { OutboxEntry } from '../db.ts'
import { RETRY_MAX_MS, retryDelay } from './backoff.ts'
import { type Held, withLock } from './lock.ts'
import { createQueue } from './queue.ts'
import { createSender, type Outcome, type SyncState } from './sender.ts'

const LOCK = 'evenhand/outbox'
/** How many entries one holder of the lock sends before another tab may take it, and for how long, in ms. */
const BATCH = 25
const BATCH_MS = 10_000

export interface SyncEngine {
	/** Sends what is due, one call at a time over all tabs; resolves when nothing more is due. */
	drain(): Promise<void>
	/** The connection is back: what waited for it is due now, unless the server wants nothing of the voter yet. */
	wake(): Promise<void>
	/** Takes back the timer; nothing more is sent, whoever asks, until {@link start}. */
	stop(): void
	/** Sends again after a {@link stop}. An engine is made started. */
	start(): Promise<void>
	/** What listeners were last told; the same object until there is something new. */
	state(): SyncState
	/** @returns what takes the listener back. */
	subscribe(listener: () => void): () => void
}

/** What sending takes of the world. */
export type EngineDeps = Omit<SenderContext, 'uuid'>

/** Sends the outbox of the signed-in voter. */
export const createSyncEngine = (deps: EngineDeps): SyncEngine => {
	const listeners = new Set<() => void>()
	const queue = createQueue(deps)
	const sender = createSender(deps, queue, () => tell())
	let state = sender.state()
	let stopped = false
	let cancelTimer: (() => void) | null = null
	let running: Promise<void> | null = null
	let again = false
	let faults = 0
	/** When the queue was looked through last. */
	let lookedAt = deps.now()

	/** Tells who listens, where there is something new to tell. */
	const tell = (): void => {
		const { paused, updateNeeded, sending } = sender.state()
		const same = paused === state.paused && sending === state.sending
		if (same && updateNeeded === state.updateNeeded) return
		state = { paused, updateNeeded, sending }
		for (const listener of listeners) listener()
	}

	/** Whoever may be sent for now. */
	const voter = () => (stopped || sender.isPaused() ? null : deps.user())

	/** Moves an entry on, unless its voter has left, or it has gone or been put off since it was read. */
	const step = async (entry: OutboxEntry, following: readonly OutboxEntry[]): Promise<Outcome> => {
		const user = voter()
		if (user?.key !== entry.userId) return 'stop'
		// Another sender may have been asked for it since the queue was read.
		if (await queue.isHeld(user.key)) return 'stop'
		switch (await queue.standing(entry)) {
			case 'due':
				return sender.move(entry, following, user)
			case 'gone':
				return 'next'
			case 'later':
				return 'stuck'
		}
	}

	/** Sends a stream's entries in order, as far as they go. @param tried hears of each that was tried. */
	const sendStream = async (
		entries: readonly OutboxEntry[],
		goOn: Held,
		tried: (outcome: Outcome) => void,
	): Promise<Outcome> => {
		const left = [...entries]
		for (let entry = left.shift(); entry !== undefined; entry = left.shift()) {
			if (!goOn()) return 'next'
			const outcome = await step(entry, left)
			if (outcome !== 'waits') tried(outcome)
			if (outcome === 'again') left.unshift(entry)
			else if (outcome !== 'next') return outcome
		}
		return 'next'
	}

	/** Sends what is due now, in one go. @param held asked before each entry. @returns whether there may be more. */
	const batch = async (held: Held): Promise<boolean> => {
		const user = voter()
		if (user === null) return false
		lookedAt = deps.now()
		let tried = 0
		let moved = false
		const note = (outcome: Outcome): void => {
			tried++
			moved ||= outcome === 'next'
		}
		const goOn = (): boolean => held() && tried < BATCH
		for (const stream of await queue.due(user.key, lookedAt)) {
			if ((await sendStream(stream, goOn, note)) === 'stop') return false
		}
		// What moved may have let something else go: a reset waits for the attempt that it leaves behind.
		return moved || tried === BATCH || !held()
	}

	/** A {@link batch} that ends after a while, so that no healthy holder of the lock is taken for a frozen one. */
	const shortBatch = async (held: Held): Promise<boolean> => {
		let over = false
		const cancel = deps.setTimer(() => {
			over = true
		}, BATCH_MS)
		try {
			return await batch(() => held() && !over)
		} finally {
			cancel()
		}
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
		const user = voter()
		if (user === null) return
		const waitMs = await queue.pause(user.key, lookedAt)
		if (waitMs !== null) comeBack(waitMs)
	}

	const run = async (): Promise<void> => {
		let more = true
		while (more) {
			await withLock(deps, LOCK, async (held) => {
				more = await shortBatch(held)
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
				tell()
			}
		})()
		return running
	}

	return {
		drain,
		start() {
			stopped = false
			sender.resume()
			return drain()
		},
		async wake() {
			const user = deps.user()
			if (user === null) return
			await queue.wake(user.key)
			await drain()
		},
		stop() {
			stopped = true
			cancelTimer?.()
		},
		state: () => state,
		subscribe(listener) {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
	}
}
