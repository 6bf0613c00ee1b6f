import { harmlessMessage } from '../db/errors.ts'
import type { Log } from '../log.ts'
import type { ModelSettings } from './ask-model.ts'
import type { Extractor } from './extractor.ts'
import { fetchSource, isAllowed } from './fetch-source.ts'
import { readSource } from './read-source.ts'
import { createRunner } from './runner.ts'

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
