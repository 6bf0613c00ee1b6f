import { parentPort, workerData } from 'node:worker_threads'
import { limitAllocations } from './limit-allocations.ts'
import type { ReadJob } from './read-in-worker.ts'

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
			return (await import('./read-html.ts')).readPage(bytes, charset, kind)
	}
}
const outcome = await read()
// A reader may skip an oversized part, which would leave the text incomplete.
parentPort?.postMessage(limits.wereMet() ? { ok: false, error: 'too-large' } : outcome)
