import type { Extraction } from '#domain/extraction/extract.ts'
import type { SourceText } from '#domain/extraction/source.ts'
import type { Result } from '#domain/types.ts'
import type { SourceFailure } from './failures.ts'
import type { FetchedSource } from './fetch-source.ts'
import type { ReadDocument } from './read-pdf.ts'
import type { RawSource } from './read-source.ts'
import type { Runner } from './runner.ts'

/** What a model made of what the built-in stages found. */
export interface Improved {
	readonly proposals: Extraction['proposals']
	readonly warnings: readonly string[]
	readonly engine: 'BUILT_IN' | 'MODEL'
}

/** A language model behind its port. */
export interface Model {
	readonly name: string
	readonly improve: (
		extraction: Extraction,
		source: SourceText,
		options: {
			readonly names: readonly string[]
			readonly signal: AbortSignal
			readonly onProgress: (done: number, total: number) => void
		},
	) => Promise<Improved>
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
	readonly model: Model | null
}
