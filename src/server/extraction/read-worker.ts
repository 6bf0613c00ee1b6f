import { parentPort, workerData } from 'node:worker_threads'
import type { ReadJob } from './read-source.ts'
import { type ReadDocument, SourceError, type SourceFailureKind } from './source-text.ts'

/** Far more than any stream of a genuine page needs. */
const MAX_BUFFER = 48 * 1024 * 1024
let isTooLarge = false

/** Limits each buffer of this thread: `resourceLimits` covers only the V8 heap, not the buffers of a bomb. */
for (const name of ['ArrayBuffer', 'Uint8Array', 'Uint16Array', 'Uint32Array'] as const) {
	const target: new (...given: unknown[]) => object = globalThis[name]
	const size = 'BYTES_PER_ELEMENT' in target ? Number(target.BYTES_PER_ELEMENT) : 1
	const limited: typeof target = new Proxy(target, {
		construct: (_, given, asked): object => {
			if (typeof given[0] === 'number' && given[0] * size > MAX_BUFFER) {
				isTooLarge = true
				throw new RangeError('the buffer is larger than it may be')
			}
			return Reflect.construct(target, given, asked === limited ? target : asked)
		},
	})
	Object.defineProperty(globalThis, name, { value: limited, configurable: true, writable: true })
}
// Native decompression would bypass the limit. The readers fall back to JavaScript.
Reflect.deleteProperty(globalThis, 'DecompressionStream')

const read = async ({ format, bytes, charset }: ReadJob): Promise<ReadDocument> => {
	if (format === 'pdf') return (await import('./read-pdf.ts')).readPdf(bytes)
	if (format === 'docx') return (await import('./read-docx.ts')).readDocx(bytes)
	return (await import('./read-html.ts')).readPage(bytes, charset, format)
}

const failureOf = (error: unknown): SourceFailureKind => {
	if (error instanceof SourceError) return error.kind
	if (error instanceof RangeError)
		return /call stack/.test(error.message) ? 'too-deep' : 'too-large'
	return error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged'
}

const outcome = await read(workerData as ReadJob).then(
	(value) => ({ ok: true, value }),
	(error: unknown) => ({ ok: false, error: failureOf(error) }),
)
// A reader may skip an oversized part, which would leave the text incomplete.
parentPort?.postMessage(isTooLarge ? { ok: false, error: 'too-large' } : outcome)
