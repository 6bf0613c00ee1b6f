import { blocksOf } from '#domain/extraction/blocks.ts'
import { oneLine, type SourceText } from '#domain/extraction/text.ts'
import { SOURCE_MAX_BYTES, SOURCE_MAX_CHARACTERS, SOURCE_MIN_WORDS } from '#domain/limits.ts'
import { countWords } from '#domain/policies.ts'
import type { Result } from '#domain/types.ts'
import { cleanText } from './clean.ts'
import { decodeText, isText } from './decode-text.ts'
import { type SourceFailure, type SourceFailureKind, sourceFailure } from './failures.ts'
import { isPdf } from './fetch-page.ts'
import { readInWorker } from './read-in-worker.ts'
import { readPage, TITLE_LOOKED_AT } from './read-page.ts'
import type { ReadDocument, ReadFailure } from './source-text.ts'

/** Reads plain text. Detects headings and bullets from the line layout. */
export const readText = (raw: string): Result<SourceText, ReadFailure> => {
	if (raw.length > SOURCE_MAX_CHARACTERS) return { ok: false, error: 'too-large' }
	const text = cleanText(raw).trim()
	if (text === '') return { ok: false, error: 'empty' }
	return { ok: true, value: { text, blocks: blocksOf(text) } }
}

const TITLE_CHARACTERS = 200
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

const FORMATS: readonly string[] = ['pdf', 'docx', 'html', 'xhtml', 'text'] satisfies Format[]
const isFormat = (name: Format | SourceFailureKind): name is Format => FORMATS.includes(name)

const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** Signature of OLE compound files: encrypted Office documents, and formats before 2007. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]

const begins = (bytes: Uint8Array, sign: readonly number[]): boolean =>
	sign.every((byte, index) => bytes[index] === byte)

const BY_NAME: ReadonlyMap<string, Format> = new Map(
	Object.entries<Format>({
		txt: 'text',
		text: 'text',
		html: 'html',
		htm: 'html',
		xhtml: 'xhtml',
		xht: 'xhtml',
		pdf: 'pdf',
		docx: 'docx',
		docm: 'docx',
	}),
)
const BY_TYPE: ReadonlyMap<string, Format> = new Map(
	Object.entries<Format>({
		'text/plain': 'text',
		'text/html': 'html',
		'application/xhtml+xml': 'xhtml',
		'application/pdf': 'pdf',
		'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
		'application/vnd.ms-word.document.macroenabled.12': 'docx',
	}),
)

const claimed = ({ fileName, mediaType }: RawSource): Format | undefined => {
	const ending = /\.([a-z]{1,5})$/i.exec(fileName ?? '')?.[1]?.toLowerCase()
	const type = (mediaType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
	return ending === undefined ? BY_TYPE.get(type) : BY_NAME.get(ending)
}

/** Detects the format, which must match the name or media type. */
const formatOf = (raw: RawSource): Format | SourceFailureKind => {
	const { bytes } = raw
	const name = claimed(raw)
	if (name === undefined) return 'unknown-file'
	if (isPdf(bytes) && (name === 'pdf' || begins(bytes, [0x25])))
		return name === 'pdf' ? 'pdf' : 'damaged'
	if (begins(bytes, COMPOUND)) return name === 'docx' ? 'encrypted' : 'damaged'
	if (begins(bytes, ZIP)) return name === 'docx' ? 'docx' : 'damaged'
	const isPlain = name !== 'pdf' && name !== 'docx' && isText(bytes, raw.charset ?? null)
	return isPlain ? name : 'damaged'
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
	const read = readText(decodeText(bytes, charset, 'text'))
	return read.ok ? { ok: true, value: { source: read.value, title: null } } : read
}

const failed = (kind: SourceFailureKind) => ({ ok: false, error: sourceFailure(kind) }) as const

const proper = ({ text, blocks }: SourceText): string =>
	blocks
		.filter(({ kind }) => kind !== 'other')
		.map(({ start, end }) => text.slice(start, end))
		.join(' ')

/**
 * Reads plain text, HTML, PDF, or Word. The content must match the declared type.
 * @returns the cleaned text with its blocks and title.
 */
export const readSource = async (
	raw: RawSource,
	signal?: AbortSignal,
): Promise<Result<ReadDocument, SourceFailure>> => {
	if (raw.bytes.length > SOURCE_MAX_BYTES) return failed('too-large')
	const format = raw.bytes.length === 0 ? 'empty' : formatOf(raw)
	if (!isFormat(format)) return failed(format)
	const read = await readAs(format, raw, signal)
	if (!read.ok) return failed(read.error)
	const { source, leftOut = [] } = read.value
	if (countWords(proper(source)) < SOURCE_MIN_WORDS) return failed('too-short')
	const rawTitle = cleanText((read.value.title || firstHeading(source)).slice(0, TITLE_LOOKED_AT))
	// Do not cut a surrogate pair in half.
	const title =
		oneLine(rawTitle)
			.slice(0, TITLE_CHARACTERS)
			.replace(/\p{Surrogate}$/u, '') || null
	return { ok: true, value: { source, title, leftOut } }
}
