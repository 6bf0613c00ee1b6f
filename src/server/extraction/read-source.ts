import { labelToName, TextDecoder } from '@exodus/bytes/encoding.js'
import sniff from 'html-encoding-sniffer'
import { Parser } from 'htmlparser2'
import { blocksOf } from '#domain/extraction/blocks.ts'
import { oneLine, type SourceText } from '#domain/extraction/text.ts'
import { SOURCE_MAX_BYTES, SOURCE_MAX_CHARACTERS, SOURCE_MIN_WORDS } from '#domain/limits.ts'
import { countWords } from '#domain/policies.ts'
import type { Result } from '#domain/types.ts'
import { cleanText } from './clean.ts'
import { type SourceFailure, type SourceFailureKind, sourceFailure } from './failures.ts'
import { isPdf } from './fetch-page.ts'
import { readApart } from './read-apart.ts'
import { readHtml } from './read-html.ts'
import type { ReadDocument } from './read-pdf.ts'

/** How the bytes of a text name their charset: HTML by its meta elements, XML by its declaration, a plain text not at all. */
export type TextFormat = 'html' | 'xml' | 'text'

/** A browser reads a meta element further back than the standard's first 1,024 bytes, once its parser comes to it. */
const HEAD_BYTES = 64 * 1024
const META = /<meta\s(?:[^>"']|"[^"]*"|'[^']*'){0,300}charset\s*=\s*["']?\s*([\w.:-]{1,40})/i
const XML = /^\s{0,100}<\?xml\s[^>]{0,200}\bencoding\s*=\s*["']([\w.:-]{1,40})["']/

const headOf = (bytes: Uint8Array): string =>
	Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD_BYTES, bytes.length)).toString('latin1')

/** A document that can be read as ASCII so far cannot be UTF-16, whatever it says. */
const nameOf = (label: string | undefined): string | null => {
	const name = label === undefined ? null : labelToName(label)
	return name?.startsWith('UTF-16') ? 'UTF-8' : name
}

/** UTF-16 without a byte order mark: every second byte of its letters is zero. */
const wide = (bytes: Uint8Array): string | null => {
	const zeros = [0, 0]
	const length = Math.min(1024, bytes.length)
	for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
	const [even = 0, odd = 0] = zeros
	if (odd > 0.3 * length && even < 0.05 * length) return 'UTF-16LE'
	return even > 0.3 * length && odd < 0.05 * length ? 'UTF-16BE' : null
}

/** The charset that the mark, the reply or the document itself names. */
const declared = (bytes: Uint8Array, charset: string | null, format: TextFormat): string | null => {
	const sniffed = sniff(bytes, {
		xml: format !== 'html',
		defaultEncoding: null,
		...(charset !== null && { transportLayerEncodingLabel: charset }),
	})
	if (sniffed !== null || format === 'text') return sniffed
	const head = headOf(bytes)
	const named = nameOf(XML.exec(head)?.[1])
	if (named !== null || format === 'xml') return named
	return nameOf(META.exec(head.replace(/<!--.*?(?:-->|$)/gs, ''))?.[1])
}

/** UTF-8 with a few bad bytes stays UTF-8; a text that has more bad bytes than good letters beyond ASCII is none. */
const guessed = (bytes: Uint8Array): string => {
	const text = new TextDecoder('utf-8').decode(bytes)
	const bad = text.match(/\ufffd/g)?.length ?? 0
	if (bad === 0) return text
	const good = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0
	return good >= bad ? text : new TextDecoder('windows-1252').decode(bytes)
}

const charsetOf = (
	bytes: Uint8Array,
	charset: string | null,
	format: TextFormat,
): string | null => {
	const name = declared(bytes, charset, format) ?? wide(bytes)
	// The name of encodings that browsers refuse to decode.
	return name === 'replacement' ? null : name
}

/** Whether bytes can be a text: binary files have zeros, and so has UTF-16. */
export const isText = (bytes: Uint8Array, charset: string | null): boolean =>
	!bytes.subarray(0, 8192).includes(0) || /^UTF-16/.test(charsetOf(bytes, charset, 'text') ?? '')

/**
 * Decodes a text by the rules of the WHATWG: its byte order mark, the charset of the reply, the one that the document
 * names itself. Without any it is UTF-8, or Windows-1252 where it cannot be.
 */
export const decodeText = (
	bytes: Uint8Array,
	charset: string | null,
	format: TextFormat,
): string => {
	const name = charsetOf(bytes, charset, format)
	return name === null ? guessed(bytes) : new TextDecoder(name).decode(bytes)
}

/** Of what calls itself a title no more is looked at: a file may name a whole book there. */
export const TITLE_LOOKED_AT = 1000

/** The title of a page: what stands in its first title element. */
const titleOf = (html: string): string => {
	let title = ''
	let isInside = false
	const parser = new Parser({
		onopentagname: (name) => {
			isInside = name === 'title'
			if (name === 'body') parser.pause()
		},
		ontext: (text) => {
			if (isInside && title.length < TITLE_LOOKED_AT) title += text
		},
		onclosetag: (name) => {
			if (name === 'title') parser.pause()
		},
	})
	parser.write(html.slice(0, 64 * 1024))
	return title
}

/** In XHTML an element may end at once, which HTML allows for void ones only. */
const withEndTags = (xhtml: string): string =>
	xhtml.replace(
		/<([a-z][a-z\d]{0,9})((?:\s[^<>]{0,2000})?)\/>/gi,
		(tag, name: string, attributes: string) =>
			/^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i.test(name)
				? tag
				: `<${name}${attributes}></${name}>`,
	)

/** Reads a page of HTML or XHTML from its bytes. @param charset as its reply names it. */
export const readPage = (
	bytes: Uint8Array,
	charset: string | null,
	kind: 'html' | 'xhtml' = 'html',
): Result<ReadDocument, SourceFailureKind> => {
	const text = decodeText(bytes, charset, kind === 'xhtml' ? 'xml' : 'html')
	const html = kind === 'xhtml' ? withEndTags(text) : text
	const read = readHtml(html)
	return read.ok ? { ok: true, value: { ...read.value, title: titleOf(html) } } : read
}

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
	if (format !== 'text') return readApart({ kind: format, bytes, charset }, signal)
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
