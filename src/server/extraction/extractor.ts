import type { Result } from '#domain/types.ts'
import { harmlessMessage } from '../db/errors.ts'
import type { Log } from '../log.ts'
import type { SourceFailure } from './failures.ts'
import { type FetchedSource, fetchSource, isAllowed } from './fetch-page.ts'
import type { ModelSettings } from './model.ts'
import type { ReadDocument } from './read-pdf.ts'
import { type RawSource, readSource } from './read-source.ts'

/** Lets work go on behind the reply that began it. */
export interface Runner {
	/** Begins a piece of work, at most two at a time; it settles when the work has, and never fails. */
	readonly run: (work: () => Promise<void>) => Promise<void>
	/** Whether so many pieces wait that another one should not be taken. */
	readonly isFull: () => boolean
	/** Aborted when the server ends. */
	readonly ending: AbortSignal
	/** Aborts what is under way and waits for its end. */
	readonly close: () => Promise<void>
}

/** Reading and extracting keep a core busy each: the calls of others need room beside them. */
const AT_ONCE = 2
/** Each holds its source in memory. */
const MOST_WAITING = 20

/** @param onError hears what a piece of work threw. */
const createRunner = (onError: (error: unknown) => void): Runner => {
	const ending = new AbortController()
	const underWay = new Set<Promise<void>>()
	const waiting: (() => void)[] = []
	let working = 0

	const turn = async (): Promise<void> => {
		if (working >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
		else working++
	}
	const done = (): void => {
		const next = waiting.shift()
		// Whoever waited takes the place over.
		if (next) next()
		else working--
	}
	const perform = async (work: () => Promise<void>): Promise<void> => {
		await turn()
		try {
			await work()
		} catch (error) {
			onError(error)
		} finally {
			done()
		}
	}
	return {
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

/** What extractions reach outside of the database. */
export interface Extractor extends Runner {
	readonly fetch: (
		url: string,
		signal: AbortSignal,
	) => Promise<Result<FetchedSource, SourceFailure>>
	readonly read: (
		file: RawSource,
		signal: AbortSignal,
	) => Promise<Result<ReadDocument, SourceFailure>>
	/** Whether an address is of the operator's own network, and nobody else's to see. */
	readonly isOwn: (url: string) => boolean
	/** Where a language model is asked; null where none is set up. */
	readonly model: ModelSettings | null
}

export interface ExtractorOptions {
	readonly log: Log
	/** Pages of the operator's own network that may be read: "host:port". */
	readonly allow?: readonly string[]
	/** Improves what the built-in stages found; null for the built-in words. */
	readonly model?: ModelSettings | null
}

/** What reads sources and proposes policies, in this process. */
export const createExtractor = ({
	log,
	allow = [],
	model = null,
}: ExtractorOptions): Extractor => ({
	fetch: (url, signal) => fetchSource(url, { signal, allow }),
	read: (file, signal) => readSource(file, signal),
	isOwn: (url) => URL.canParse(url) && isAllowed(new URL(url), allow),
	model,
	...createRunner((error) =>
		log('error', 'extraction not written', { message: harmlessMessage(error) }),
	),
})
