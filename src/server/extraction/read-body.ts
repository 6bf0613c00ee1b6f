import type { IncomingMessage } from 'node:http'
import { PassThrough, pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { SOURCE_MAX_BYTES } from '#domain/extraction-limits.ts'
import type { Result } from '#domain/types.ts'

const DECODERS: ReadonlyMap<string, () => Transform> = new Map(
	Object.entries<() => Transform>({
		'': () => new PassThrough(),
		identity: () => new PassThrough(),
		gzip: createGunzip,
		'x-gzip': createGunzip,
		deflate: createInflate,
		br: createBrotliDecompress,
	}),
)

const isDamaged = (error: unknown): boolean =>
	error instanceof Error &&
	'code' in error &&
	/^(?:Z_|ERR__ERROR|ERR_BROTLI)/.test(String(error.code))

/** Reads a reply's body, decompressed as it comes: it stops where there is too much, whatever was announced. */
export const readBody = async (
	reply: IncomingMessage,
): Promise<Result<Uint8Array, 'too-large' | 'bad-encoding'>> => {
	if (Number(reply.headers['content-length']) > SOURCE_MAX_BYTES) {
		return { ok: false, error: 'too-large' }
	}
	const decoder = DECODERS.get((reply.headers['content-encoding'] ?? '').trim().toLowerCase())?.()
	if (!decoder) return { ok: false, error: 'bad-encoding' }
	const chunks: Buffer[] = []
	let length = 0
	try {
		// An error of the reply arrives at the decoder, where the loop throws it.
		for await (const chunk of pipeline(reply, decoder, () => undefined)) {
			length += chunk.length
			if (length > SOURCE_MAX_BYTES) return { ok: false, error: 'too-large' }
			chunks.push(chunk)
		}
	} catch (error) {
		if (isDamaged(error)) return { ok: false, error: 'bad-encoding' }
		throw error
	}
	return { ok: true, value: Buffer.concat(chunks) }
}
