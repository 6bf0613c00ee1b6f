import { setImmediate } from 'node:timers/promises'

/** Voters' requests wait no longer than this for a piece of work that has no end of its own, in ms. */
const BREATH_MS = 10

/** What lets others have their turn in the middle of long work: to be awaited often, does something now and then. */
export type Breathe = () => Promise<void>

/** Makes a {@link Breathe} for one piece of work. */
export const createBreathing = (): Breathe => {
	let last = performance.now()
	return async () => {
		if (performance.now() - last < BREATH_MS) return
		await setImmediate()
		last = performance.now()
	}
}
