import type { LocalContext, Locks } from '../context.ts'

/** How often a waiter looks who holds the lock, in ms. */
const LOOK_MS = 5000
/**
 * After how many looks at the same holder it counts as frozen: 30 s, longer than any healthy batch takes. Counted
 * and not measured, because no clock of the device is to be trusted with it.
 */
const PATIENCE = 6
/** The same for a lock that nobody holds. */
const ABSENCE = 2

/** Whether the caller still holds the lock. One that was frozen may have been robbed of it meanwhile. */
export type Held = () => boolean

type World = Pick<LocalContext, 'locks' | 'setTimer' | 'report'>

/** The client that holds the lock now. */
const holderOf = async ({ locks }: World, name: string): Promise<string | undefined> => {
	const { held = [] } = await locks.query()
	return held.find((lock) => lock.name === name)?.clientId
}

/**
 * Calls `lost` when waiting makes no sense any more: the same holder was seen for too long, or nobody holds the lock and
 * it is not granted all the same, as happens to a page that the browser had put aside. @returns what ends the watch.
 */
const watch = (world: World, name: string, lost: (holder: string | null) => void): (() => void) => {
	let seen: string | null = null
	let times = 0
	let ended = false
	let cancel = (): void => undefined
	const look = async (): Promise<void> => {
		const holder = (await holderOf(world, name)) ?? null
		if (ended) return
		times = holder === seen ? times + 1 : 0
		seen = holder
		if (times >= (holder === null ? ABSENCE : PATIENCE)) lost(holder)
		else next()
	}
	const next = (): void => {
		cancel = world.setTimer(() => {
			look().catch((error: unknown) => {
				world.report(error)
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

/** Asks for the lock and runs `run` with it. Robbed of it, `run` is told and waited for: it ends after what it is at. */
const take = async (
	{ locks }: World,
	name: string,
	options: { readonly signal?: AbortSignal; readonly steal?: boolean },
	run: (held: Held) => Promise<void>,
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

/** Waits for the lock in turn. @returns whether `run` has run; if not, the holder that seems frozen, or null where there is none. */
const inTurn = async (
	world: World,
	name: string,
	run: (held: Held) => Promise<void>,
): Promise<{ readonly ran: boolean; readonly frozen: string | null }> => {
	const waiting = new AbortController()
	let frozen: string | null = null
	let granted = false
	const endWatch = watch(world, name, (holder) => {
		frozen = holder
		waiting.abort()
	})
	try {
		await take(world, name, { signal: waiting.signal }, (held) => {
			granted = true
			endWatch()
			return run(held)
		})
	} catch (error) {
		if (granted || !waiting.signal.aborted) throw error
		return { ran: false, frozen }
	} finally {
		endWatch()
	}
	return { ran: true, frozen: null }
}

/** Takes the lock from a frozen holder. @returns false where another thief was faster: the lock is in good hands then. */
const rob = async (
	world: World,
	name: string,
	frozen: string,
	run: (held: Held) => Promise<void>,
): Promise<boolean> => {
	let running: Promise<void> | null = null
	await world.locks.request(`${name}/thief`, {}, async () => {
		if ((await holderOf(world, name)) !== frozen) return
		await new Promise<void>((granted) => {
			running = take(world, name, { steal: true }, (held) => {
				granted()
				return run(held)
			})
			// A browser that refuses to steal grants nothing.
			running.catch(() => granted())
		})
	})
	if (running === null) return false
	await running
	return true
}

/**
 * Runs `run` as the lock's only holder over all tabs and the worker. A holder that has it for 30 s without handing it
 * on is frozen, and is robbed: that is safe, because the server keeps each entry's effect single, and better than
 * answers that wait for a tab which nobody looks at.
 */
export const withLock = async (
	world: World,
	name: string,
	run: (held: Held) => Promise<void>,
): Promise<void> => {
	for (let done = false; !done; ) {
		const { ran, frozen } = await inTurn(world, name, run)
		done = ran || (frozen !== null && (await rob(world, name, frozen, run)))
	}
}

/** Locks inside this page alone, for browsers without Web Locks; over tabs the server keeps each entry's effect single. */
export const createPageLocks = (): Locks => {
	const tails = new Map<string, Promise<void>>()
	return {
		request(name, _options, run) {
			const mine = (tails.get(name) ?? Promise.resolve()).then(run)
			// Whoever comes next waits for the end, not for the outcome: that is this caller's.
			const ended = mine.then(
				() => undefined,
				() => undefined,
			)
			tails.set(name, ended)
			return mine
		},
		// Nobody but this page could be frozen, and it would not be asking.
		query: async () => ({ held: [] }),
	}
}

const isRefusal = (error: unknown): boolean =>
	error instanceof DOMException && error.name === 'SecurityError'

/**
 * Creates locks over all tabs and the worker. Inside this page alone where the browser has none (pages without TLS) or
 * refuses them (Firefox without cookies).
 */
export const createBrowserLocks = (native: Locks | undefined): Locks => {
	const own = createPageLocks()
	let locks = native ?? own
	/** Runs `use` on the browser's locks, and again on this page's when it is refused. */
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
			// What runs under the lock may fail of a refusal too: it is not to run twice.
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

/** Locks of this page. */
export const browserLocks = createBrowserLocks(navigator?.locks)
