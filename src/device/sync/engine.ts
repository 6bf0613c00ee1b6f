import { type SenderContext, VISITOR } from '../context.ts'
import type { OutboxEntry } from '../db.ts'
import { createSignal } from '../signal.ts'
import { RETRY_MAX_MS, retryDelay } from './backoff.ts'
import { type HasLock, withLock } from './lock.ts'
import { createQueue } from './queue.ts'
import { createSender, type Outcome, type SyncState } from './sender.ts'

const LOCK = 'evenhand/outbox'
/** Entries and time (ms) per hold of the lock, before another tab may take it. */
const BATCH = 25
const BATCH_MS = 10_000

export interface SyncEngine {
	/** Sends what is due, one call at a time across all tabs. Resolves when nothing more is due. */
	drain(): Promise<void>
	/** Makes postponed entries due now, except during a `Retry-After` wait. Call it when the connection is back. */
	wake(): Promise<void>
	/** Cancels the timer. Nothing more is sent until {@link start}. */
	stop(): void
	start(): Promise<void>
	/** Returns the same object until something changes. */
	state(): SyncState
	subscribe(listener: () => void): () => void
}

export type EngineDeps = Omit<SenderContext, 'uuid'>

export const createSyncEngine = (deps: EngineDeps): SyncEngine => {
	const queue = createQueue(deps)
	const sender = createSender(deps, queue, () => tell())
	const signal = createSignal(sender.state())
	let stopped = false
	let cancelTimer: (() => void) | null = null
	let running: Promise<void> | null = null
	let again = false
	let faults = 0
	let lookedAt = deps.now()

	const tell = (): void => {
		const { paused, updateNeeded, sending } = sender.state()
		const before = signal.get()
		const same = paused === before.paused && sending === before.sending
		if (same && updateNeeded === before.updateNeeded) return
		signal.set({ paused, updateNeeded, sending })
	}

	const voter = () => (stopped || sender.isPaused() ? null : deps.user())

	const step = async (
		entry: OutboxEntry,
		following: readonly OutboxEntry[],
		hasLock: HasLock,
	): Promise<Outcome> => {
		const user = voter()
		if (user?.key !== entry.userId) return 'stop'
		// Another sender may have received a `Retry-After` since the queue was read.
		if (await queue.isDeferred(user.key)) return 'stop'
		switch (await queue.stateOf(entry)) {
			case 'due':
				return sender.send(entry, following, user, hasLock)
			case 'gone':
				return 'next'
			case 'later':
				return 'stuck'
		}
	}

	const sendStream = async (
		entries: readonly OutboxEntry[],
		goOn: HasLock,
		tried: (outcome: Outcome) => void,
	): Promise<Outcome> => {
		const left = [...entries]
		for (let entry = left.shift(); entry !== undefined; entry = left.shift()) {
			if (!goOn()) return 'next'
			const outcome = await step(entry, left, goOn)
			if (outcome !== 'waits') tried(outcome)
			if (outcome === 'again') left.unshift(entry)
			else if (outcome !== 'next') return outcome
		}
		return 'next'
	}

	/** Sends what is due now. @param hasLock checked before each entry. @returns true if there may be more. */
	const batch = async (hasLock: HasLock): Promise<boolean> => {
		const user = voter()
		if (user === null) return false
		lookedAt = deps.now()
		let tried = 0
		let moved = false
		const note = (outcome: Outcome): void => {
			tried++
			moved ||= outcome === 'next'
		}
		const goOn = (): boolean => hasLock() && tried < BATCH
		for (const stream of await queue.due(user.key, lookedAt)) {
			if ((await sendStream(stream, goOn, note)) === 'stop') return false
		}
		// A sent entry may unblock another: a reset waits for the attempt that it supersedes.
		return moved || tried === BATCH || !hasLock()
	}

	/** Ends a batch after a while, so that a healthy lock holder is not taken for a frozen one. */
	const shortBatch = async (hasLock: HasLock): Promise<boolean> => {
		let over = false
		const cancel = deps.setTimer(() => {
			over = true
		}, BATCH_MS)
		try {
			return await batch(() => hasLock() && !over)
		} finally {
			cancel()
		}
	}

	/** Browsers' timers hold 24 days at most, so look again early. */
	const comeBack = (ms: number): void => {
		cancelTimer?.()
		if (stopped) return
		const look = (): void => void drain().catch(deps.report)
		cancelTimer = deps.setTimer(look, Math.min(ms, RETRY_MAX_MS))
	}

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
			await withLock(deps, LOCK, async (hasLock) => {
				more = await shortBatch(hasLock)
			})
		}
		await schedule()
	}

	const drain = (): Promise<void> => {
		// An entry queued during a run may have come after its last look.
		again = running !== null
		running ??= (async () => {
			try {
				do {
					again = false
					await run()
				} while (again)
				faults = 0
			} catch (error) {
				// The database failed, as Safari's does at times. No data is lost, so retry soon.
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
		state: signal.get,
		subscribe: signal.subscribe,
	}
}

/** Creates the engine for the visitor's queue. Shares the lock with the voter's engine: one sender at a time. */
export const createVisitorEngine = (deps: Omit<EngineDeps, 'user'>): SyncEngine =>
	createSyncEngine({ ...deps, user: () => VISITOR })
