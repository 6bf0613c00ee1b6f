import type { RunLocked } from '#local/deps.ts'

/** One after the other inside this page, for browsers without Web Locks; over tabs the server keeps each entry's effect single. */
const createPageLock = (): RunLocked => {
	const tails = new Map<string, Promise<void>>()
	return (name, run) => {
		const before = tails.get(name) ?? Promise.resolve()
		const mine = before.then(run)
		// Whoever comes next waits for the end, not for the outcome: that is this caller's.
		tails.set(
			name,
			mine.then(
				() => undefined,
				() => undefined,
			),
		)
		return mine
	}
}

/** Web Locks where the page may use them (not on plain HTTP), else a lock of this page alone. */
export const createRunLocked = (locks: LockManager | undefined): RunLocked =>
	locks === undefined
		? createPageLock()
		: async (name, run) => {
				await locks.request(name, run)
			}
