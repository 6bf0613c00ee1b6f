import { blocksOf } from '#domain/extraction/blocks.ts'
import { oneLine, type SourceText } from '#domain/extraction/text.ts'
import { SOURCE_MAX_BYTES, SOURCE_MAX_CHARACTERS, SOURCE_MIN_WORDS } from '#domain/limits.ts'
import { countWords } from '#domain/policies.ts'
import type { Result } from '#domain/types.ts'
import { cleanText } from './clean.ts'
import { decodeText, isText } from './decode-text.ts'
import { type SourceFailure, type SourceFailureKind, sourceFailure } from './failures.ts'
import { isPdf } from './fetch-page.ts'
import { runInWorker } from './read-apart.ts'
import { readPage, TITLE_LOOKED_AT } from './read-page.ts'
import type { ReadDocument } from './read-pdf.ts'
/** Why a source cannot be read. */
export type ReadFailure = 'too-large' | 'too-deep' | 'empty'

/** Reads a plain text: its headings and bullets are found by how its lines look. */
export const readText = (raw: string): Result<SourceText, ReadFailure> => {
	if (raw.length > SOURCE_MAX_CHARACTERS) return { ok: false, error: 'too-large' }
	const text = cleanText(raw).trim()
	if (text === '') return { ok: false, error: 'empty' }
	return { ok: true, value: { text, blocks: blocksOf(text) } }
}

const TITLE_CHARACTERS = 200
/** A page of more bytes is read in a thread of its own: one of 5 MB takes more than a second. */
const PAGE_READ_HERE = 256 * 1024

/** The bytes of a source, and what is said of them: by a page's reply, or by a file's name. */
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
/** What Office encrypts, and its files of before 2007, begin so. */
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

/** What the bytes are, which their name has to agree with: a file that is something else is none of ours. */
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
	if (format !== 'text') return runInWorker({ kind: format, bytes, charset }, signal)
	const read = readText(decodeText(bytes, charset, 'text'))
	return read.ok ? { ok: true, value: { source: read.value, title: null } } : read
}

const failed = (kind: SourceFailureKind) => ({ ok: false, error: sourceFailure(kind) }) as const

/** The text that is no menu, form or footer. */
const proper = ({ text, blocks }: SourceText): string =>
	blocks
		.filter(({ kind }) => kind !== 'other')
		.map(({ start, end }) => text.slice(start, end))
		.join(' ')

/**
 * Reads a page or a file: text, HTML, PDF or a Word document, which its bytes have to be as well as its name.
 * @returns the text as it is to be stored, with its blocks, and the title that the source gives itself.
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
	const said = cleanText((read.value.title || firstHeading(source)).slice(0, TITLE_LOOKED_AT))
	// The last character is left out where only half of it would stay.
	const title =
		oneLine(said)
			.slice(0, TITLE_CHARACTERS)
			.replace(/\p{Surrogate}$/u, '') || null
	return { ok: true, value: { source, title, leftOut } }
}
