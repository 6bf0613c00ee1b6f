import type { Ledger } from './ledger.ts'

const PARTS = 20
/** Longer than the server's Retry-After. */
const PART_SECONDS = 3
/** The remaining entries are waiting for their backoff. */
const MOST_SHARE = 0.9
export interface Shape {
	/** Entries per second. */
	readonly parts: readonly number[]
	readonly partSeconds: number
	readonly seconds: number
	readonly secondsForMost: number
	/** Slowest period until then, except the first, relative to the mean. Null if there is none. */
	readonly slowest: number | null
}

/** @param from start time (`performance.now`, in ms). */
export const shapeOf = ({ done }: Ledger, from: number): Shape => {
	const moments = done
		.filter(({ isWrite }) => isWrite)
		.map(({ doneAt }) => (doneAt - from) / 1000)
		.toSorted((a, b) => a - b)
	const seconds = moments.at(-1) ?? 0
	const secondsForMost = moments[Math.floor(moments.length * MOST_SHARE)] ?? seconds
	const partSeconds = Math.max(PART_SECONDS, seconds / PARTS)
	const counts = Array<number>(Math.ceil(seconds / partSeconds)).fill(0)
	for (const at of moments) {
		const part = Math.min(counts.length - 1, Math.floor(at / partSeconds))
		counts[part] = (counts[part] ?? 0) + 1
	}
	const parts = counts.map((count) => count / partSeconds)
	const mean = (moments.length * MOST_SHARE) / secondsForMost
	const busy = parts.slice(1, Math.floor(secondsForMost / partSeconds))
	const slowest = busy.length === 0 ? null : Math.min(...busy) / mean
	return { parts, partSeconds, seconds, secondsForMost, slowest }
}

/** Prints throughput over time. */
export const printShape = ({ parts, partSeconds, seconds, secondsForMost }: Shape): void => {
	console.log(
		`all in after ${seconds.toFixed(1)} s, nine of ten after ${secondsForMost.toFixed(1)} s`,
	)
	const figures = parts.map((rate) => rate.toFixed(0)).join(' ')
	console.log(`entries/s, ${partSeconds.toFixed(1)} s each: ${figures}`)
}
