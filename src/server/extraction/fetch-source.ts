import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import type { Result } from '#domain/types.ts'
import { type SourceFailure, type SourceFailureKind, sourceFailure } from './failures.ts'
import { isOpenAddress } from './open-address.ts'
import { readBody } from './read-body.ts'
import { ClosedAddress, type Guard, type Resolve, requestPage } from './request-page.ts'

/** All redirects, the look-ups and the body together may take so long. */
const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const PORTS = [80, 443]

const TYPES = ['text/html', 'application/xhtml+xml', 'text/plain', 'application/pdf'] as const
/** XML is shown by browsers where it holds XHTML. */
const XML = new Set(['application/xml', 'text/xml'])
/** A page of one of these types may be a PDF, whose bytes say so themselves. */
const UNTYPED = new Set([
	'',
	'application/octet-stream',
	'binary/octet-stream',
	'application/x-pdf',
])
const PDF = 'application/pdf'

/** A page as it came, decompressed. */
export interface FetchedSource {
	readonly bytes: Uint8Array
	readonly mediaType: (typeof TYPES)[number]
	/** As the page's own header names it. */
	readonly charset: string | null
	/** Where it was in the end. */
	readonly url: string
}

export interface FetchOptions {
	readonly signal?: AbortSignal
	/** Pages of the operator's own network that may be read: "host:port", to the letter. Addresses and ports are not checked there. */
	readonly allow?: readonly string[]
	readonly resolve?: Resolve
	/** The ports that an address may name; 80 and 443 unless a test has others. */
	readonly ports?: readonly number[]
	/** In milliseconds: ten seconds unless a test is in a hurry. */
	readonly timeout?: number
	/** Which addresses may be connected to; those of the public internet unless a test has others. */
	readonly isOpen?: (address: string) => boolean
}

/** Carries a failure out of the steps of a fetch. */
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

/** Whether an address is of the operator's own network: one of those that are named as "host:port". */
export const isAllowed = (url: URL, allow: readonly string[]): boolean =>
	allow.includes(`${url.hostname}:${portOf(url)}`)

/** What may be connected to for an address; refuses one that cannot be read at all. */
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

/** A PDF begins with its sign, or with little before it. */
export const isPdf = (bytes: Uint8Array): boolean =>
	Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.length)).includes('%PDF-')

const HTML_BEGINS =
	/^(?:\ufeff|\xef\xbb\xbf)?\s{0,500}(?:<\?xml[^>]{0,200}>\s{0,500})?(?:<!--.{0,500}?-->\s{0,500}){0,5}<(?:!doctype html|html|head|body|title|h1|p|div|table)[\s>]/is

const beginsAsHtml = (bytes: Uint8Array): boolean =>
	HTML_BEGINS.test(
		Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(2048, bytes.length)).toString('latin1'),
	)

/** Names the type of a body by what the reply says, and by the bytes where browsers look at these. */
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

/** Follows the redirects, each checked like the first address, up to a page. */
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

/** Ends with the signal, whatever else would wait on. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
	new Promise((_, reject) => {
		const stop = (): void => reject(signal.reason)
		if (signal.aborted) stop()
		else signal.addEventListener('abort', stop, { once: true })
	})

const codeOf = (error: unknown): string =>
	error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'

/** What a failed request means. */
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
 * Fetches a candidate's page for its text. It connects to the public internet only: the address that is checked is the
 * very one that is connected to, after every redirect too, whatever a name resolves to at another time. 5 MB and 10 s
 * are the most that it takes.
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
