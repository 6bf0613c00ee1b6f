import type { Result } from '#domain/types.ts'
import { EXTRACTION_WORKER_URL } from '../paths.ts'
import { runInThread } from '../thread.ts'
import type { SourceFailureKind } from './failures.ts'
import type { ReadDocument } from './source-text.ts'

export interface ReadJob {
	readonly kind: 'pdf' | 'docx' | 'html' | 'xhtml'
	readonly bytes: Uint8Array
	readonly charset?: string | null
}

type Outcome = Result<ReadDocument, SourceFailureKind>

const TIMEOUT_MS = 20_000
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
const failed = (error: SourceFailureKind): Outcome => ({ ok: false, error })

const FAILURES = { 'out-of-memory': 'too-large', ended: 'damaged' } as const

/**
 * Reads an untrusted file in a worker thread with memory and time limits. Any input ends as text or as a failure
 * without blocking the server.
 */
export const readInWorker = async (
	job: ReadJob,
	signal?: AbortSignal,
	timeout = TIMEOUT_MS,
): Promise<Outcome> => {
	if (signal?.aborted) return failed('cancelled')
	// Transfer a copy, so that the caller keeps its bytes.
	const bytes = Uint8Array.from(job.bytes)
	const late = AbortSignal.timeout(timeout)
	const read = await runInThread<Outcome, Outcome>({
		url: EXTRACTION_WORKER_URL,
		workerData: { ...job, bytes },
		transferList: [bytes.buffer],
		resourceLimits: HEAP,
		signal: signal ? AbortSignal.any([signal, late]) : late,
		receive: (outcome) => outcome,
	})
	if (read.ok) return read.value
	if (read.error === 'aborted') return failed(late.aborted ? 'too-slow' : 'cancelled')
	return failed(FAILURES[read.error])
}
