import type { LocalContext } from './context.ts'
import { retryDelay } from './sync/backoff.ts'

/** What is the matter with the device's store: it has no room, or it does not answer. */
export type StorageTrouble = 'full' | 'lost'

/** A write or read that the store could not do, after everything that could help was tried. Nothing of it was kept. */
export type StoreFault = Error & { readonly fault: StorageTrouble }

/** `blocked`: a tab of an older build keeps the database from being brought up to date. */
export type StoreState = 'ok' | 'blocked' | StorageTrouble

export interface StoreGuard {
	/**
	 * Runs work on the store; where the connection was lost (Safari does that) it is opened anew and the work repeated,
	 * and where there is no room some is made first. So `work` is whole transactions or reads: what repeats as one.
	 * @throws StoreFault when none of it helped.
	 */
	run<Value>(work: () => Promise<Value>): Promise<Value>
	/** The same for work that takes room: one that succeeds says that there is some again, unless it comes to false: there was nothing to write. */
	write<Value>(work: () => Promise<Value>): Promise<Value>
	/**
	 * The same for what the voter waits for: it fails as "lost" when it does not settle within some seconds, so that nothing
	 * counts as saved that is not.
	 */
	save<Value>(work: () => Promise<Value>): Promise<Value>
	/** Whether an error says that the connection is lost, as far as can be told. */
	isLost(error: unknown): boolean
	/** Asks whether the store answers, and mends it where it does not. */
	probe(): Promise<void>
	state(): StoreState
	/** A read found the store broken: mends it in the background, with growing pauses, until it answers. */
	mend(): void
	/** How often that came to its end: who could not read before, can now. */
	mended(): number
	/** @returns what takes the listener back. */
	subscribe(listener: () => void): () => void
}

/** How long the browser may take to open the database, in ms. */
const OPEN_PATIENCE_MS = 3000
/** How long a save may take, in ms. */
const SAVE_PATIENCE_MS = 5000
/** After how long without trouble, in ms, the next one is mended at once again. */
const CALM_MS = 60_000
/** How often a piece of work is tried in all: there is more to give up only once. */
const TRIES: Readonly<Record<StorageTrouble, number>> = { full: 2, lost: 3 }

/** What browsers and Dexie call a connection that is gone. An abort that has no reason of its own is one too. */
const LOST = new Set([
	'UnknownError',
	'InvalidStateError',
	'DatabaseClosedError',
	'AbortError',
	'OpenFailedError',
	'TimeoutError',
])

/** The names of an error and of everything that it wraps: Dexie says the browser's word in `inner`, of several rows in `failures`. */
const namesOf = (error: unknown, depth = 0): string[] => {
	if (!(error instanceof Object) || depth === 10) return []
	const { name, inner, failures } = error as { name?: unknown; inner?: unknown; failures?: unknown }
	return [String(name), ...[inner, failures].flat().flatMap((each) => namesOf(each, depth + 1))]
}

/** What of the store an error tells; null where it is no word of the store. */
export const storageTrouble = (error: unknown): StorageTrouble | null => {
	if (isStoreFault(error)) return error.fault
	const names = namesOf(error)
	if (names.includes('QuotaExceededError')) return 'full'
	return names.some((name) => LOST.has(name)) ? 'lost' : null
}

/** Whether the guard gave up on something: its own word, which no browser and no Dexie says. */
export const isStoreFault = (error: unknown): error is StoreFault =>
	error instanceof Error && 'fault' in error

const storeFault = (fault: StorageTrouble, cause: unknown): StoreFault =>
	Object.assign(new Error(`The device's storage is ${fault}`, { cause }), { fault })

/** @param makeRoom gives up what can be read from the server again. */
export const createResilientDb = (
	{ db, setTimer }: Pick<LocalContext, 'db' | 'setTimer'>,
	makeRoom: () => Promise<unknown>,
): StoreGuard => {
	const listeners = new Set<() => void>()
	let state: StoreState = 'ok'
	let reopening: Promise<void> | null = null
	/** How often the database was opened anew. */
	let reopened = 0
	let mending = false
	let mended = 0
	/** How often it had to be mended of late. */
	let troubles = 0

	const tell = (): void => {
		for (const listener of listeners) listener()
	}
	const set = (next: StoreState): void => {
		if (state === next) return
		state = next
		tell()
	}

	// Another tab of an older build would have to close first. Deleting waits a moment for this page's own reads.
	db.on('blocked', ({ newVersion }) => {
		if (newVersion) set('blocked')
		return false
	})
	db.on('ready', () => {
		if (state === 'blocked') set('ok')
	})

	/** Opens the database; a browser that does not answer is not waited for. */
	const openSoon = (): Promise<void> =>
		new Promise((resolve, reject) => {
			const tooLong = (): void => reject(new DOMException('', 'TimeoutError'))
			const cancel = setTimer(tooLong, OPEN_PATIENCE_MS)
			db.open()
				.then(() => resolve(), reject)
				.finally(cancel)
		})

	/** One at a time: several screens notice a lost connection together. */
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

	/** Does what may help. Where that fails too, the next try says what is wrong, or works. */
	const help = async (kind: StorageTrouble): Promise<void> => {
		try {
			await (kind === 'full' ? makeRoom() : reopen())
		} catch (error) {
			if (trouble(error) === null) throw error
		}
	}

	/**
	 * Dexie passes over a connection that is lost while it opens: the database counts as open then, and its tables have
	 * nothing to read with.
	 */
	const isHalfOpen = (): boolean => db.isOpen() && db.fetched.core === undefined
	/** @param since how often it had been opened anew when the work began: what failed on a half-open one may find it being mended, or mended. */
	const trouble = (error: unknown, since = reopened): StorageTrouble | null => {
		const renewed = since !== reopened || reopening !== null
		const wasHalfOpen = isHalfOpen() || (error instanceof TypeError && renewed)
		return storageTrouble(error) ?? (wasHalfOpen ? 'lost' : null)
	}

	/**
	 * @param met how often each trouble was met by this piece of work: one does not use up the patience with the other.
	 * @param wanted whether the caller still waits; else the work is not repeated.
	 */
	const attempt = async <Value>(
		work: () => Promise<Value>,
		met: Readonly<Record<StorageTrouble, number>>,
		wanted: () => boolean,
	): Promise<Value> => {
		const since = reopened
		try {
			const value = await work()
			// Reading works on a full device too, and says nothing of its room.
			if (state !== 'full') set('ok')
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
			tell()
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
				reject(storeFault('lost', new DOMException('', 'TimeoutError')))
				// A connection that answers nothing is mended by a new one only.
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
		state: () => state,
		subscribe(listener) {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
	}
}
