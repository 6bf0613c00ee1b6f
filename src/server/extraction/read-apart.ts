import { Worker } from 'node:worker_threads'
import type { Result } from '#domain/types.ts'
import { READ_WORKER_URL } from '../paths.ts'
import type { SourceFailureKind } from './failures.ts'
import type { ReadDocument } from './read-pdf.ts'

export interface ReadJob {
	readonly kind: 'pdf' | 'docx' | 'html' | 'xhtml'
	readonly bytes: Uint8Array
	readonly charset?: string | null
}

type Outcome = Result<ReadDocument, SourceFailureKind>

const TIMEOUT_MS = 20_000
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
/** Concurrent workers, and waiting jobs. */
const MOST_AT_ONCE = 2
const MOST_WAITING = 20

const failed = (error: SourceFailureKind): Outcome => ({ ok: false, error })

const isOutOfMemory = (error: Error): boolean =>
	'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const run = (job: ReadJob, signal: AbortSignal | undefined, timeout: number): Promise<Outcome> => {
	// Transfer a copy, so that the caller keeps its bytes.
	const bytes = Uint8Array.from(job.bytes)
	const worker = new Worker(READ_WORKER_URL, {
		execArgv: [],
		workerData: { ...job, bytes },
		transferList: [bytes.buffer],
		resourceLimits: HEAP,
		env: {},
	})
	const late = AbortSignal.timeout(timeout)
	const stop = signal ? AbortSignal.any([signal, late]) : late
	return new Promise<Outcome>((resolve, reject) => {
		worker.once('message', resolve)
		worker.once('error', (error) =>
			isOutOfMemory(error) ? resolve(failed('too-large')) : reject(error),
		)
		worker.once('exit', () => resolve(failed('damaged')))
		stop.addEventListener('abort', () => resolve(failed(late.aborted ? 'too-slow' : 'cancelled')))
	}).finally(() => worker.terminate())
}

let running = 0
const waiting: (() => void)[] = []

/** Waits for a slot. Cancellation is checked afterward. */
const turn = async (): Promise<void> => {
	if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
	else running++
}

const pass = (): void => {
	const next = waiting.shift()
	if (next) next()
	else running--
}

/**
 * Reads an untrusted file in a worker thread with memory and time limits. Any input ends as text or as a failure
 * without blocking the server.
 */
export const runInWorker = async (
	job: ReadJob,
	signal?: AbortSignal,
	timeout = TIMEOUT_MS,
): Promise<Outcome> => {
	if (waiting.length >= MOST_WAITING) return failed('busy')
	await turn()
	try {
		return signal?.aborted ? failed('cancelled') : await run(job, signal, timeout)
	} finally {
		pass()
	}
}
