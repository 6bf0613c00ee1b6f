import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'
import type { Endpoint } from '#contract/endpoint.ts'

/** No piece is made before the last one is taken: a slow reader is waited for. */
const AHEAD = { highWaterMark: 0 }

/**
 * Makes a reply of a text that comes piece by piece. The first is awaited: what is thrown before it is thrown here, as
 * of any other row. What is thrown later breaks the reply off, so that nobody takes half a file for a whole one.
 * @param onBreak hears of that. A reader who goes away ends the pieces.
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
					// Whoever writes the stream prints this: of a database's failure it must not repeat the values.
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

/** Below this size in bytes compression gains nothing that a packet would notice. */
const SMALLEST = 1024
/**
 * Up to this size in bytes the better of brotli's two ways takes a few milliseconds, on a thread of its own. A first visit
 * is worth them, which nobody is signed in for; an answer is not: they would be a third of all that it costs the server.
 */
const SMALL = 8192

const encode = (body: Buffer, isSignedIn: boolean): Promise<Buffer> =>
	compress(body, {
		params: {
			[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
			[constants.BROTLI_PARAM_QUALITY]: body.length <= SMALL && !isSignedIn ? 10 : 5,
			[constants.BROTLI_PARAM_SIZE_HINT]: body.length,
		},
	})

const takesBrotli = (c: Context): boolean =>
	accepts(c, { header: 'Accept-Encoding', supports: ['br'], default: 'identity' }) === 'br'

/**
 * Sends JSON by brotli to who takes it, a fifth smaller than by gzip; others are left to the middleware around this one.
 * Replies that are streams of another type pass as they are.
 */
export const brotliJson: MiddlewareHandler = async (c, next) => {
	await next()
	const { headers, status } = c.res
	const isJson = /^application\/(?:[\w.]+\+)?json/.test(headers.get('content-type') ?? '')
	if (!isJson || headers.has('content-encoding') || !takesBrotli(c) || c.req.method === 'HEAD')
		return
	const plain = Buffer.from(await c.res.arrayBuffer())
	const small = plain.length < SMALLEST
	const body = small ? plain : await encode(plain, c.req.header('authorization') !== undefined)
	const sent = new Response(new Uint8Array(body), { status, headers })
	// The middleware around this one lets what is small be when it is told so.
	sent.headers.set('content-length', String(body.length))
	sent.headers.append('vary', 'Accept-Encoding')
	if (!small) sent.headers.set('content-encoding', 'br')
	c.res = sent
}
