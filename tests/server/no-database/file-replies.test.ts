import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import type { Deps } from '#server/context.ts'
import { createOnError, serviceError } from '#server/http/errors.ts'
import { mount } from '#server/http/mount.ts'
import type { Log } from '#server/log.ts'

const row = endpoint({
	method: 'GET',
	path: '/file',
	access: 'public',
	summary: 'A file, piece by piece.',
	reply: v.string(),
	file: { type: 'text/csv', name: 'pieces.csv' },
})

/** Chunk as large as one network write. */
const PIECE = `${'x'.repeat(65_535)}\n`

let logged: string[]
let ended: boolean
let made: number
let server: ReturnType<typeof createAdaptorServer>
let url: string
let pieces: () => AsyncGenerator<string>

const log: Log = (level, event) => {
	logged.push(`${level} ${event}`)
}

beforeEach(async () => {
	logged = []
	ended = false
	made = 0
	const app = new Hono()
	app.use('/api/*', compress())
	app.onError(createOnError(log))
	// The endpoint uses neither users nor a database.
	const deps = { log, clock: () => new Date() } as unknown as Deps
	mount({ app, deps }, row, () => pieces())
	server = createAdaptorServer({ fetch: app.fetch })
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/file`
})
afterEach(async () => {
	server.close()
	if ('closeAllConnections' in server) server.closeAllConnections()
})

const until = async (isSo: () => boolean): Promise<void> => {
	while (!isSo()) await sleep(5)
}

/** Yields a number of chunks and then calls `last`. */
const giving = (count: number, last: () => void = () => undefined) =>
	async function* () {
		try {
			for (; made < count; made++) {
				// As a query does; the server would not notice the end of the connection otherwise.
				await nextTurn()
				yield PIECE
			}
			last()
		} finally {
			ended = true
		}
	}

const fail = () => {
	throw new Error('cannot be read')
}

describe.each(['identity', 'gzip'])('streamed file with %s encoding', (encoding) => {
	const read = () => fetch(url, { headers: { 'accept-encoding': encoding } })

	it('arrives complete with its file name', async () => {
		pieces = giving(20)
		const reply = await read()
		expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
		expect(reply.headers.get('content-disposition')).toBe('attachment; filename="pieces.csv"')
		expect(await reply.text()).toBe(PIECE.repeat(20))
		expect(logged).toEqual([])
	})

	it('returns a regular error if it fails before the first chunk', async () => {
		pieces = giving(0, () => {
			throw serviceError('conflict', 'quiz-gone')
		})
		const reply = await read()
		expect(reply.status).toBe(409)
		expect(await reply.json()).toMatchObject({ message: 'This quiz no longer exists.' })
	})

	// A partial file must not look complete.
	it('aborts if it fails later', async () => {
		const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
		pieces = giving(20, fail)
		const reply = await read()
		expect(reply.status).toBe(200)
		await expect(reply.text()).rejects.toThrow()
		expect(logged).toEqual(['error reply broken off'])
		// Printed by the network library, without the original message, which may contain user data.
		expect(printed.mock.calls.map(String)).toEqual(['Error: The reply was broken off.'])
		printed.mockClear()
	})

	it('respects backpressure and stops when the client disconnects', async () => {
		pieces = giving(100_000)
		const away = new AbortController()
		const reply = await fetch(url, {
			headers: { 'accept-encoding': encoding },
			signal: away.signal,
		})
		await reply.body?.getReader().read()
		if (encoding === 'identity') {
			// Network buffers are bounded.
			let before = -1
			while (before !== made) {
				before = made
				await sleep(200)
			}
			expect(made).toBeLessThan(10_000)
		}
		away.abort()
		await until(() => ended)
		expect(logged).toEqual([])
	})
})
