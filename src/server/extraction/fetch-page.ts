import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { SOURCE_MAX_BYTES } from '#domain/limits.ts'
import { SourceError } from './source-text.ts'

/** The allocated range of global unicast IPv6. Everything else is reserved. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Accepts only public addresses. Rejects loopback, private, and special ranges, including IPv4 embedded in IPv6 and
 * tunnels.
 */
export const isOpenAddress = (address: string): boolean => {
	if (!ipaddr.isValid(address)) return false
	const parsed = ipaddr.process(address)
	if (parsed.range() !== 'unicast') return false
	return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6)
}

const DECODERS: ReadonlyMap<string, unknown> = new Map(
	Object.entries({
		...{ gzip: zlib.gunzip, 'x-gzip': zlib.gunzip, br: zlib.brotliDecompress },
		deflate: zlib.inflate,
		// Since Node 22.15.
		zstd: 'zstdDecompress' in zlib && zlib.zstdDecompress,
	}),
)
/** More layers suggest a decompression bomb. */
const MOST_ENCODINGS = 3

const codeOf = (error: unknown): string =>
	error instanceof Error && 'code' in error ? String(error.code) : ''

/** Undoes the content encodings. Ignores unknown names ("none", "utf-8"), as browsers do. */
const decoded = async (raw: Buffer, header = ''): Promise<Buffer> => {
	const names = header.split(',').map((name) => name.trim().toLowerCase())
	const encodings = names.filter((name) => DECODERS.has(name)).toReversed()
	if (encodings.length > MOST_ENCODINGS) throw new SourceError('bad-encoding')
	let bytes = raw
	for (const name of encodings) {
		// Many servers send "deflate" as a raw stream without the zlib header.
		const isRaw = name === 'deflate' && ((bytes[0] ?? 0) & 0x0f) !== 8
		const unzip = (isRaw ? zlib.inflateRaw : DECODERS.get(name)) as typeof zlib.gunzip
		try {
			bytes = await promisify<Uint8Array, zlib.ZlibOptions, Buffer>(unzip)(bytes, {
				maxOutputLength: SOURCE_MAX_BYTES,
			})
		} catch (error) {
			const isLarge = codeOf(error) === 'ERR_BUFFER_TOO_LARGE'
			throw new SourceError(isLarge ? 'too-large' : 'bad-encoding')
		}
	}
	return bytes
}

const readBody = async (reply: IncomingMessage): Promise<Buffer> => {
	if (Number(reply.headers['content-length']) > SOURCE_MAX_BYTES) throw new SourceError('too-large')
	const chunks: Buffer[] = []
	let length = 0
	for await (const chunk of reply) {
		length += chunk.length
		if (length > SOURCE_MAX_BYTES) throw new SourceError('too-large')
		chunks.push(chunk)
	}
	return decoded(Buffer.concat(chunks), reply.headers['content-encoding'])
}

type Resolve = (
	host: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>

export interface FetchOptions {
	readonly signal?: AbortSignal
	/** Private hosts that may be fetched, as exact "host:port". Skips the address and port checks. */
	readonly allow?: readonly string[]
	/** Replace DNS, the allowed ports, the timeout in milliseconds, and the address check in tests. */
	readonly resolve?: Resolve
	readonly ports?: readonly number[]
	readonly timeout?: number
	readonly isOpen?: (address: string) => boolean
}

const portOf = ({ port, protocol }: URL): number =>
	Number(port) || (protocol === 'https:' ? 443 : 80)

export const isAllowed = (url: URL, allow: readonly string[]): boolean =>
	allow.includes(`${url.hostname}:${portOf(url)}`)

const HEADERS = {
	accept: 'text/html, application/xhtml+xml, application/pdf, text/plain;q=0.9',
	'accept-encoding': 'gzip, br',
	'accept-language': 'en',
	'user-agent': 'Evenhand',
}

const resolveBySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true })

/**
 * Requests a page without following redirects. Checks addresses inside the connection's own DNS lookup, which prevents
 * DNS rebinding. Literal IP addresses bypass the lookup, so it checks them first.
 */
