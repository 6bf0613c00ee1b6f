import { isConnectionSpent } from '../../db/errors.ts'

const MOST = 32

/** A call that cannot run now without waiting for a lock. */
export const BUSY = Symbol('busy')

/**
 * Runs calls in one transaction if they arrive while another one runs ("group commit").
 * @param waits true if the calls may wait for locks. A group does not, because all would wait for the slowest.
 * @returns an outcome for each call, or {@link BUSY} to run it again, alone.
 */
type Work<Call, Outcome> = (
	calls: readonly Call[],
	waits: boolean,
) => Promise<readonly (Outcome | typeof BUSY)[]>

interface Waiting<Call, Outcome> {
	readonly call: Call
	readonly resolve: (outcome: Outcome) => void
	readonly reject: (error: unknown) => void
}

/** @param ownerOf a group has at most one call of each owner. */
export const createGroups = <Call, Outcome>(
	work: Work<Call, Outcome>,
	ownerOf: (call: Call) => string,
): ((call: Call) => Promise<Outcome>) => {
	let waiting: Waiting<Call, Outcome>[] = []
	let isRunning = false

	const runAlone = async ({ call, resolve, reject }: Waiting<Call, Outcome>): Promise<void> => {
		try {
			const [outcome] = await work([call], true)
			resolve(outcome as Outcome)
		} catch (error) {
			reject(error)
		}
	}

	const runGroup = async (group: readonly Waiting<Call, Outcome>[]): Promise<void> => {
		try {
			const calls = group.map(({ call }) => call)
			for (const [at, outcome] of (await work(calls, false)).entries()) {
				const each = group[at] as Waiting<Call, Outcome>
				// Not awaited: it may wait long for its lock.
				if (outcome === BUSY) void runAlone(each)
				else each.resolve(outcome)
			}
		} catch (error) {
			// The database refused, so nothing was stored: one call must not fail the others.
			const isShared = group.length > 1 && !isConnectionSpent(error)
			for (const each of group) isShared ? void runAlone(each) : each.reject(error)
		}
	}

	const takeGroup = (): Waiting<Call, Outcome>[] => {
		const group = new Map<string, Waiting<Call, Outcome>>()
		const rest: Waiting<Call, Outcome>[] = []
		for (const each of waiting) {
			const owner = ownerOf(each.call)
			if (group.size < MOST && !group.has(owner)) group.set(owner, each)
			else rest.push(each)
		}
		waiting = rest
		return [...group.values()]
	}

	const run = async (): Promise<void> => {
		if (isRunning) return
		isRunning = true
		while (waiting.length > 0) await runGroup(takeGroup())
		isRunning = false
	}

	return (call) =>
		new Promise((resolve, reject) => {
			waiting.push({ call, resolve, reject })
			void run()
		})
}
