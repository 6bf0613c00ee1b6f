import { labelToName, TextDecoder } from '@exodus/bytes/encoding.js'
import sniff from 'html-encoding-sniffer'

export type TextFormat = 'html' | 'xml' | 'text'

/** Browsers also accept a meta element after the standard's first 1,024 bytes. */
const HEAD_BYTES = 64 * 1024

const META = /<meta\s(?:[^>"']|"[^"]*"|'[^']*'){0,300}charset\s*=\s*["']?\s*([\w.:-]{1,40})/i

const XML = /^\s{0,100}<\?xml\s[^>]{0,200}\bencoding\s*=\s*["']([\w.:-]{1,40})["']/

const headOf = (bytes: Uint8Array): string =>
	Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD_BYTES, bytes.length)).toString('latin1')

/** Ignores a declared UTF-16: the declaration was readable as ASCII (WHATWG rule). */
const nameOf = (label: string | undefined): string | null => {
	const name = label === undefined ? null : labelToName(label)
	return name?.startsWith('UTF-16') ? 'UTF-8' : name
}

/** Detects UTF-16 without a byte order mark: every second byte of Latin text is zero. */
const wide = (bytes: Uint8Array): string | null => {
	const zeros = [0, 0]
	const length = Math.min(1024, bytes.length)
	for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
	const [even = 0, odd = 0] = zeros
	if (odd > 0.3 * length && even < 0.05 * length) return 'UTF-16LE'
	return even > 0.3 * length && odd < 0.05 * length ? 'UTF-16BE' : null
}

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

/** Falls back to Windows-1252 if UTF-8 yields more replacement characters than valid non-ASCII ones. */
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
	// The WHATWG's name for encodings that browsers refuse to decode.
	return name === 'replacement' ? null : name
}

/** Rejects binary data by its zero bytes, except in UTF-16. */
export const isText = (bytes: Uint8Array, charset: string | null): boolean =>
	!bytes.subarray(0, 8192).includes(0) || /^UTF-16/.test(charsetOf(bytes, charset, 'text') ?? '')

/**
 * Decodes text by the WHATWG rules: byte order mark, HTTP charset, declared charset. Defaults to UTF-8, or Windows-1252
 * if invalid.
 */
export const decodeText = (
	bytes: Uint8Array,
	charset: string | null,
	format: TextFormat,
): string => {
	const name = charsetOf(bytes, charset, format)
	return name === null ? guessed(bytes) : new TextDecoder(name).decode(bytes)
}
