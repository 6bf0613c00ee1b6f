import type { Extraction } from '#domain/extraction/extract.ts'
import type { SourceText } from '#domain/extraction/source.ts'
import type { Result } from '#domain/types.ts'
import type { Runner } from './runner.ts'

/** Why a source cannot be read, for the administrator who gave it. */
export interface SourceProblem {
	readonly message: string
}

/** A page as it came. */
export interface FetchedSource {
	readonly bytes: Uint8Array
	readonly mediaType: string
	readonly charset: string | null
	/** After redirects. */
	readonly url: string
}

export interface SourceFile {
	readonly bytes: Uint8Array
	readonly mediaType: string | null
	readonly charset: string | null
	readonly name: string | null
}

export interface ReadSource {
	readonly source: SourceText
	readonly title: string | null
}

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
	) => Promise<Result<FetchedSource, SourceProblem>>
	readonly read: (
		file: SourceFile,
		signal: AbortSignal,
	) => Promise<Result<ReadSource, SourceProblem>>
	readonly model: Model | null
}
