import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { readSources } from './parse.ts'
import type { ReadJob } from './read-in-worker.ts'
import { packRead } from './read-pieces.ts'

// Post one piece at a time, each quick to deserialize on the main thread.
const { sources, options } = workerData as ReadJob
const read = await readSources(sources, options)
if (parentPort !== null) {
	for (const piece of packRead(read)) {
		const received = once(parentPort, 'message')
		parentPort.postMessage(piece)
		await received
	}
}
