import { Parser } from 'htmlparser2'
import type { Result } from '#domain/types.ts'
import { decodeText } from './decode-text.ts'
import type { SourceFailureKind } from './failures.ts'
import { readHtml } from './read-html.ts'
import type { ReadDocument } from './source-text.ts'

/** Reads an HTML or XHTML page. @param charset charset of the HTTP header. */
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

export const titleOf = (html: string): string => {
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

/** Expands self-closing XHTML tags, which HTML allows only for void elements. */
export const withEndTags = (xhtml: string): string =>
	xhtml.replace(
		/<([a-z][a-z\d]{0,9})((?:\s[^<>]{0,2000})?)\/>/gi,
		(tag, name: string, attributes: string) =>
			/^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i.test(name)
				? tag
				: `<${name}${attributes}></${name}>`,
	)

/** In characters. */
export const TITLE_LOOKED_AT = 1000
