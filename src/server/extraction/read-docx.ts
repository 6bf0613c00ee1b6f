import { strFromU8, strToU8, type Unzipped, unzipSync, zipSync } from 'fflate'
import mammoth from 'mammoth'
import type { Result } from '#domain/types.ts'
import type { SourceFailureKind } from './failures.ts'
import { readHtml } from './read-html.ts'
import type { ReadDocument } from './read-pdf.ts'

/** The parts of a document that its text needs; no pictures, no settings, no macros. */
const NEEDED =
	/^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/core\.xml|word\/(?:document|styles|numbering|footnotes|endnotes)\.xml|word\/_rels\/document\.xml\.rels)$/
const DOCUMENT = 'word/document.xml'
const CORE = 'docProps/core.xml'
/** These parts together may have so many bytes, and the whole so many entries. */
const MAX_UNZIPPED = 24 * 1024 * 1024
const MAX_ENTRIES = 5000

const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"]

/** Thrown inside only, where the parts are more than they may be. */
class TooLarge extends Error {}

/** Unpacks what is needed. Each part gets the room that it says it takes, and no more. */
const unzip = (bytes: Uint8Array): Unzipped => {
	let length = 0
	let entries = 0
	return unzipSync(bytes, {
		filter: ({ name, originalSize }) => {
			if (++entries > MAX_ENTRIES) throw new TooLarge(name)
			if (!NEEDED.test(name)) return false
			length += originalSize
			if (length > MAX_UNZIPPED) throw new TooLarge(name)
			return true
		},
	})
}

/** A run that nobody sees: hidden, white, or of letters of at most two points. */
const HIDDEN_RUN =
	/<w:(?:vanish|webHidden|specVanish)(?![^<>]*w:val="(?:0|false|off)")[\s/>]|<w:color[^<>]*w:val="[Ff]{6}"|<w:sz [^>]*w:val="[0-4]"/

/** Without the runs that nobody sees: Word's own converters keep them. */
const withoutHidden = (xml: string): string => {
	const parts = xml.split('</w:r>')
	return parts
		.map((part, index) => {
			if (index === parts.length - 1) return part
			const start = Math.max(part.lastIndexOf('<w:r>'), part.lastIndexOf('<w:r '))
			const isHidden = start >= 0 && HIDDEN_RUN.test(part.slice(start))
			return isHidden ? part.slice(0, start) : `${part}</w:r>`
		})
		.join('')
}

const titleOf = (core: Uint8Array | undefined): string | null =>
	core ? (/<dc:title>([^<]{1,500})<\/dc:title>/.exec(strFromU8(core))?.[1] ?? null) : null

/** The document as HTML, with the headings, lists and tables of its styles; pictures are left out. */
const toHtml = async (parts: Unzipped): Promise<string> => {
	const document = parts[DOCUMENT]
	if (!document) throw new Error('no document')
	const plain = { ...parts, [DOCUMENT]: strToU8(withoutHidden(strFromU8(document))) }
	const buffer = Buffer.from(zipSync(plain, { level: 0 }))
	const { value } = await mammoth.convertToHtml(
		{ buffer },
		{
			styleMap: STYLES,
			includeEmbeddedStyleMap: false,
			externalFileAccess: false,
			convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
		},
	)
	return value
}

const failureOf = (error: unknown): SourceFailureKind => {
	if (error instanceof TooLarge) return 'too-large'
	return error instanceof RangeError ? 'too-deep' : 'damaged'
}

/**
 * Reads a Word document: its headings, bullets and paragraphs by their styles. Of bytes that others wrote: to be run in a
 * worker that has limits.
 */
export const readDocx = async (
	bytes: Uint8Array,
): Promise<Result<ReadDocument, SourceFailureKind>> => {
	try {
		const parts = unzip(bytes)
		const read = readHtml(await toHtml(parts))
		if (!read.ok) return read
		return { ok: true, value: { source: read.value, title: titleOf(parts[CORE]) } }
	} catch (error) {
		return { ok: false, error: failureOf(error) }
	}
}
