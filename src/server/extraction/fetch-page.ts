import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { SOURCE_MAX_BYTES } from '#domain/limits.ts'
import type { Result } from '#domain/types.ts'
import { type SourceFailure, type SourceFailureKind, sourceFailure } from './failures.ts'

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

type Outcome = Result<Uint8Array, 'too-large' | 'bad-encoding'>
type Unzip = typeof zlib.gunzip

/** Detects the zlib header: many servers send "deflate" as a raw stream without it. */
const isZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
	(first & 0x0f) === 8 && (256 * first + second) % 31 === 0

const DECODERS = new Map<string, (bytes: Uint8Array) => Unzip | undefined>([
	['gzip', () => zlib.gunzip],
	['x-gzip', () => zlib.gunzip],
	['deflate', (bytes) => (isZlib(bytes) ? zlib.inflate : zlib.inflateRaw)],
	['br', () => zlib.brotliDecompress],
	// Since Node 22.15.
	['zstd', () => ('zstdDecompress' in zlib ? (zlib.zstdDecompress as Unzip) : undefined)],
])
/** More layers suggest a decompression bomb. */
const MOST_ENCODINGS = 3

/** Content encodings in decoding order. Ignores unknown names ("none", "utf-8"), as browsers do. */
const encodingsOf = (reply: IncomingMessage): string[] =>
	(reply.headers['content-encoding'] ?? '')
		.split(',')
		.map((name) => name.trim().toLowerCase())
		.filter((name) => DECODERS.has(name))
		.toReversed()

const readRaw = async (reply: IncomingMessage): Promise<Buffer | null> => {
	if (Number(reply.headers['content-length']) > SOURCE_MAX_BYTES) return null
	const chunks: Buffer[] = []
	let length = 0
	for await (const chunk of reply) {
		length += chunk.length
		if (length > SOURCE_MAX_BYTES) return null
		chunks.push(chunk)
	}
	return Buffer.concat(chunks)
}

const bodyFailure = (error: unknown): 'too-large' | 'bad-encoding' | null => {
	const code = error instanceof Error && 'code' in error ? String(error.code) : ''
	if (code === 'ERR_BUFFER_TOO_LARGE') return 'too-large'
	return /^(?:Z_|ZSTD_|ERR__ERROR|ERR_BROTLI|ERR_PADDING)/.test(code) ? 'bad-encoding' : null
}

const UNZIPPED = { maxOutputLength: SOURCE_MAX_BYTES }

const readBody = async (reply: IncomingMessage): Promise<Outcome> => {
	const encodings = encodingsOf(reply)
	if (encodings.length > MOST_ENCODINGS) return { ok: false, error: 'bad-encoding' }
	let bytes: Uint8Array | null = await readRaw(reply)
	if (bytes === null) return { ok: false, error: 'too-large' }
	for (const name of encodings) {
		const unzip: Unzip | undefined = DECODERS.get(name)?.(bytes)
		if (!unzip) return { ok: false, error: 'bad-encoding' }
		try {
			bytes = await promisify<Uint8Array, zlib.ZlibOptions, Buffer>(unzip)(bytes, UNZIPPED)
		} catch (error) {
			const failure = bodyFailure(error)
			if (failure === null) throw error
			return { ok: false, error: failure }
		}
	}
	return { ok: true, value: bytes }
}

