import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Endpoint } from '#contract/endpoint.ts'

/** Pull one chunk at a time, for backpressure from slow readers. */
const AHEAD = { highWaterMark: 0 }

/**
 * Streams a file. An error before the first chunk becomes a normal error response. A later one aborts the response,
 * so that an incomplete file cannot pass for a complete one.
 */
export const sendFile = async (
	pieces: AsyncIterable<string>,
	{ type, name }: NonNullable<Endpoint['file']>,
	onBreak: (error: unknown) => void,
): Promise<Response> => {
	const iterator = pieces[Symbol.asyncIterator]()
	const encoder = new TextEncoder()
	let first: IteratorResult<string> | null = await iterator.next()
	let isWanted = true
	const body = new ReadableStream<Uint8Array>(
		{
			pull: async (controller) => {
				try {
					const { done, value } = first ?? (await iterator.next())
					first = null
					if (!isWanted) return
					if (done) controller.close()
					else controller.enqueue(encoder.encode(value))
				} catch (error) {
					onBreak(error)
					// Node prints this error. The database's own message could contain row values.
					if (isWanted) controller.error(new Error('The reply was broken off.'))
				}
			},
			cancel: async () => {
				isWanted = false
				await iterator.return?.()
			},
		},
		AHEAD,
	)
	return new Response(body, {
		headers: {
			'content-type': `${type}; charset=utf-8`,
			'content-disposition': `attachment; filename="${name}"`,
		},
	})
}

const compress = promisify(brotliCompress)

/** Bytes below which compression saves no packet. */
const SMALLEST = 1024
/** Bytes up to which quality 10 is worth it on first visits. It would add a third to the cost of signed-in calls. */
const SMALL = 8192

/** Bytes up to which a quality below 10 takes less time than a job of the thread pool: about 0.1 ms. */
const SHORT = 16_384

/** Replies to answers. No voter waits for them, and quality 5 would save a sixth of the bytes for three times the CPU. */
const FASTEST = 1

const encode = async (body: Buffer, quality: number): Promise<Buffer> => {
	const params = {
		[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
		[constants.BROTLI_PARAM_QUALITY]: quality,
		[constants.BROTLI_PARAM_SIZE_HINT]: body.length,
	}
	return quality < 10 && body.length <= SHORT
		? brotliCompressSync(body, { params })
		: compress(body, { params })
}

const takesBrotli = (c: Context): boolean =>
	accepts(c, { header: 'Accept-Encoding', supports: ['br'], default: 'identity' }) === 'br'

const usualQuality = (c: Context, { length }: Buffer): number =>
	length <= SMALL && c.req.header('authorization') === undefined ? 10 : 5

interface Plain {
	readonly plain: Buffer
	readonly type: string
	readonly quality: number
}

const compressed = async (
	c: Context,
	{ plain, type, quality }: Plain,
	status: ContentfulStatusCode,
): Promise<Response> => {
	const small = plain.length < SMALLEST
	const body = small ? plain : await encode(plain, quality)
	return c.body(new Uint8Array(body), status, {
		// The outer middleware skips small responses only if Content-Length is set.
		'content-length': String(body.length),
		'content-type': type,
		vary: 'Accept-Encoding',
		...(!small && { 'content-encoding': 'br' }),
	})
}

/**
 * Sends JSON, compressed at once: {@link brotliJson} would read it back from a stream, which costs twice as much.
 * @param isAnswer chooses the fastest compression.
 */
export const sendJson = (
	c: Context,
	value: unknown,
	status: ContentfulStatusCode = 200,
	isAnswer = false,
): Response | Promise<Response> => {
	const text = JSON.stringify(value)
	const type = 'application/json'
	if (!takesBrotli(c)) return c.body(text, status, { 'content-type': type })
	const plain = Buffer.from(text)
	const quality = isAnswer ? FASTEST : usualQuality(c, plain)
	return compressed(c, { plain, type, quality }, status)
}

/** Compresses JSON with brotli, a fifth smaller than gzip. The outer middleware handles other clients and types. */
export const brotliJson: MiddlewareHandler = async (c, next) => {
	await next()
	const { headers, status } = c.res
	const type = headers.get('content-type') ?? ''
	const isJson = /^application\/(?:[\w.]+\+)?json/.test(type)
	const isDone = headers.has('content-encoding') || headers.has('content-length')
	if (!isJson || isDone || !takesBrotli(c) || c.req.method === 'HEAD') return
	const plain = Buffer.from(await c.res.arrayBuffer())
	const quality = usualQuality(c, plain)
	c.res = await compressed(c, { plain, type, quality }, status as ContentfulStatusCode)
}
