import './lean.ts'
import { type BatchJob, runBatch } from './batch.ts'

// A child process of a run: a batch for each message.
process.on('message', (job) => {
	// The parent sends nothing else.
	void runBatch(job as BatchJob).then((outcome) => process.send?.(outcome))
})
// Without its parent nobody wants to know.
process.on('disconnect', () => process.exit())
