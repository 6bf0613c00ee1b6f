import { harmlessMessage } from '../db/errors.ts'
import type { Log } from '../log.ts'
import { type FetchedSource, fetchSource, isAllowed } from './fetch-page.ts'
import type { ModelSettings } from './model.ts'
import { type RawSource, readSource } from './read-source.ts'
import type { ReadDocument } from './source-text.ts'

/** Each job keeps one core busy, so leave room for other requests. */
const AT_ONCE = 2
/** Each waiting job holds its source in memory. */
const MOST_WAITING = 20

export interface Extractor {
	/** @throws {SourceError} */
	readonly fetch: (url: string, signal: AbortSignal) => Promise<FetchedSource>
	/** @throws {SourceError} */
	readonly read: (file: RawSource, signal: AbortSignal) => Promise<ReadDocument>
	/** The URL is on the operator's private network, so its content is not public. */
	readonly isOwn: (url: string) => boolean
	readonly model: ModelSettings | null
	/** Queues work and runs two at a time. Never rejects. */
	readonly run: (work: () => Promise<void>) => Promise<void>
	readonly isFull: () => boolean
	readonly ending: AbortSignal
	readonly close: () => Promise<void>
}

export interface ExtractorOptions {
	readonly log: Log
	/** As "host:port". */
	readonly allow?: readonly string[]
	readonly model?: ModelSettings | null
}

export const createExtractor = ({ log, allow = [], model = null }: ExtractorOptions): Extractor => {
	const ending = new AbortController()
	const underWay = new Set<Promise<void>>()
	const waiting: (() => void)[] = []
	let free = AT_ONCE

	const perform = async (work: () => Promise<void>): Promise<void> => {
		if (free > 0) free--
		else await new Promise<void>((resolve) => waiting.push(resolve))
		await work().catch((error) =>
			log('error', 'extraction not written', { message: harmlessMessage(error) }),
		)
		const next = waiting.shift()
		if (next) next()
		else free++
	}
	return {
		fetch: (url, signal) => fetchSource(url, { signal, allow }),
		read: readSource,
		isOwn: (url) => URL.canParse(url) && isAllowed(new URL(url), allow),
		model,
		run: (work) => {
			const promise = perform(work).finally(() => underWay.delete(promise))
			underWay.add(promise)
			return promise
		},
		isFull: () => waiting.length >= MOST_WAITING,
		ending: ending.signal,
		close: async () => {
			ending.abort()
			await Promise.all(underWay)
		},
	}
}
