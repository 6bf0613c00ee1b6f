import { saveFile } from '#web/ui/save-file.ts'

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
