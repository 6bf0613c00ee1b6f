import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { HTTP_TIMEOUT_MS } from '#domain/limits.ts'
import type { Result } from '#domain/types.ts'
import { createClient } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { callDeps } from '#web/app/api.ts'
import { saveFile } from '#web/ui/share.ts'

type FileRow = Endpoint & { readonly file: NonNullable<Endpoint['file']> }

/** The longest timer in ms. A large download may take any time; only a stalled one is aborted (see `receive`). */
const NO_DEADLINE = 2 ** 31 - 1

/** Fetches with a timeout on the response headers only, not on the body. */
const answered = async (
	fetching: typeof fetch,
	input: Parameters<typeof fetch>[0],
	init: RequestInit | undefined,
	signal: AbortSignal,
): Promise<Response> => {
	const ending = new AbortController()
	const end = () => ending.abort()
	signal.addEventListener('abort', end, { once: true })
	const timer = setTimeout(end, HTTP_TIMEOUT_MS)
	try {
		return await fetching(input, { ...init, signal: ending.signal })
	} finally {
		clearTimeout(timer)
	}
}

/**
 * Calls an endpoint that returns a file and streams the body, because the client reads every response to its end.
 * Rejects responses of another content type.
 */
export const openFile = async <Row extends FileRow>(
	row: Row,
	input: CallInput<Row>,
	signal: AbortSignal,
): Promise<Result<ReadableStream<Uint8Array>, Failure>> => {
	let bytes: ReadableStream<Uint8Array> | null = null
	const call = createClient({
		...callDeps,
		fetch: async (request, init) => {
			const response = await answered(callDeps.fetch, request, init, signal)
			const isFile = response.headers.get('content-type')?.startsWith(row.file.type)
			if (!response.ok || !isFile) return response
			bytes = response.body
			return Response.json('')
		},
	})
	const reply = await call<FileRow>(row, input, {
		signal,
		timeoutMs: NO_DEADLINE,
		headers: { accept: row.file.type },
	})
	if (!reply.ok) return reply
	return bytes ? { ok: true, value: bytes } : { ok: false, error: { kind: 'offline' } }
}

export interface Sink {
	write(chunk: Uint8Array): Promise<void>
	close(): Promise<void>
	abort(): Promise<void>
}

/** Merge buffered chunks into a Blob at this size (bytes): browsers can move Blobs out of the page's memory. */
const GATHERED = 4 * 1024 * 1024

const gathering = (name: string, type: string): Sink => {
	let parts: BlobPart[] = []
	let size = 0
	return {
		async write(chunk) {
			parts.push(chunk as Uint8Array<ArrayBuffer>)
			size += chunk.byteLength
			if (size < GATHERED) return
			parts = [new Blob(parts)]
			size = 0
		},
		async close() {
			saveFile(name, new Blob(parts, { type }))
		},
		async abort() {
			parts = []
		},
	}
}

/** `remove` is not supported by all browsers. */
type Handle = Pick<FileSystemFileHandle, 'createWritable' | 'getFile'> & {
	readonly remove?: () => Promise<void>
}

interface FilePicker {
	readonly showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<Handle>
}

const writing = async (handle: Handle): Promise<Sink> => {
	const writable = await handle.createWritable()
	return {
		write: (chunk) => writable.write(chunk as Uint8Array<ArrayBuffer>),
		close: () => writable.close(),
		async abort() {
			await writable.abort()
			// The file picker creates an empty file if none existed.
			const { size } = await handle.getFile()
			if (size === 0) await handle.remove?.()
		},
	}
}

const isAbort = (fault: unknown): boolean =>
	fault instanceof DOMException && fault.name === 'AbortError'

/**
 * Returns the target of a download: a file that the user picks where the browser supports it, otherwise a regular
 * download. Null if the user cancels. Call it in a click handler before any `await`: the picker needs user activation.
 */
export const chooseSink = async (name: string, type: string): Promise<Sink | null> => {
	const { showSaveFilePicker } = window as FilePicker
	if (showSaveFilePicker === undefined) return gathering(name, type)
	try {
		return await writing(await showSaveFilePicker.call(window, { suggestedName: name }))
	} catch (fault) {
		// The picker fails in frames, by policy, and for read-only folders: use a regular download.
		return isAbort(fault) ? null : gathering(name, type)
	}
}

export type Received = 'whole' | 'broken-off' | 'not-written'

interface Reading {
	/** Returns the next chunk, null at the end, or undefined if the download broke off. */
	readonly next: () => Promise<Uint8Array | null | undefined>
	/** Cancels the stream so that the server stops sending. */
	readonly leave: () => void
}

/** Reads a stream chunk by chunk. Ends as broken off if no chunk arrives for `patience` ms. */
const reading = (bytes: ReadableStream<Uint8Array>, patience: number): Reading => {
	const reader = bytes.getReader()
	let late = false
	const leave = () => void reader.cancel().catch(() => undefined)
	const next = async () => {
		const timer = setTimeout(() => {
			late = true
			leave()
		}, patience)
		try {
			const { done, value } = await reader.read()
			if (!done) return value
			return late ? undefined : null
		} catch {
			return undefined
		} finally {
			clearTimeout(timer)
		}
	}
	return { next, leave }
}

const pour = async (
	{ next }: Reading,
	sink: Sink,
	onBytes: (all: number) => void,
): Promise<'whole' | 'broken-off'> => {
	let all = 0
	for (let chunk = await next(); chunk !== null; chunk = await next()) {
		if (chunk === undefined) return 'broken-off'
		await sink.write(chunk)
		all += chunk.byteLength
		onBytes(all)
	}
	return 'whole'
}

/**
 * Receives a download to its end. Discards a partial one. @param onBytes called with the number of bytes so far
 * @param patience longest wait for the next chunk, in ms
 */
export const receive = async (
	bytes: ReadableStream<Uint8Array>,
	sink: Sink,
	onBytes: (all: number) => void,
	patience = HTTP_TIMEOUT_MS,
): Promise<Received> => {
	const from = reading(bytes, patience)
	const undo = (): Promise<void> => {
		from.leave()
		return sink.abort().catch(() => undefined)
	}
	try {
		const received = await pour(from, sink, onBytes)
		if (received === 'whole') await sink.close()
		else await undo()
		return received
	} catch {
		await undo()
		return 'not-written'
	}
}
