import { Parser } from 'htmlparser2'
import type { Result } from '#domain/types.ts'
import { decodeText } from './decode-text.ts'
import type { SourceFailureKind } from './failures.ts'
import { readHtml } from './read-html.ts'
import type { ReadDocument } from './read-pdf.ts'

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

/** Reads a page of HTML from its bytes. @param charset as its reply names it. */
export const readPage = (
	bytes: Uint8Array,
	charset: string | null,
): Result<ReadDocument, SourceFailureKind> => {
	const html = decodeText(bytes, charset, true)
	const read = readHtml(html)
	return read.ok ? { ok: true, value: { source: read.value, title: titleOf(html) } } : read
}
