import { countTasks } from './event-loop.ts'
import { installFaults } from './idb.ts'
import { createModelServer, type ServerBugs } from './model-server.ts'
import type { Violation } from './run.ts'
import { runSchedule } from './schedule.ts'

export interface BatchJob {
	readonly from: number
	readonly count: number
	readonly first?: number | undefined
	readonly bugs?: ServerBugs
	readonly stopAtFirst?: boolean
}

export interface BatchOutcome {
	readonly schedules: number
	readonly ops: number
	readonly sends: number
	/** Count of each fault per command, by "fault|command". */
	readonly faults: Readonly<Record<string, number>>
	readonly violations: readonly (Violation & { readonly seed: number })[]
	readonly digests: Readonly<Record<number, string>>
}

/** Batch sizes of the simulated servers; 1 means no batch support, as in the specification. */
const BATCH_SIZES = [3, 50, 50, 1] as const

countTasks()
installFaults()
// Dexie warns about injected faults; the schedule's log covers them.
console.warn = () => undefined

/** Runs one seed to its end. @returns the run with its log. */
export const runSeed = async (seed: number, bugs?: ServerBugs) => {
	const run = await runSchedule(
		seed,
		createModelServer(BATCH_SIZES[seed % BATCH_SIZES.length] ?? 1, bugs),
	)
	run.device.end()
	return run
}

const seedsOf = ({ from, count, first }: BatchJob): number[] => {
	const seeds = Array.from({ length: count }, (_, at) => from + at)
	return first === undefined ? seeds : [first, ...seeds.filter((seed) => seed !== first)]
}

export const runBatch = async (job: BatchJob): Promise<BatchOutcome> => {
	const faults: Record<string, number> = {}
	const violations: (Violation & { seed: number })[] = []
	const digests: Record<number, string> = {}
	let ops = 0
	let sends = 0
	let schedules = 0
	for (const seed of seedsOf(job)) {
		const run = await runSeed(seed, job.bugs)
		schedules++
		ops += run.ops
		sends += run.wire.sends()
		digests[seed] = run.world.digest()
		violations.push(...run.violations.map((violation) => ({ ...violation, seed })))
		for (const [name, times] of run.faults) faults[name] = (faults[name] ?? 0) + times
		if (job.stopAtFirst && violations.length > 0) break
	}
	return { schedules, ops, sends, faults, violations, digests }
}
