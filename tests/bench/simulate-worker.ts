import { type BatchJob, runBatch } from '#tests/simulate/batch.ts'

/** What a batch of schedules took. */
export interface TimedBatch {
	readonly ms: number
	readonly schedules: number
	readonly violations: number
}

/** Schedules before the first that is timed: a program that has just begun is not compiled yet. */
const WARM_UP = 30
let isWarm = false

process.on('message', async (job: BatchJob) => {
	if (!isWarm) await runBatch({ from: job.from, count: WARM_UP })
	isWarm = true
	const began = performance.now()
	const { schedules, violations } = await runBatch(job)
	const ms = performance.now() - began
	process.send?.({ ms, schedules, violations: violations.length } satisfies TimedBatch)
})
