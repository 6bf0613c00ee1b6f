import { IMPORT_WORKER_URL } from '../paths.ts'
import { runInThread, type ThreadFailure } from '../thread.ts'
import { type ReadOptions, refusalOf } from './drafts.ts'
import { type Read, readSources, type SourceFile } from './parse.ts'
import { createUnpacking, type Piece } from './read-pieces.ts'

export interface ReadJob {
	readonly sources: readonly SourceFile[]
	readonly options: ReadOptions
}

/** Smaller inputs are read on the main thread, in less time than a worker takes to start. */
const AT_ONCE_CHARS = 64 * 1024
const TIMEOUT_MS = 60_000
const HEAP = { maxOldGenerationSizeMb: 768, stackSizeMb: 4 }

const refusedWhole = ({ sources }: ReadJob, reason: string): Read => ({
	...{ elections: [], notes: [], ambiguousDates: [], columns: [], tooMany: false },
	refused: sources.map(({ name }) =>
		refusalOf({ place: { file: name, path: '', line: 1 }, name: '' }, 'file', reason),
	),
})

const FAILURES: Readonly<Record<ThreadFailure, string>> = {
	'out-of-memory': 'holds too much to be read: import it in parts',
	aborted: 'takes too long to be read: import it in parts',
	ended: 'cannot be read',
}

const run = async (job: ReadJob): Promise<Read> => {
	const unpack = createUnpacking()
	const read = await runInThread<Piece, Read>({
		url: IMPORT_WORKER_URL,
		workerData: job,
		resourceLimits: HEAP,
		signal: AbortSignal.timeout(TIMEOUT_MS),
		receive(piece, worker) {
			const whole = unpack(piece)
			// Request one piece at a time: Node receives all queued messages in one event loop turn.
			if (whole === null) worker.postMessage('next')
			return whole
		},
	})
	return read.ok ? read.value : refusedWhole(job, FAILURES[read.error])
}

/** Run one thread at a time to limit memory use. */
let last: Promise<unknown> = Promise.resolve()

/** Reads import files. Large files are read in a worker thread to keep the event loop free. */
export const readInWorker = (
	sources: readonly SourceFile[],
	options: ReadOptions = {},
): Promise<Read> => {
	const chars = sources.reduce((sum, { text }) => sum + text.length, 0)
	if (chars <= AT_ONCE_CHARS) return readSources(sources, options)
	const reading = last.then(() => run({ sources, options }))
	last = Promise.allSettled([reading])
	return reading
}
