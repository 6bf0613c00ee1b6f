import { parentPort, workerData } from 'node:worker_threads'
import { limitAllocations } from './limit-allocations.ts'
import type { ReadJob } from './read-apart.ts'

/** Reads one file in a thread of its own, which its starter ends when it takes too much: time, memory. */
const { kind, bytes } = workerData as ReadJob
const limits = limitAllocations()
const { readPdf } = await import('./read-pdf.ts')
const { readDocx } = await import('./read-docx.ts')
const outcome = await (kind === 'pdf' ? readPdf(bytes) : readDocx(bytes))
// A reader may go on without a part that was too large; then its text is not the whole.
parentPort?.postMessage(limits.wereMet() ? { ok: false, error: 'too-large' } : outcome)
