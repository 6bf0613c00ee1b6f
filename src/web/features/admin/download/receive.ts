import { HTTP_TIMEOUT_MS } from '#domain/constants.ts'
import type { Sink } from './sink.ts'

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
