import { availableParallelism } from 'node:os'
import type { BatchJob } from '#tests/simulate/batch.ts'
import { atMost, type Figure, figure, timeOf } from './figure.ts'
import { inParallel } from './pool.ts'
import type { TimedBatch } from './simulate-worker.ts'

const BATCHES = 20
const SCHEDULES = 10

/** Measures the speed of fault schedules with fixed seeds, on all cores. */
export const simulator = async (): Promise<Figure[]> => {
	const jobs = Array.from(
		{ length: BATCHES },
		(_, at): BatchJob => ({ from: 1 + at * SCHEDULES, count: SCHEDULES }),
	)
	const worker = new URL('./simulate-worker.ts', import.meta.url)
	const batches = await inParallel<BatchJob, TimedBatch>(worker, jobs)
	const each = batches.map(({ ms, schedules }) => ms / schedules)
	const cores = Math.min(availableParallelism(), BATCHES)
	const schedules = batches.reduce((sum, batch) => sum + batch.schedules, 0)
	return [
		timeOf({
			what: `a schedule, on each of ${cores} cores (batches of ${SCHEDULES})`,
			taken: each,
		}),
		figure({
			what: 'broken invariants',
			value: batches.reduce((sum, { violations }) => sum + violations, 0),
			by: `sum of ${schedules}`,
			goal: atMost(0),
		}),
	]
}
