import { inParallel } from '#tests/bench/pool.ts'
import { tableOf } from '#tests/bench/table.ts'
import type { BatchJob, BatchOutcome } from './batch.ts'
import { COMMANDS, FAULTS, sumUp, timesOf } from './coverage.ts'

/** Number of schedules per message to a child process. */
const CHUNK = 20

/** Runs `count` schedules from seed `from` in child processes, one per core. @param done called with each part. */
export const simulate = async (
	from: number,
	count: number,
	done?: (outcome: BatchOutcome) => void,
): Promise<BatchOutcome> => {
	const jobs: BatchJob[] = []
	for (let at = 0; at < count; at += CHUNK) {
		jobs.push({ from: from + at, count: Math.min(CHUNK, count - at) })
	}
	const worker = new URL('./worker.ts', import.meta.url)
	return sumUp(await inParallel<BatchJob, BatchOutcome>(worker, jobs, done))
}

export const tableOfFaults = (outcome: BatchOutcome): string =>
	tableOf(
		['fault', 'fired', ...COMMANDS],
		FAULTS.map((fault) => [
			fault,
			timesOf(outcome, fault),
			...COMMANDS.map((command) => timesOf(outcome, fault, command)),
		]),
	)
