import type { LocalDeps } from './deps.ts'
import { createPageLocks } from './sync/lock.ts'

/** The part of the world that pages and the worker have alike. */
export type Platform = Pick<LocalDeps, 'now' | 'random' | 'locks' | 'setTimer' | 'report'>

/** The browser's clock, chance, locks and timers. */
export const createPlatform = (): Platform => ({
	now: Date.now,
	random: Math.random,
	// Missing on pages without TLS, whatever its type says.
	locks: (navigator as { locks?: LockManager }).locks ?? createPageLocks(),
	setTimer: (run, ms) => {
		const timer = setTimeout(run, ms)
		return () => clearTimeout(timer)
	},
	// Called as a method of another object, the browser's own would refuse.
	report: (error) => reportError(error),
})
