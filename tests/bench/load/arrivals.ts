import { setTimeout as sleep } from 'node:timers/promises'

interface Stream {
	/** Per second. */
	readonly rate: number
	readonly seconds: number
	/** Called for each arrival with its due time (`performance.now`, in ms). */
	readonly arrive: (dueAt: number) => void
	/** Polled. Returning false ends the stream. */
	readonly goOn?: () => boolean
}

/**
 * Generates Poisson arrivals (an open workload). If the timer is late, overdue arrivals run at once, with their
 * original due times.
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
