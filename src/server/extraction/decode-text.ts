/** A page names its charset near its beginning. */
const HEAD_BYTES = 4096
const META = /<meta[^>]{0,300}charset\s*=\s*["']?\s*([\w.:-]{1,40})/i

const SINGLE = 'windows-1252'

const MARKS = [
	[[0xef, 0xbb, 0xbf], 'utf-8'],
	[[0xfe, 0xff], 'utf-16be'],
	[[0xff, 0xfe], 'utf-16le'],
] as const

const markOf = (bytes: Uint8Array): string | null =>
	MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1] ?? null

const decode = (bytes: Uint8Array, charset: string, fatal: boolean): string | null => {
	try {
		const decoder = new TextDecoder(charset, { fatal })
		// Node's short way for this charset reads Latin-1, without its quotation marks; in a stream it takes the long one.
		return decoder.decode(bytes, { stream: decoder.encoding === SINGLE })
	} catch (error) {
		// A charset that nobody knows, or bytes that are none of it.
		if (error instanceof RangeError || error instanceof TypeError) return null
		throw error
	}
}

const metaOf = (bytes: Uint8Array): string | null => {
	const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
	const charset = META.exec(head)?.[1] ?? null
	// Who can be read so far as to say UTF-16 is not written in it.
	return charset !== null && /^utf-?16/i.test(charset) ? 'utf-8' : charset
}

/**
 * The text of bytes: by their byte order mark, what the reply says, what the page says itself; else UTF-8, and
 * Windows-1252 where they are none.
 */
export const decodeText = (bytes: Uint8Array, charset: string | null, isHtml: boolean): string => {
	const named = markOf(bytes) ?? charset ?? (isHtml ? metaOf(bytes) : null)
	return (
		(named === null ? null : decode(bytes, named, false)) ??
		decode(bytes, 'utf-8', true) ??
		decode(bytes, SINGLE, false) ??
		''
	)
}
