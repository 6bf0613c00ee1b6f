import type { Result } from '#domain/types.ts'
import type { ReadSource, SourceFile } from './extractor.ts'
import { type SourceFailure, sourceFailure } from './failures.ts'
import { readHtml } from './read-html.ts'
import { readText } from './read-text.ts'

/** Reads a source. */
export const readSource = async (
	{ bytes, mediaType, name }: SourceFile,
	_signal: AbortSignal,
): Promise<Result<ReadSource, SourceFailure>> => {
	const text = new TextDecoder().decode(bytes)
	const html = mediaType === 'text/html' || /\.html?$/.test(name ?? '')
	const read = html ? readHtml(text) : readText(text)
	if (!read.ok) return { ok: false, error: sourceFailure(read.error) }
	return { ok: true, value: { source: read.value, title: null } }
}
