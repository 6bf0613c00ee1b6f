import type { LocalDeps } from './deps.ts'

/** The part of the world that pages and the worker have alike. */
export type Platform = Pick<LocalDeps, 'now' | 'random' | 'setTimer' | 'report'>

/** The browser's clock, chance and timers. */
export const createPlatform = (): Platform => ({
	now: Date.now,
	random: Math.random,
	setTimer: (run, ms) => {
		const timer = setTimeout(run, ms)
		return () => clearTimeout(timer)
	},
	// Called as a method of another object, the browser's own would refuse.
	report: (error) => reportError(error),
})
