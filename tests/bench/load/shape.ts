import type { Ledger } from './ledger.ts'

const PARTS = 20
/** A part is at least so many seconds: longer than the pause that the server asks for. */
const PART_SECONDS = 3
/** When so many of all entries are in, what is left are those that wait out their pauses. */
const MOST = 0.9
/** How fast entries came in over time. */
export interface Shape {
	/** Entries a second in each part of the time: twenty of them, or fewer. */
	readonly parts: readonly number[]
	readonly partSeconds: number
	/** From the first entry until the last one was in. */
	readonly seconds: number
	/** The same until nine of ten were. */
	readonly secondsForMost: number
	/** The slowest part until then, the first left out, as a share of the mean; null where there was none. */
	readonly slowest: number | null
}

/** @param from the moment at which the first entries came, in ms of `performance.now`. */
export const shapeOf = ({ done }: Ledger, from: number): Shape => {
	const moments = done
		.filter(({ isWrite }) => isWrite)
		.map(({ doneAt }) => (doneAt - from) / 1000)
		.toSorted((a, b) => a - b)
	const seconds = moments.at(-1) ?? 0
	const secondsForMost = moments[Math.floor(moments.length * MOST)] ?? seconds
	const partSeconds = Math.max(PART_SECONDS, seconds / PARTS)
	const counts = Array<number>(Math.ceil(seconds / partSeconds)).fill(0)
	for (const at of moments) {
		const part = Math.min(counts.length - 1, Math.floor(at / partSeconds))
		counts[part] = (counts[part] ?? 0) + 1
	}
	const parts = counts.map((count) => count / partSeconds)
	const mean = (moments.length * MOST) / secondsForMost
	const busy = parts.slice(1, Math.floor(secondsForMost / partSeconds))
	const slowest = busy.length === 0 ? null : Math.min(...busy) / mean
	return { parts, partSeconds, seconds, secondsForMost, slowest }
}

/** Prints a shape. */
export const tellShape = ({ parts, partSeconds, seconds, secondsForMost }: Shape): void => {
	console.log(
		`all in after ${seconds.toFixed(1)} s, nine of ten after ${secondsForMost.toFixed(1)} s`,
	)
	const figures = parts.map((rate) => rate.toFixed(0)).join(' ')
	console.log(`entries/s, ${partSeconds.toFixed(1)} s each: ${figures}`)
}
