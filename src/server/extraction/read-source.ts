import { blocksOf } from '#domain/extraction/blocks.ts'
import { oneLine, type SourceText } from '#domain/extraction/text.ts'
import { SOURCE_MAX_BYTES, SOURCE_MAX_CHARACTERS, SOURCE_MIN_WORDS } from '#domain/limits.ts'
import { countWords } from '#domain/policies.ts'
import type { Result } from '#domain/types.ts'
import { cleanText, removedByCleaning } from './clean.ts'
import { decodeText, isText } from './decode-text.ts'
import { type SourceFailure, type SourceFailureKind, sourceFailure } from './failures.ts'
import { isPdf } from './fetch-page.ts'
import { readPage } from './read-html.ts'
import { readInWorker } from './read-in-worker.ts'
import type { LeftOut, ReadDocument, ReadFailure } from './source-text.ts'

/** Reads plain text. Detects headings and bullets from the line layout. */
export const readText = (raw: string): Result<ReadDocument, ReadFailure> => {
	if (raw.length > SOURCE_MAX_CHARACTERS) return { ok: false, error: 'too-large' }
	const text = cleanText(raw).trim()
	if (text === '') return { ok: false, error: 'empty' }
	const source = { text, blocks: blocksOf(text) }
	return { ok: true, value: { source, title: null, leftOut: removedByCleaning(raw) } }
}

const TITLE_CHARACTERS = 200
const TITLE_LOOKED_AT = 1000
/** Larger pages are read in a worker: 5 MB takes over a second. */
const PAGE_READ_HERE = 256 * 1024

/** Bytes of a source, with metadata from the HTTP response or the file name. */
export interface RawSource {
	readonly bytes: Uint8Array
	readonly mediaType?: string | null
	readonly charset?: string | null
	readonly fileName?: string | null
}

type Format = 'pdf' | 'docx' | 'html' | 'xhtml' | 'text'
type Outcome = Result<ReadDocument, SourceFailureKind>

const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** Signature of OLE compound files: encrypted Office documents, and formats before 2007. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d]

const begins = (bytes: Uint8Array, sign: readonly number[]): boolean =>
	sign.every((byte, index) => bytes[index] === byte)

/** By file extension or media type. */
const CLAIMS: readonly (readonly [RegExp, Format])[] = [
	[/^(?:te?xt|text\/plain)$/, 'text'],
	[/^(?:html?|text\/html)$/, 'html'],
	[/^(?:xht(?:ml)?|application\/xhtml\+xml)$/, 'xhtml'],
	[/^(?:application\/)?pdf$/, 'pdf'],
	[/^do[ct][xm]$/, 'docx'],
]

const claimed = ({ fileName, mediaType }: RawSource): Format | undefined => {
	const ending = /\.([a-z]{1,5})$/i.exec(fileName ?? '')?.[1]
	const claim = (ending ?? (mediaType ?? '').split(';')[0] ?? '').trim().toLowerCase()
	return CLAIMS.find(([names]) => names.test(claim))?.[1]
}

/** Detects the format, which must match the name or media type. */
const formatOf = (raw: RawSource): Result<Format, SourceFailureKind> => {
	const { bytes } = raw
	const value = claimed(raw)
	if (bytes.length === 0) return { ok: false, error: 'empty' }
	if (value === undefined) return { ok: false, error: 'unknown-file' }
	const isCompound = begins(bytes, COMPOUND)
	if (isCompound && value === 'docx') return { ok: false, error: 'encrypted' }
	const isWhole =
		value === 'pdf'
			? isPdf(bytes)
			: value === 'docx'
				? begins(bytes, ZIP)
				: ![COMPOUND, ZIP, PDF].some((sign) => begins(bytes, sign)) &&
					isText(bytes, raw.charset ?? null)
	return isWhole ? { ok: true, value } : { ok: false, error: 'damaged' }
}

const firstHeading = ({ text, blocks }: SourceText): string => {
	const heading = blocks.find(({ kind }) => kind === 'heading')
	return heading ? text.slice(heading.start, heading.end) : ''
}

const readAs = async (
	format: Format,
	{ bytes, charset = null }: RawSource,
	signal: AbortSignal | undefined,
): Promise<Outcome> => {
	const isPage = format === 'html' || format === 'xhtml'
	if (isPage && bytes.length <= PAGE_READ_HERE) return readPage(bytes, charset, format)
	if (format !== 'text') return readInWorker({ kind: format, bytes, charset }, signal)
	return readText(decodeText(bytes, charset, 'text'))
}

const failed = (kind: SourceFailureKind) => ({ ok: false, error: sourceFailure(kind) }) as const

const wordsIn = (texts: readonly string[]): number =>
	texts.reduce((sum, text) => sum + countWords(text), 0)

/**
 * Reads plain text, HTML, PDF, or Word. The content must match the declared type.
 * @returns the cleaned text with its blocks and title.
 */
export const readSource = async (
	raw: RawSource,
	signal?: AbortSignal,
): Promise<Result<ReadDocument, SourceFailure>> => {
	if (raw.bytes.length > SOURCE_MAX_BYTES) return failed('too-large')
	const format = formatOf(raw)
	if (!format.ok) return failed(format.error)
	const read = await readAs(format.value, raw, signal)
	if (!read.ok) return failed(read.error)
	const { source } = read.value
	const textsOf = (isFurniture: boolean): string[] =>
		source.blocks
			.filter(({ kind }) => (kind === 'other') === isFurniture)
			.map(({ start, end }) => source.text.slice(start, end))
	if (wordsIn(textsOf(false)) < SOURCE_MIN_WORDS) return failed('too-short')
	const furniture: LeftOut[] = textsOf(true).map((text) => ({ reason: 'furniture', text }))
	const leftOut = [...read.value.leftOut, ...furniture]
	const rawTitle = cleanText((read.value.title || firstHeading(source)).slice(0, TITLE_LOOKED_AT))
	// Do not cut a surrogate pair in half.
	const title =
		oneLine(rawTitle)
			.slice(0, TITLE_CHARACTERS)
			.replace(/\p{Surrogate}$/u, '') || null
	return { ok: true, value: { source, title, leftOut } }
}
