import type { LocalContext, Locks } from '../context.ts'

const LOOK_MS = 5000
/** Checks until a holder counts as frozen: 30 s, longer than any batch. Not timed, because clocks are unreliable. */
const PATIENCE = 6
/** The same for a lock without a holder. */
const ABSENCE = 2

/** True while the caller holds the lock. A frozen caller may have lost it. */
export type HasLock = () => boolean

type LockDeps = Pick<LocalContext, 'locks' | 'setTimer' | 'report'>

const holderOf = async ({ locks }: LockDeps, name: string): Promise<string | undefined> => {
	const { held = [] } = await locks.query()
	return held.find((lock) => lock.name === name)?.clientId
}

/**
 * Calls `lost` when waiting is pointless: the holder is frozen, or the lock is free but not granted, as happens to a
 * page that the browser had suspended. @returns a function that ends the watch.
 */
const watch = (
	deps: LockDeps,
	name: string,
	lost: (holder: string | null) => void,
): (() => void) => {
	let seen: string | null = null
	let times = 0
	let ended = false
	let cancel = (): void => undefined
	const look = async (): Promise<void> => {
		const holder = (await holderOf(deps, name)) ?? null
		if (ended) return
		times = holder === seen ? times + 1 : 0
		seen = holder
		if (times >= (holder === null ? ABSENCE : PATIENCE)) lost(holder)
		else next()
	}
	const next = (): void => {
		cancel = deps.setTimer(() => {
			look().catch((error: unknown) => {
				deps.report(error)
				if (!ended) next()
			})
		}, LOOK_MS)
	}
	next()
	return () => {
		ended = true
		cancel()
	}
}

/** Requests the lock and runs `run` with it. If the lock is stolen, waits until `run` notices and ends. */
const take = async (
	{ locks }: LockDeps,
	name: string,
	options: { readonly signal?: AbortSignal; readonly steal?: boolean },
	run: (hasLock: HasLock) => Promise<void>,
): Promise<void> => {
	let mine = true
	let running: Promise<void> | null = null
	try {
		await locks.request(name, options, () => {
			running = run(() => mine)
			return running
		})
	} catch (error) {
		if (running === null) throw error
		mine = false
		await running
	}
}

/** Waits for the lock. @returns `ran`, and if false, the holder that seems frozen (null if there is none). */
const inTurn = async (
	deps: LockDeps,
	name: string,
	run: (hasLock: HasLock) => Promise<void>,
): Promise<{ readonly ran: boolean; readonly frozen: string | null }> => {
	const waiting = new AbortController()
	let frozen: string | null = null
	let granted = false
	const endWatch = watch(deps, name, (holder) => {
		frozen = holder
		waiting.abort()
	})
	try {
		await take(deps, name, { signal: waiting.signal }, (hasLock) => {
			granted = true
			endWatch()
			return run(hasLock)
		})
	} catch (error) {
		if (granted || !waiting.signal.aborted) throw error
		return { ran: false, frozen }
	} finally {
		endWatch()
	}
	return { ran: true, frozen: null }
}

const rob = async (
	deps: LockDeps,
	name: string,
	frozen: string,
	run: (hasLock: HasLock) => Promise<void>,
): Promise<boolean> => {
	let running: Promise<void> | null = null
	await deps.locks.request(`${name}/thief`, {}, async () => {
		if ((await holderOf(deps, name)) !== frozen) return
		await new Promise<void>((granted) => {
			running = take(deps, name, { steal: true }, (hasLock) => {
				granted()
				return run(hasLock)
			})
			// A browser that refuses to steal never grants.
			running.catch(() => granted())
		})
	})
	if (running === null) return false
	await running
	return true
}

/**
 * Runs `run` as the lock's only holder across all tabs and the worker. Steals the lock from a holder that keeps it for
 * 30 s. That is safe, because the server deduplicates entries, and better than answers stuck in an abandoned tab.
 */
export const withLock = async (
	deps: LockDeps,
	name: string,
	run: (hasLock: HasLock) => Promise<void>,
): Promise<void> => {
	for (let done = false; !done; ) {
		const { ran, frozen } = await inTurn(deps, name, run)
		done = ran || (frozen !== null && (await rob(deps, name, frozen, run)))
	}
}

/** Creates locks within this page, for browsers without Web Locks. Across tabs the server deduplicates entries. */
export const createPageLocks = (): Locks => {
	const tails = new Map<string, Promise<void>>()
	return {
		request(name, _options, run) {
			const mine = (tails.get(name) ?? Promise.resolve()).then(run)
			// The next caller waits for the end, not for the outcome.
			const ended = mine.then(
				() => undefined,
				() => undefined,
			)
			tails.set(name, ended)
			return mine
		},
		// Only this page could be frozen, and then it would not ask.
		query: async () => ({ held: [] }),
	}
}

const isRefusal = (error: unknown): boolean =>
	error instanceof DOMException && error.name === 'SecurityError'

/** Creates locks across tabs, or within this page without TLS (no Web Locks) or cookies (Firefox refuses). */
export const createBrowserLocks = (native: Locks | undefined): Locks => {
	const own = createPageLocks()
	let locks = native ?? own
	/** Runs `use` with the browser's locks, and again with this page's if they are refused. */
	const withLocks = async <Value>(use: (locks: Locks) => Promise<Value>): Promise<Value> => {
		const tried = locks
		try {
			return await use(tried)
		} catch (error) {
			if (tried === own || !isRefusal(error)) throw error
			locks = own
			return use(own)
		}
	}
	return {
		request(name, options, run) {
			let running: Promise<void> | null = null
			// `run` may fail with the same error, and must not run twice.
			return withLocks(
				(each) =>
					running ??
					each.request(name, options, () => {
						running = run()
						return running
					}),
			)
		},
		query: () => withLocks((each) => each.query()),
	}
}

/** Missing on pages without TLS, whatever its type says, and in Node. */
const { navigator } = globalThis as { readonly navigator?: { readonly locks?: Locks } }

export const browserLocks = createBrowserLocks(navigator?.locks)
