const immediate = globalThis.setImmediate
let pending = 0

/** Counts pending tasks. The IndexedDB stand-in schedules all its work by `setImmediate`. */
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

/** Runs `turns` of the event loop, about one per IndexedDB step. */
export const runTurns = async (turns: number): Promise<void> => {
	for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => immediate(resolve))
}

/** Upper bound of event-loop turns for work that terminates. */
const MAX_TURNS = 100_000

/** Runs until only timers are pending. */
export const settle = async (): Promise<void> => {
	let quiet = 0
	for (let turn = 0; quiet < 2; turn++) {
		if (turn === MAX_TURNS) throw new Error('work continues forever without time passing')
		await new Promise<void>((resolve) => immediate(resolve))
		quiet = pending === 0 ? quiet + 1 : 0
	}
}
