import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { HTTP_TIMEOUT_MS } from '#domain/limits.ts'
import type { Result } from '#domain/types.ts'
import { createClient } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { callDeps } from '#web/app/api.ts'
import { saveFile } from '#web/ui/share.ts'

/** A row whose reply is a file. */
type FileRow = Endpoint & { readonly file: NonNullable<Endpoint['file']> }

/** Longer than anybody waits, in ms: how long a whole download takes says nothing, only that nothing comes does. */
const NO_DEADLINE = 2 ** 31 - 1

/** Fetches; given up where no answer begins in the time that every call has. Its end may take as long as it takes. */
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
 * Calls a row whose reply is a file. The client reads replies to their end, which this one may be too long for: its bytes
 * are still to come. What answers with anything else is not our server.
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

/** Where a download goes as it comes. */
export interface Sink {
	write(chunk: Uint8Array): Promise<void>
	/** Everything has come: only now there is a file. */
	close(): Promise<void>
	/** It broke off: nothing of it is kept. */
	abort(): Promise<void>
}

/** So many bytes are gathered before the browser takes them over, which has other places for them than the page. */
const GATHERED = 4 * 1024 * 1024

/** Gathers a download, and saves it as every browser saves one. */
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

/** What browsers have of a file that not all of them have. */
type Handle = Pick<FileSystemFileHandle, 'createWritable' | 'getFile'> & {
	readonly remove?: () => Promise<void>
}

interface FilePicker {
	readonly showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<Handle>
}

/** Writes into a file that was chosen. What stood there before stays until all has come. */
const writing = async (handle: Handle): Promise<Sink> => {
	const writable = await handle.createWritable()
	return {
		write: (chunk) => writable.write(chunk as Uint8Array<ArrayBuffer>),
		close: () => writable.close(),
		async abort() {
			await writable.abort()
			// The choice has made an empty file where there was none.
			const { size } = await handle.getFile()
			if (size === 0) await handle.remove?.()
		},
	}
}

const isAbort = (fault: unknown): boolean =>
	fault instanceof DOMException && fault.name === 'AbortError'

/**
 * Where a download is to go: a file that the person chooses, where the browser lets them, which holds any amount; else
 * the browser's own downloads. Null where they chose none. To be called at a press, before anything is waited for.
 */
export const chooseSink = async (name: string, type: string): Promise<Sink | null> => {
	const { showSaveFilePicker } = window as FilePicker
	if (showSaveFilePicker === undefined) return gathering(name, type)
	try {
		return await writing(await showSaveFilePicker.call(window, { suggestedName: name }))
	} catch (fault) {
		// A frame, a policy or a place that cannot be written: there are the browser's own downloads.
		return isAbort(fault) ? null : gathering(name, type)
	}
}

/** What became of a download. */
export type Received = 'whole' | 'broken-off' | 'not-written'

interface Reading {
	/** @returns the next bytes, null at the end; undefined where they broke off. */
	readonly next: () => Promise<Uint8Array | null | undefined>
	/** Wants no more of them: whoever sends them is not kept waiting. */
	readonly leave: () => void
}

/** Reads bytes one piece after the other. Where none come for too long they have broken off. */
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

/** Throws where the sink cannot take them. */
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
 * Receives a download to its end. One that breaks off is never taken for a whole one: its sink keeps nothing of it.
 * @param onBytes hears how many have come; @param patience how long nothing may come, in ms
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
