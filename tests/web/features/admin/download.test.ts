import { afterEach, describe, expect, it, vi } from 'vitest'
import { feedback } from '#contract/admin/knowledge-test.ts'
import { openFile, receive, type Sink } from '#web/features/admin/kit/streamed-download.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Sink that records its content and how it ended. */
const createSink = (fault?: 'write' | 'close') => {
	const parts: string[] = []
	let end = 'open'
	const sink: Sink = {
		async write(chunk) {
			if (fault === 'write') throw new Error('The disk is full')
			parts.push(new TextDecoder().decode(chunk))
		},
		async close() {
			if (fault === 'close') throw new Error('The disk is full')
			end = 'closed'
		},
		async abort() {
			end = 'aborted'
		},
	}
	return { sink, received: () => ({ text: parts.join(''), end }) }
}

const coming = (texts: readonly string[], end: 'whole' | 'breaks off' | 'hangs' = 'whole') => {
	const left = [...texts]
	return new ReadableStream<Uint8Array>({
		pull(controller) {
			const next = left.shift()
			if (next !== undefined) return controller.enqueue(bytes(next))
			if (end === 'breaks off') controller.error(new TypeError('network error'))
			if (end === 'whole') controller.close()
		},
	})
}

describe('download', () => {
	it('writes all chunks, reports progress, and closes the file', async () => {
		const { sink, received } = createSink()
		const all: number[] = []
		expect(await receive(coming(['abc', 'de']), sink, (count) => all.push(count))).toBe('whole')
		expect(received()).toEqual({ text: 'abcde', end: 'closed' })
		expect(all).toEqual([3, 5])
	})

	it('aborts the file if the connection breaks off', async () => {
		const { sink, received } = createSink()
		expect(await receive(coming(['abc'], 'breaks off'), sink, () => undefined)).toBe('broken-off')
		expect(received().end).toBe('aborted')
	})

	it('aborts the file if no more data arrives', async () => {
		const { sink, received } = createSink()
		expect(await receive(coming(['abc'], 'hangs'), sink, () => undefined, 20)).toBe('broken-off')
		expect(received().end).toBe('aborted')
	})

	it.each(['write', 'close'] as const)('aborts the file if %s fails', async (fault) => {
		const { sink, received } = createSink(fault)
		let left = false
		const sent = [bytes('abc'), bytes('de')]
		const stream = new ReadableStream<Uint8Array>({
			pull(controller) {
				const next = sent.shift()
				if (next) controller.enqueue(next)
				else if (fault === 'close') controller.close()
			},
			cancel() {
				left = true
			},
		})
		expect(await receive(stream, sink, () => undefined)).toBe('not-written')
		expect(received().end).toBe('aborted')
		expect(left, 'the stream is aborted').toBe(fault === 'write')
	})
})

describe('file reply', () => {
	afterEach(() => vi.unstubAllGlobals())

	const opened = (reply: Response) => {
		const fetching = vi.fn(async (..._: Parameters<typeof fetch>) => reply)
		vi.stubGlobal('fetch', fetching)
		const { signal } = new AbortController()
		return { fetching, reply: openFile(feedback.export, { query: {} }, signal) }
	}

	it('streams bytes before the reply is complete', async () => {
		const body = coming(['Date\r\n'], 'hangs')
		const { reply, fetching } = opened(
			new Response(body, { headers: { 'content-type': 'text/csv; charset=utf-8' } }),
		)
		const result = await reply
		if (!result.ok) throw new Error('refused')
		const { value } = await result.value.getReader().read()
		expect(new TextDecoder().decode(value)).toBe('Date\r\n')
		expect(String(fetching.mock.calls[0]?.[0])).toMatch(/\/admin\/feedback\/export$/)
	})

	it("fails with the server's message", async () => {
		const { reply } = opened(Response.json({ message: 'Not now.' }, { status: 503 }))
		expect(await reply).toMatchObject({ ok: false, error: { status: 503, message: 'Not now.' } })
	})

	it("rejects a captive portal's page", async () => {
		const { reply } = opened(
			new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }),
		)
		expect(await reply).toEqual({ ok: false, error: { kind: 'bad-response', status: 200 } })
	})
})
