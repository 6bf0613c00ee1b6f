import type { Locks } from '../deps.ts'

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
