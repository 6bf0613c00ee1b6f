import { parentPort, workerData } from 'node:worker_threads'
import { limitAllocations } from './limit-allocations.ts'
import type { ReadJob } from './read-apart.ts'

/** Reads one file in a thread of its own, which its starter ends when it takes too much: time, memory. */
const { kind, bytes, charset = null } = workerData as ReadJob
const limits = limitAllocations()
const read = async () => {
	switch (kind) {
		case 'pdf':
			return (await import('./read-pdf.ts')).readPdf(bytes)
		case 'docx':
			return (await import('./read-docx.ts')).readDocx(bytes)
		case 'html':
		case 'xhtml':
			return (await import('./read-page.ts')).readPage(bytes, charset, kind)
	}
}
const outcome = await read()
// A reader may go on without a part that was too large; then its text is not the whole.
parentPort?.postMessage(limits.wereMet() ? { ok: false, error: 'too-large' } : outcome)
