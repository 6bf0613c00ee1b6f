const immediate = globalThis.setImmediate
let pending = 0

/** Counts what waits for the event loop from now on: the stand-in for IndexedDB does all its work by `setImmediate`. */
export const countTasks = (): void => {
	const counted = (run: (...args: unknown[]) => void, ...args: unknown[]) => {
		pending++
		return immediate(() => {
			pending--
			run(...args)
		})
	}
	globalThis.setImmediate = counted as typeof setImmediate
}

/** Lets things go on for a little: `turns` of the event loop, about one for each step of IndexedDB. */
export const goOnFor = async (turns: number): Promise<void> => {
	for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => immediate(resolve))
}

/** More turns of the event loop than anything takes that comes to an end. */
const MOST_TURNS = 100_000

/** Lets everything that can go on without time passing come to its end. */
export const settle = async (): Promise<void> => {
	let quiet = 0
	for (let turn = 0; quiet < 2; turn++) {
		if (turn === MOST_TURNS) throw new Error('something goes on for ever without time passing')
		await new Promise<void>((resolve) => immediate(resolve))
		quiet = pending === 0 ? quiet + 1 : 0
	}
}
