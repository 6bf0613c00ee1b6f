import { setTimeout as sleep } from 'node:timers/promises'

/** What arrivals there are to be. */
interface Stream {
	/** So many a second, on average. */
	readonly rate: number
	readonly seconds: number
	/** Called once for each, with the moment that it was to come at, in ms of `performance.now`. */
	readonly arrive: (dueAt: number) => void
	/** Asked now and then: whether there is any use in going on. */
	readonly goOn?: () => boolean
}

/**
 * Arrivals as a Poisson process has them: none waits for what came of another. The moments are the process's own. Where
 * the timer comes round late, whatever was due meanwhile arrives at once, and says when it was to come.
 */
export const arrivals = async ({
	rate,
	seconds,
	arrive,
	goOn = () => true,
}: Stream): Promise<void> => {
	const ends = performance.now() + 1000 * seconds
	const gap = (): number => (-Math.log(1 - Math.random()) / rate) * 1000
	let next = performance.now() + gap()
	while (next < ends && goOn()) {
		const now = performance.now()
		for (; next <= now && next < ends; next += gap()) arrive(next)
		await sleep(Math.max(1, next - performance.now()))
	}
}
