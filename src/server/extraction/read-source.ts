import { blocksOf } from '#domain/extraction/blocks.ts'
import { oneLine } from '#domain/extraction/text.ts'
import { SOURCE_MAX_BYTES, SOURCE_MAX_CHARACTERS, SOURCE_MIN_WORDS } from '#domain/limits.ts'
import { countWords } from '#domain/policies.ts'
import type { Result } from '#domain/types.ts'
import { EXTRACTION_WORKER_URL } from '../paths.ts'
import { runInThread } from '../thread.ts'
import { cleanText, removedByCleaning } from './clean.ts'
import { decodeText, isText } from './decode-text.ts'
import { isPdf } from './fetch-page.ts'
import {
	type LeftOut,
	type ReadDocument,
	SourceError,
	type SourceFailureKind,
} from './source-text.ts'

/** Bytes of a source, with metadata from the HTTP response or the file name. */
export interface RawSource {
	readonly bytes: Uint8Array
	readonly mediaType?: string | null
	readonly charset?: string | null
	readonly fileName?: string | null
}

export interface ReadJob {
	readonly format: 'pdf' | 'docx' | 'html' | 'xhtml'
	readonly bytes: Uint8Array
	readonly charset: string | null
}

const TIMEOUT_MS = 20_000
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
const FAILURES = { 'out-of-memory': 'too-large', ended: 'damaged', aborted: 'cancelled' } as const

/**
 * Reads an untrusted file in a worker thread with memory and time limits. Any input ends as text or as a failure
 * without blocking the server.
 * @throws {SourceError}
 */
export const readInWorker = async (
	job: ReadJob,
	signal?: AbortSignal,
	timeout = TIMEOUT_MS,
): Promise<ReadDocument> => {
	if (signal?.aborted) throw new SourceError('cancelled')
	// Transfer a copy, so that the caller keeps its bytes.
	const bytes = Uint8Array.from(job.bytes)
	const late = AbortSignal.timeout(timeout)
	type Outcome = Result<ReadDocument, SourceFailureKind>
	const read = await runInThread<Outcome, Outcome>({
		url: EXTRACTION_WORKER_URL,
		workerData: { ...job, bytes },
		transferList: [bytes.buffer],
		resourceLimits: HEAP,
		signal: signal ? AbortSignal.any([signal, late]) : late,
		receive: (outcome) => outcome,
	})
	if (!read.ok) throw new SourceError(late.aborted ? 'too-slow' : FAILURES[read.error])
	if (!read.value.ok) throw new SourceError(read.value.error)
	return read.value.value
}

/** Reads plain text. Detects headings and bullets from the line layout. @throws {SourceError} if it is too large. */
export const readText = (raw: string): ReadDocument => {
	if (raw.length > SOURCE_MAX_CHARACTERS) throw new SourceError('too-large')
	const text = cleanText(raw).trim()
	return { source: { text, blocks: blocksOf(text) }, title: null, leftOut: removedByCleaning(raw) }
}

const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** Signature of OLE compound files: encrypted Office documents, and formats before 2007. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d]

const begins = (bytes: Uint8Array, sign: readonly number[]): boolean =>
	sign.every((byte, index) => bytes[index] === byte)
const isZip = (bytes: Uint8Array): boolean => begins(bytes, ZIP)
const isPlain = (bytes: Uint8Array, charset: string | null): boolean =>
	![COMPOUND, ZIP, PDF].some((sign) => begins(bytes, sign)) && isText(bytes, charset)

/** Formats by file extension or media type, with a check of their bytes. */
const FORMATS = [
	['text', /^(?:te?xt|text\/plain)$/, isPlain],
	['html', /^(?:html?|text\/html)$/, isPlain],
	['xhtml', /^(?:xht(?:ml)?|application\/xhtml\+xml)$/, isPlain],
	['pdf', /^(?:application\/)?pdf$/, isPdf],
	['docx', /^do[ct][xm]$/, isZip],
] as const

/** The format that the name or media type claims. @throws {SourceError} if the bytes do not match. */
const formatOf = ({ bytes, fileName, mediaType, charset = null }: RawSource) => {
	if (bytes.length === 0) throw new SourceError('empty')
	const ending = /\.([a-z]{1,5})$/i.exec(fileName ?? '')?.[1]
	const claim = (ending ?? (mediaType ?? '').split(';')[0] ?? '').trim().toLowerCase()
	const found = FORMATS.find(([, names]) => names.test(claim))
	if (found === undefined) throw new SourceError('unknown-file')
	const [format, , isWhole] = found
	if (format === 'docx' && begins(bytes, COMPOUND)) throw new SourceError('encrypted')
	if (!isWhole(bytes, charset)) throw new SourceError('damaged')
	return format
}

/** Larger pages are read in a worker: 5 MB takes over a second. */
const PAGE_READ_HERE = 256 * 1024

const readAs = async (
	format: ReadJob['format'] | 'text',
	bytes: Uint8Array,
	charset: string | null,
	signal: AbortSignal | undefined,
): Promise<ReadDocument> => {
	if (format === 'text') return readText(decodeText(bytes, charset, 'text'))
	const isPage = format === 'html' || format === 'xhtml'
	if (!isPage || bytes.length > PAGE_READ_HERE) {
		return readInWorker({ format, bytes, charset }, signal)
	}
	return (await import('./read-html.ts')).readPage(bytes, charset, format)
}

const TITLE_CHARACTERS = 200
const TITLE_LOOKED_AT = 1000

const titleOf = (title: string): string | null =>
	oneLine(cleanText(title.slice(0, TITLE_LOOKED_AT)))
		.slice(0, TITLE_CHARACTERS)
		// Do not cut a surrogate pair in half.
		.replace(/\p{Surrogate}$/u, '') || null

/**
 * Reads plain text, HTML, PDF, or Word. The content must match the declared type.
 * @returns the cleaned text with its blocks and title.
 * @throws {SourceError}
 */
export const readSource = async (raw: RawSource, signal?: AbortSignal): Promise<ReadDocument> => {
	const { bytes, charset = null } = raw
	if (bytes.length > SOURCE_MAX_BYTES) throw new SourceError('too-large')
	const format = formatOf(raw)
	const { source, title, leftOut } = await readAs(format, bytes, charset, signal)
	const textsOf = (wanted: (kind: string) => boolean): string[] =>
		source.blocks
			.filter(({ kind }) => wanted(kind))
			.map(({ start, end }) => source.text.slice(start, end))
	const furniture = textsOf((kind) => kind === 'other')
	const out = [...leftOut, ...furniture.map((text): LeftOut => ({ reason: 'furniture', text }))]
	if (source.text === '') throw new SourceError(format === 'pdf' ? 'scanned' : 'empty', out)
	const words = countWords(textsOf((kind) => kind !== 'other').join(' '))
	if (words < SOURCE_MIN_WORDS) throw new SourceError('too-short', out)
	const heading = textsOf((kind) => kind === 'heading')[0] ?? ''
	return { source, title: titleOf(title || heading), leftOut: out }
}
