/** What is agreed on of extractions and their sources between pages and server. */

export const SOURCE_KINDS = ['URL', 'TEXT', 'FILE'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** Under way; ended well, with warnings, or badly; given up. */
export const EXTRACTION_STATES = ['RUNNING', 'SUCCESS', 'WARNINGS', 'FAILED', 'CANCELLED'] as const

/** What an extraction does, in this order; `improve` where a model is configured. */
export const EXTRACTION_STAGES = [
	'fetch',
	'read',
	'segment',
	'detect',
	'classify',
	'propose',
	'deduplicate',
	'measure',
	'improve',
] as const
export type ExtractionStage = (typeof EXTRACTION_STAGES)[number]

/** A file that is uploaded, or a page, has at most this many bytes. */
export const SOURCE_MAX_BYTES = 5 * 1024 * 1024
/** A pasted text has at least this many words. */
export const SOURCE_MIN_WORDS = 50
export const SOURCE_NAME_MAX = 200
/** An extraction that nobody saved is kept for so many days. */
export const EXTRACTION_DAYS = 7