export type Resolve = (
	host: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>

export interface Guard {
	readonly resolve: Resolve
	readonly isOpen: (address: string) => boolean
}

class ClosedAddress extends Error {
	constructor(host: string) {
		super(`no open address: ${host}`)
	}
}

/** DNS lookup that filters addresses inside the connection itself, which prevents DNS rebinding. */
const guardedLookup =
	({ resolve, isOpen }: Guard): LookupFunction =>
	(host, { all }, done) => {
		const answer = async (): Promise<void> => {
			const open = (await resolve(host)).filter(({ address }) => isOpen(address))
			const [first] = open
			if (!first) throw new ClosedAddress(host)
			if (all) done(null, [...open])
			else done(null, first.address, first.family)
		}
		answer().catch((error: NodeJS.ErrnoException) => done(error, ''))
	}

const HEADERS = {
	accept: 'text/html, application/xhtml+xml, application/pdf, text/plain;q=0.9',
	'accept-encoding': 'gzip, br',
	'accept-language': 'en',
	'user-agent': 'Evenhand',
}

/** Requests a page without following redirects. Checks literal IP addresses first, because they bypass `lookup`. */
const requestPage = async (
	url: URL,
	guard: Guard,
	signal: AbortSignal,
): Promise<IncomingMessage> => {
	const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
	if (isIP(literal) !== 0 && !guard.isOpen(literal)) throw new ClosedAddress(literal)
	const request = url.protocol === 'https:' ? requestSecure : requestPlain
	return new Promise((resolve, reject) => {
		// No agent: a pooled connection would be reused without an address check.
		const options = {
			agent: false,
			lookup: guardedLookup(guard),
			headers: HEADERS,
			// Browsers accept more than Node's 16 KB; sites send long policies and many cookies.
			maxHeaderSize: 64 * 1024,
			signal,
		} as const
		request(url, options, resolve)
			.once('error', reject)
			// An unrequested protocol upgrade would never emit a response.
			.once('upgrade', (_, socket) => {
				socket.destroy()
				reject(new Error('switched protocols'))
			})
			// No effect after a response or an error.
			.once('close', () => reject(new Error('closed without an answer')))
			.end()
	})
}

/** Total time for redirects, DNS lookups, and the body. */
const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const PORTS = [80, 443]

const TYPES = ['text/html', 'application/xhtml+xml', 'text/plain', 'application/pdf'] as const
/** Accepted if the content is XHTML, as in browsers. */
const XML = new Set(['application/xml', 'text/xml'])
/** May be a PDF, which is detected by its bytes. */
const UNTYPED = new Set([
	'',
	'application/octet-stream',
	'binary/octet-stream',
	'application/x-pdf',
])
const PDF = 'application/pdf'

export interface FetchedSource {
	readonly bytes: Uint8Array
	readonly mediaType: (typeof TYPES)[number]
	readonly charset: string | null
	/** After redirects. */
	readonly url: string
}

export interface FetchOptions {
	readonly signal?: AbortSignal
	/** Private hosts that may be fetched, as exact "host:port". Skips the address and port checks. */
	readonly allow?: readonly string[]
	readonly resolve?: Resolve
	readonly ports?: readonly number[]
	/** In milliseconds. */
	readonly timeout?: number
	/** Overrides the address check in tests. */
	readonly isOpen?: (address: string) => boolean
}

class Refused extends Error {
	readonly failure: SourceFailure
	constructor(kind: SourceFailureKind, detail: string | null = null) {
		super(kind)
		this.failure = sourceFailure(kind, detail)
	}
}

const resolveBySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true })

const portOf = ({ port, protocol }: URL): number =>
	Number(port) || (protocol === 'https:' ? 443 : 80)

export const isAllowed = (url: URL, allow: readonly string[]): boolean =>
	allow.includes(`${url.hostname}:${portOf(url)}`)

const guardOf = (url: URL, options: FetchOptions): Guard => {
	if (!/^https?:$/.test(url.protocol)) throw new Refused('bad-scheme')
	if (url.username !== '' || url.password !== '') throw new Refused('credentials')
	const port = portOf(url)
	const allowed = isAllowed(url, options.allow ?? [])
	if (!allowed && !(options.ports ?? PORTS).includes(port)) throw new Refused('bad-port')
	const isOpen = options.isOpen ?? isOpenAddress
	return {
		isOpen: allowed ? () => true : isOpen,
		resolve: options.resolve ?? resolveBySystem,
	}
}

const parseType = (reply: IncomingMessage): { type: string; charset: string | null } => {
	const header = reply.headers['content-type'] ?? ''
	const charset = /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(header)?.[1] ?? null
	return { type: (header.split(/[;,]/)[0] ?? '').trim().toLowerCase(), charset }
}

const isKnown = (type: string): type is FetchedSource['mediaType'] =>
	TYPES.some((known) => known === type)

