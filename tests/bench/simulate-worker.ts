import { type BatchJob, runBatch } from '#tests/simulate/batch.ts'

export interface TimedBatch {
	readonly ms: number
	readonly schedules: number
	readonly violations: number
}

/** Warm-up schedules for the JIT compiler. */
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
