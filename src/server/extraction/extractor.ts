import type { Result } from '#domain/types.ts'
import type { ModelSettings } from './ask-model.ts'
import type { SourceFailure } from './failures.ts'
import type { FetchedSource } from './fetch-source.ts'
import type { ReadDocument } from './read-pdf.ts'
import type { RawSource } from './read-source.ts'
import type { Runner } from './runner.ts'

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
