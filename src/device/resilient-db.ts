import type { LocalContext } from './context.ts'
import { createSignal } from './signal.ts'
import { retryDelay } from './sync/backoff.ts'

/** `full`: no space left. `lost`: the database does not answer. */
export type StorageTrouble = 'full' | 'lost'

/** Failed read or write, after all recovery was tried. Nothing was stored. */
export type StoreFault = Error & { readonly fault: StorageTrouble }

/** `blocked`: a tab of an older build blocks the upgrade. */
export type StoreState = 'ok' | 'blocked' | StorageTrouble

export interface StoreGuard {
	/**
	 * Runs work on the database. Reopens a lost connection (Safari) or frees space, then repeats the work, so it must
	 * be whole transactions or reads. @throws StoreFault if recovery failed.
	 */
	run<Value>(work: () => Promise<Value>): Promise<Value>
	/** Like `run`, for writes. Success clears `full`, unless `work` resolves to false (nothing written). */
	write<Value>(work: () => Promise<Value>): Promise<Value>
	/** Like `write`, while the voter waits. Fails as `lost` after some seconds: nothing unsaved may count as saved. */
	save<Value>(work: () => Promise<Value>): Promise<Value>
	isLost(error: unknown): boolean
	probe(): Promise<void>
	state(): StoreState
	/** Repairs the database in the background, with backoff, until it answers. Call it after a failed read. */
	mend(): void
	/** Number of completed repairs. Failed reads can be repeated when it grows. */
	mended(): number
	subscribe(listener: () => void): () => void
}

const OPEN_PATIENCE_MS = 3000
const SAVE_PATIENCE_MS = 5000
/** Time after a repair until the backoff resets, in ms. */
const CALM_MS = 60_000
/** Maximum tries of a piece of work. Freeing space helps only once. */
const TRIES: Readonly<Record<StorageTrouble, number>> = { full: 2, lost: 3 }

/** Error names of a lost connection, in browsers and Dexie. Includes aborts without another cause. */
const LOST = new Set([
	'UnknownError',
	'InvalidStateError',
	'TransactionInactiveError',
	'DatabaseClosedError',
	'AbortError',
	'OpenFailedError',
	'TimeoutError',
])

/** Returns the names of an error and its causes, which Dexie wraps in `inner`, or in `failures` for several rows. */
const namesOf = (error: unknown, depth = 0): string[] => {
	if (!(error instanceof Object) || depth === 10) return []
	const { name, inner, failures } = error as { name?: unknown; inner?: unknown; failures?: unknown }
	return [String(name), ...[inner, failures].flat().flatMap((each) => namesOf(each, depth + 1))]
}

/** Classifies an error. Null if it did not come from the database. */
export const storageTrouble = (error: unknown): StorageTrouble | null => {
	if (isStoreFault(error)) return error.fault
	const names = namesOf(error)
	if (names.includes('QuotaExceededError')) return 'full'
	return names.some((name) => LOST.has(name)) ? 'lost' : null
}

/** True if the guard gave up. Only its own errors have `fault`. */
export const isStoreFault = (error: unknown): error is StoreFault =>
	error instanceof Error && 'fault' in error

const storeFault = (fault: StorageTrouble, cause: unknown): StoreFault =>
	Object.assign(new Error(`The device's storage is ${fault}`, { cause }), { fault })