/** Looks for the PDF signature in the first 1,024 bytes, as PDF readers do. */
export const isPdf = (bytes: Uint8Array): boolean =>
	Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.length)).includes('%PDF-')

const HTML_BEGINS =
	/^(?:\ufeff|\xef\xbb\xbf)?\s{0,500}(?:<\?xml[^>]{0,200}>\s{0,500})?(?:<!--.{0,500}?-->\s{0,500}){0,5}<(?:!doctype html|html|head|body|title|h1|p|div|table)[\s>]/is

const beginsAsHtml = (bytes: Uint8Array): boolean =>
	HTML_BEGINS.test(
		Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(2048, bytes.length)).toString('latin1'),
	)

const typeOf = (claimed: string, bytes: Uint8Array): FetchedSource['mediaType'] => {
	if (isPdf(bytes)) return PDF
	if (claimed === '' && beginsAsHtml(bytes)) return 'text/html'
	if (XML.has(claimed) && beginsAsHtml(bytes)) return 'application/xhtml+xml'
	if (!isKnown(claimed) || claimed === PDF) throw new Refused('wrong-type', claimed || null)
	return claimed
}

const targetOf = (reply: IncomingMessage, url: URL): URL => {
	const { location } = reply.headers
	if (location === undefined || !URL.canParse(location, url.href)) throw new Refused('redirects')
	return new URL(location, url)
}

const open = async (first: URL, options: FetchOptions, signal: AbortSignal) => {
	let url = first
	for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
		const reply = await requestPage(url, guardOf(url, options), signal)
		const status = reply.statusCode ?? 0
		if (!REDIRECTS.has(status)) return { url, reply, status }
		reply.destroy()
		url = targetOf(reply, url)
	}
	throw new Refused('redirects')
}

const fetchPage = async (
	first: URL,
	options: FetchOptions,
	signal: AbortSignal,
): Promise<FetchedSource> => {
	const { url, reply, status } = await open(first, options, signal)
	try {
		if (status !== 200) throw new Refused('status', String(status))
		const { type, charset } = parseType(reply)
		if (!isKnown(type) && !UNTYPED.has(type) && !XML.has(type))
			throw new Refused('wrong-type', type)
		const body = await readBody(reply)
		if (!body.ok) throw new Refused(body.error)
		return { bytes: body.value, mediaType: typeOf(type, body.value), charset, url: url.href }
	} finally {
		reply.destroy()
	}
}

/** Rejects when the signal aborts, even if other work hangs. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
	new Promise((_, reject) => {
		const stop = (): void => reject(signal.reason)
		if (signal.aborted) stop()
		else signal.addEventListener('abort', stop, { once: true })
	})

const codeOf = (error: unknown): string =>
	error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'

const failureOf = (error: unknown, options: FetchOptions, late: AbortSignal): SourceFailure => {
	if (error instanceof Refused) return error.failure
	if (options.signal?.aborted) return sourceFailure('cancelled')
	if (late.aborted) return sourceFailure('timeout')
	if (error instanceof ClosedAddress) return sourceFailure('closed-address')
	const code = codeOf(error)
	const unknown = /^(?:ENOTFOUND|EAI_|ENODATA)/.test(code)
	return sourceFailure(unknown ? 'unknown-host' : 'unreachable', code)
}

/**
 * Fetches a public page, with SSRF protection: the checked address is the one connected to, also after each redirect,
 * so DNS rebinding has no effect. Limits: 5 MB and 10 s.
 */
export const fetchSource = async (
	address: string,
	options: FetchOptions = {},
): Promise<Result<FetchedSource, SourceFailure>> => {
	if (!URL.canParse(address)) return { ok: false, error: sourceFailure('bad-url') }
	const late = AbortSignal.timeout(options.timeout ?? TIMEOUT_MS)
	const signal = options.signal ? AbortSignal.any([options.signal, late]) : late
	try {
		const page = fetchPage(new URL(address), options, signal)
		return { ok: true, value: await Promise.race([page, untilAborted(signal)]) }
	} catch (error) {
		return { ok: false, error: failureOf(error, options, late) }
	}
}
