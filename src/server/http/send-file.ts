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