/** @param makeRoom deletes data that can be read from the server again. */
export const createResilientDb = (
	{ db, setTimer }: Pick<LocalContext, 'db' | 'setTimer'>,
	makeRoom: () => Promise<unknown>,
): StoreGuard => {
	const state = createSignal<StoreState>('ok')
	let reopening: Promise<void> | null = null
	let reopened = 0
	let mending = false
	let mended = 0
	let troubles = 0

	const set = (next: StoreState): void => {
		if (state.get() !== next) state.set(next)
	}

	// A tab of an older build blocks an upgrade. A deletion only waits for this page's own reads.
	db.on('blocked', ({ newVersion }) => {
		if (newVersion) set('blocked')
		return false
	})
	db.on('ready', () => {
		if (state.get() === 'blocked') set('ok')
	})

	const openSoon = (): Promise<void> =>
		new Promise((resolve, reject) => {
			const tooLong = (): void =>
				reject(new DOMException('Opening the database timed out', 'TimeoutError'))
			const cancel = setTimer(tooLong, OPEN_PATIENCE_MS)
			db.open()
				.then(() => resolve(), reject)
				.finally(cancel)
		})

	/** Coalesces calls, because several screens notice a lost connection together. */
	const reopen = (): Promise<void> => {
		reopening ??= (async () => {
			try {
				db.close({ disableAutoOpen: false })
				await openSoon()
			} finally {
				reopened++
				reopening = null
			}
		})()
		return reopening
	}

	const fail = (fault: StorageTrouble, cause: unknown): never => {
		set(fault)
		throw storeFault(fault, cause)
	}

	/** Tries to recover. Ignores storage errors: the next try of the work succeeds or reports them. */
	const help = async (kind: StorageTrouble): Promise<void> => {
		try {
			await (kind === 'full' ? makeRoom() : reopen())
		} catch (error) {
			if (trouble(error) === null) throw error
		}
	}

	/** Dexie misses a connection lost during opening: the database counts as open, but its tables have no core. */
	const isHalfOpen = (): boolean => db.isOpen() && db.fetched.core === undefined
	/** @param since `reopened` when the work began. A TypeError after a reopen came from a half-open database. */
	const trouble = (error: unknown, since = reopened): StorageTrouble | null => {
		const renewed = since !== reopened || reopening !== null
		const wasHalfOpen = isHalfOpen() || (error instanceof TypeError && renewed)
		return storageTrouble(error) ?? (wasHalfOpen ? 'lost' : null)
	}

	const attempt = async <Value>(
		work: () => Promise<Value>,
		met: Readonly<Record<StorageTrouble, number>>,
		wanted: () => boolean,
	): Promise<Value> => {
		const since = reopened
		try {
			const value = await work()
			// Reads succeed on a full device too, so they do not clear `full`.
			if (state.get() !== 'full') set('ok')
			return value
		} catch (error) {
			const kind = trouble(error, since)
			if (kind === null || !wanted()) throw error
			const times = met[kind] + 1
			if (times === TRIES[kind]) return fail(kind, error)
			await help(kind)
			return attempt(work, { ...met, [kind]: times }, wanted)
		}
	}

	const run = <Value>(work: () => Promise<Value>, wanted = () => true): Promise<Value> =>
		attempt(work, { full: 0, lost: 0 }, wanted)
	const probe = async (): Promise<void> => {
		await run(() => db.fetched.count())
	}

	const mend = (): void => {
		if (mending) return
		mending = true
		const pause = troubles === 0 ? 0 : retryDelay(troubles, null, 1)
		troubles++
		const done = (): void => {
			mending = false
			mended++
			setTimer(() => {
				troubles = 0
			}, CALM_MS)
			state.set(state.get())
		}
		const again = (): void => {
			mending = false
			mend()
		}
		setTimer(() => void probe().then(done, again), pause)
	}

	const write = async <Value>(
		work: () => Promise<Value>,
		wanted?: () => boolean,
	): Promise<Value> => {
		const value = await run(work, wanted)
		if (value !== false) set('ok')
		return value
	}

	const save: StoreGuard['save'] = (work) =>
		new Promise((resolve, reject) => {
			let waiting = true
			const cancel = setTimer(() => {
				waiting = false
				set('lost')
				reject(
					storeFault('lost', new DOMException('Saving to the database timed out', 'TimeoutError')),
				)
				// Only a new connection helps if this one never answers.
				reopen().then(mend, mend)
			}, SAVE_PATIENCE_MS)
			write(work, () => waiting)
				.finally(cancel)
				.then(resolve, reject)
		})

	return {
		run: (work) => run(work),
		write: (work) => write(work),
		save,
		isLost: (error) => trouble(error) === 'lost',
		probe,
		mend,
		mended: () => mended,
		state: state.get,
		subscribe: state.subscribe,
	}
}
