import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { SOURCE_MAX_BYTES } from '#domain/extraction-limits.ts'
import type { Result } from '#domain/types.ts'

type Outcome = Result<Uint8Array, 'too-large' | 'bad-encoding'>
type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Buffer>

const inflate = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.inflate)
const inflateRaw = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.inflateRaw)
const gunzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gunzip)
const brotli = promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress)

/** "deflate" means the format of zlib, and many servers send it without its header. */
const isZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
	(first & 0x0f) === 8 && (256 * first + second) % 31 === 0

/** Node has zstd from 22.15 on. */
const zstd = (): Decode | undefined => {
	const found = 'zstdDecompress' in zlib ? zlib.zstdDecompress : undefined
	return typeof found === 'function' ? promisify(found as typeof zlib.gunzip) : undefined
}

const DECODERS: ReadonlyMap<string, Decode | undefined> = new Map(
	Object.entries<Decode | undefined>({
		gzip: gunzip,
		'x-gzip': gunzip,
		deflate: (bytes, options) => (isZlib(bytes) ? inflate : inflateRaw)(bytes, options),
		br: brotli,
		zstd: zstd(),
	}),
)
/** More encodings of one body are an attack. */
const MOST_ENCODINGS = 3

/** The compressions of a reply, the last applied first. Browsers ignore names that are no compression: "none", "utf-8". */
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

const failureOf = (error: unknown): 'too-large' | 'bad-encoding' | null => {
	const code = error instanceof Error && 'code' in error ? String(error.code) : ''
	if (code === 'ERR_BUFFER_TOO_LARGE') return 'too-large'
	return /^(?:Z_|ZSTD_|ERR__ERROR|ERR_BROTLI|ERR_PADDING)/.test(code) ? 'bad-encoding' : null
}

/** Reads a reply's body and undoes its compressions. It reads and unpacks no more than a source may have. */
export const readBody = async (reply: IncomingMessage): Promise<Outcome> => {
	const encodings = encodingsOf(reply)
	if (encodings.length > MOST_ENCODINGS) return { ok: false, error: 'bad-encoding' }
	let bytes = await readRaw(reply)
	if (bytes === null) return { ok: false, error: 'too-large' }
	for (const name of encodings) {
		const decode: Decode | undefined = DECODERS.get(name)
		if (!decode) return { ok: false, error: 'bad-encoding' }
		try {
			const unpacked: Promise<Buffer> = decode(bytes, { maxOutputLength: SOURCE_MAX_BYTES })
			bytes = await unpacked
		} catch (error) {
			const failure = failureOf(error)
			if (failure === null) throw error
			return { ok: false, error: failure }
		}
	}
	return { ok: true, value: bytes }
}