const requestPage = async (
	url: URL,
	{
		allow = [],
		ports = [80, 443],
		resolve = resolveBySystem,
		isOpen = isOpenAddress,
	}: FetchOptions,
	signal: AbortSignal,
): Promise<IncomingMessage> => {
	if (!/^https?:$/.test(url.protocol)) throw new SourceError('bad-scheme')
	if (url.username !== '' || url.password !== '') throw new SourceError('credentials')
	const allowed = isAllowed(url, allow)
	if (!allowed && !ports.includes(portOf(url))) throw new SourceError('bad-port')
	const isClosed = (address: string): boolean => !allowed && !isOpen(address)
	const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
	if (isIP(literal) !== 0 && isClosed(literal)) throw new SourceError('closed-address')
	const resolveHost: Resolve = resolve
	const guardedLookup: LookupFunction = (host, { all }, done) => {
		const answer = async (): Promise<void> => {
			const open = (await resolveHost(host)).filter(({ address }) => !isClosed(address))
			const [first] = open
			if (!first) throw new SourceError('closed-address')
			if (all) done(null, [...open])
			else done(null, first.address, first.family)
		}
		answer().catch((error: NodeJS.ErrnoException) => done(error, ''))
	}
	const request = url.protocol === 'https:' ? requestSecure : requestPlain
	return new Promise((done, fail) => {
		// No agent: a pooled connection would be reused without an address check.
		const options = {
			agent: false,
			lookup: guardedLookup,
			headers: HEADERS,
			// Browsers accept more than Node's 16 KB; sites send long policies and many cookies.
			maxHeaderSize: 64 * 1024,
			signal,
		} as const
		request(url, options, done)
			.once('error', fail)
			// For example after an unrequested protocol upgrade. No effect after a response.
			.once('close', () => fail(new Error('closed without an answer')))
			.end()
	})
}

/** Total time for redirects, DNS lookups, and the body. */
const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

const PDF = 'application/pdf'
const TYPES = ['text/html', 'application/xhtml+xml', 'text/plain', PDF] as const
/** XML, accepted if the content is XHTML, as in browsers, and types that may hide a page or a PDF. */
const OTHER_TYPES =
	/^(?:application\/xml|text\/xml|(?:application|binary)\/octet-stream|application\/x-pdf|)$/

export interface FetchedSource {
	readonly bytes: Uint8Array
	readonly mediaType: (typeof TYPES)[number]
	readonly charset: string | null
	/** After redirects. */
	readonly url: string
}

/** Looks for the PDF signature in the first 1,024 bytes, as PDF readers do. */
export const isPdf = (bytes: Uint8Array): boolean =>
	Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.length)).includes('%PDF-')

const HTML_BEGINS =
	/^(?:\xef\xbb\xbf)?\s{0,500}(?:<\?xml[^>]{0,200}>\s{0,500})?(?:<!--.{0,500}?-->\s{0,500}){0,5}<(?:!doctype html|html|head|body|title|h1|p|div|table)[\s>]/is

const typeOf = (claimed: string, bytes: Buffer): FetchedSource['mediaType'] => {
	if (isPdf(bytes)) return PDF
	const known = TYPES.find((type) => type === claimed && type !== PDF)
	if (known) return known
	const isXml = claimed.endsWith('/xml')
	const isHtml = HTML_BEGINS.test(bytes.subarray(0, 2048).toString('latin1'))
	if (isHtml && (isXml || claimed === '')) return isXml ? 'application/xhtml+xml' : 'text/html'
	throw new SourceError('wrong-type')
}

const targetOf = ({ headers: { location } }: IncomingMessage, url: URL): URL => {
	if (location === undefined || !URL.canParse(location, url.href))
		throw new SourceError('redirects')
	return new URL(location, url)
}

const fetchPage = async (
	first: URL,
	options: FetchOptions,
	signal: AbortSignal,
): Promise<FetchedSource> => {
	let url = first
	for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
		const reply = await requestPage(url, options, signal)
		try {
			const status = reply.statusCode ?? 0
			if (REDIRECTS.has(status)) {
				url = targetOf(reply, url)
				continue
			}
			if (status !== 200) throw new SourceError('status')
			const header = reply.headers['content-type'] ?? ''
			const type = (header.split(/[;,]/)[0] ?? '').trim().toLowerCase()
			const isTried = OTHER_TYPES.test(type) || TYPES.some((known) => known === type)
			if (!isTried) throw new SourceError('wrong-type')
			const charset = /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(header)?.[1] ?? null
			const bytes = await readBody(reply)
			return { bytes, mediaType: typeOf(type, bytes), charset, url: url.href }
		} finally {
			reply.destroy()
		}
	}
	throw new SourceError('redirects')
}

/**
 * Fetches a public page, with SSRF protection: the checked address is the one connected to, also after each redirect,
 * so DNS rebinding has no effect. Limits: 5 MB and 10 s.
 * @throws {SourceError}
 */
export const fetchSource = async (
	address: string,
	options: FetchOptions = {},
): Promise<FetchedSource> => {
	if (!URL.canParse(address)) throw new SourceError('bad-url')
	const late = AbortSignal.timeout(options.timeout ?? TIMEOUT_MS)
	const signal = options.signal ? AbortSignal.any([options.signal, late]) : late
	try {
		const page = fetchPage(new URL(address), options, signal)
		// DNS lookups ignore the signal.
		const stopped = once(signal, 'abort').then(() => Promise.reject(signal.reason))
		return await Promise.race([page, stopped])
	} catch (error) {
		if (error instanceof SourceError) throw error
		if (options.signal?.aborted) throw new SourceError('cancelled')
		if (late.aborted) throw new SourceError('timeout')
		const isUnknown = /^(?:ENOTFOUND|EAI_|ENODATA)/.test(codeOf(error))
		throw new SourceError(isUnknown ? 'unknown-host' : 'unreachable')
	}
}
