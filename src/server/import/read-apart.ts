import { Worker } from 'node:worker_threads'
import type { DateOrder } from '#domain/written-forms.ts'
import { IMPORT_WORKER_URL } from '../paths.ts'
import { type Read, readSources, type SourceFile } from './parse.ts'
import { createUnpacking, type Piece } from './read-pieces.ts'
import { refusalOf } from './records.ts'

export interface ReadJob {
	readonly sources: readonly SourceFile[]
	readonly dateOrder: DateOrder | null
}

/** Smaller inputs are read on the main thread, in less time than a worker takes to start. */
const AT_ONCE_CHARS = 64 * 1024
const TIMEOUT_MS = 60_000
const HEAP = { maxOldGenerationSizeMb: 768, stackSizeMb: 4 }

const refusedWhole = ({ sources }: ReadJob, reason: string): Read => ({
	...{ elections: [], notes: [], ambiguousDates: [], tooMany: false },
	refused: sources.map(({ name }) =>
		refusalOf({ place: { file: name, path: '', line: 1 }, name: '' }, 'file', reason),
	),
})

const isOutOfMemory = (error: Error): boolean =>
	'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const run = (job: ReadJob): Promise<Read> => {
	const worker = new Worker(IMPORT_WORKER_URL, {
		execArgv: [],
		workerData: job,
		resourceLimits: HEAP,
		env: {},
	})
	const late = AbortSignal.timeout(TIMEOUT_MS)
	const unpack = createUnpacking()
	return new Promise<Read>((resolve, reject) => {
		worker.on('message', (piece: Piece) => {
			const read = unpack(piece)
			if (read !== null) resolve(read)
			// Request one piece at a time: Node receives all queued messages in one event loop turn.
			else worker.postMessage('next')
		})
		worker.once('error', (error) =>
			isOutOfMemory(error)
				? resolve(refusedWhole(job, 'holds too much to be read: import it in parts'))
				: reject(error),
		)
		late.addEventListener('abort', () =>
			resolve(refusedWhole(job, 'takes too long to be read: import it in parts')),
		)
	}).finally(() => worker.terminate())
}

/** Run one thread at a time to limit memory use. */
let last: Promise<unknown> = Promise.resolve()

/** Reads import files. Large files are read in a worker thread to keep the event loop free. */
export const runInWorker = (
	sources: readonly SourceFile[],
	dateOrder: DateOrder | null,
): Promise<Read> => {
	const chars = sources.reduce((sum, { text }) => sum + text.length, 0)
	if (chars <= AT_ONCE_CHARS) return readSources(sources, dateOrder)
	const reading = last.then(() => run({ sources, dateOrder }))
	last = Promise.allSettled([reading])
	return reading
}
