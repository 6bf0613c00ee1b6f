/** Lets work go on behind the reply that began it. */
export interface Runner {
	/** Begins a piece of work, at most two at a time; it settles when the work has, and never fails. */
	readonly run: (work: () => Promise<void>) => Promise<void>
	/** Whether so many pieces wait that another one should not be taken. */
	readonly isFull: () => boolean
	/** Aborted when the server ends. */
	readonly ending: AbortSignal
	/** Aborts what is under way and waits for its end. */
	readonly close: () => Promise<void>
}

/** Reading and extracting keep a core busy each: the calls of others need room beside them. */
const AT_ONCE = 2
/** Each holds its source in memory. */
const MOST_WAITING = 20

/** @param onError hears what a piece of work threw. */
export const createRunner = (onError: (error: unknown) => void): Runner => {
	const ending = new AbortController()
	const underWay = new Set<Promise<void>>()
	const waiting: (() => void)[] = []
	let working = 0

	const turn = async (): Promise<void> => {
		if (working >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
		else working++
	}
	const done = (): void => {
		const next = waiting.shift()
		// Whoever waited takes the place over.
		if (next) next()
		else working--
	}
	const perform = async (work: () => Promise<void>): Promise<void> => {
		await turn()
		try {
			await work()
		} catch (error) {
			onError(error)
		} finally {
			done()
		}
	}
	return {
		run: (work) => {
			const promise = perform(work).finally(() => underWay.delete(promise))
			underWay.add(promise)
			return promise
		},
		isFull: () => waiting.length >= MOST_WAITING,
		ending: ending.signal,
		close: async () => {
			ending.abort()
			await Promise.all(underWay)
		},
	}
}
