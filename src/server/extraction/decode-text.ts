import { TextDecoder } from '@exodus/bytes/encoding.js'
import { getEncoding } from 'encoding-sniffer'

export type TextFormat = 'html' | 'xml' | 'text'

/** Browsers also accept a meta element after the standard's first 1,024 bytes. */
const HEAD_BYTES = 64 * 1024
/** Name of the encodings that browsers refuse to decode. Stands for an unknown encoding, too. */
const UNKNOWN = 'replacement'

/** The bytes that may declare an encoding: a byte order mark, the XML declaration, or meta elements. */
const headOf = (bytes: Uint8Array, format: TextFormat): Uint8Array => {
	if (format === 'text') return bytes.subarray(0, 3)
	const head = bytes.subarray(0, HEAD_BYTES)
	return format === 'xml' ? head.subarray(0, head.indexOf(0x3e) + 1) : head
}

/** Detects UTF-16 without a byte order mark: every second byte of Latin text is zero. */
const wide = (bytes: Uint8Array): string => {
	const head = bytes.subarray(0, 1024)
	const zerosAt = (odd: number) =>
		head.filter((byte, at) => byte === 0 && at % 2 === odd).length / head.length
	if (zerosAt(1) > 0.3 && zerosAt(0) < 0.05) return 'UTF-16LE'
	return zerosAt(0) > 0.3 && zerosAt(1) < 0.05 ? 'UTF-16BE' : UNKNOWN
}

const encodingOf = (bytes: Uint8Array, charset: string | null, format: TextFormat): string => {
	const declared = getEncoding(headOf(bytes, format), {
		...{ maxBytes: HEAD_BYTES, defaultEncoding: UNKNOWN },
		...(charset !== null && { transportLayerEncodingLabel: charset }),
	})
	return declared === UNKNOWN ? wide(bytes) : declared
}

/** Rejects binary data by its zero bytes, except in UTF-16. */
export const isText = (bytes: Uint8Array, charset: string | null): boolean =>
	!bytes.subarray(0, 8192).includes(0) || encodingOf(bytes, charset, 'text').startsWith('UTF-16')

/**
 * Decodes text by the WHATWG rules: byte order mark, HTTP charset, declared charset. Defaults to UTF-8, or Windows-1252
 * if UTF-8 yields more replacement characters than valid non-ASCII ones.
 */
export const decodeText = (
	bytes: Uint8Array,
	charset: string | null,
	format: TextFormat,
): string => {
	const encoding = encodingOf(bytes, charset, format)
	if (encoding !== UNKNOWN) return new TextDecoder(encoding).decode(bytes)
	const text = new TextDecoder().decode(bytes)
	const bad = text.match(/\ufffd/g)?.length ?? 0
	const good = bad === 0 ? 0 : (text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0)
	return good >= bad ? text : new TextDecoder('windows-1252').decode(bytes)
}
