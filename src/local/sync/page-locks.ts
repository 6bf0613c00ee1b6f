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
