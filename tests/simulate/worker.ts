import './speed-up.ts'
import { type BatchJob, runBatch } from './batch.ts'

// Child process of a run: one batch per message.
process.on('message', (job) => {
	void runBatch(job as BatchJob).then((outcome) => process.send?.(outcome))
})
// A terminal interrupts the whole group; the parent reports first.
process.on('SIGINT', () => undefined)
// Exit with the parent process.
process.on('disconnect', () => process.exit())
