import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { elections } from '#contract/elections.ts'
import { quiz } from '#contract/quiz.ts'
import { createClient } from '#http/client.ts'

const offline = { ok: false, error: { kind: 'offline' } }
const timeout = { ok: false, error: { kind: 'timeout' } }

const clientWith = (fetch: typeof globalThis.fetch, baseUrl = 'http://api.test') =>
	createClient({ baseUrl, fetch, token: () => null })

const silence: typeof fetch = (_, init) =>
	new Promise((_resolve, reject) => {
		const signal = init?.signal
		signal?.addEventListener('abort', () => reject(signal.reason as Error))
	})

describe('call without a network', () => {
	it('reports offline when the server is unreachable', async () => {
		const call = clientWith(() => Promise.reject(new TypeError('Failed to fetch')))
		expect(await call(elections.active, {})).toEqual(offline)
	})

	it('times out without a reply', async () => {
		const call = clientWith(silence)
		expect(await call(elections.active, {}, { timeoutMs: 5 })).toEqual(timeout)
	})

	it('times out even with the caller’s signal', async () => {
		const { signal } = new AbortController()
		expect(await clientWith(silence)(elections.active, {}, { timeoutMs: 5, signal })).toEqual(
			timeout,
		)
	})

	it('reports offline when the caller aborts the call', async () => {
		const controller = new AbortController()
		const result = clientWith(silence)(elections.active, {}, { signal: controller.signal })
		controller.abort()
		expect(await result).toEqual(offline)
	})

	it('sends nothing with an aborted signal', async () => {
		const result = clientWith((input, init) => {
			init?.signal?.throwIfAborted()
			return silence(input, init)
		})(elections.active, {}, { signal: AbortSignal.abort() })
		expect(await result).toEqual(offline)
	})
})

describe('retries', () => {
	const counted = () => {
		const count = { calls: 0 }
		const answers = (make: () => Response) =>
			clientWith(async () => {
				count.calls++
				return make()
			})
		return { count, answers }
	}

	it.each([408, 409, 429, 500, 503])('leaves retries after a %i to the outbox', async (status) => {
		const { count, answers } = counted()
		const call = answers(() => new Response('{}', { status }))
		await call(elections.active, {})
		await call(quiz.start, { params: { compareQuizId: '1' } })
		expect(count.calls).toBe(2)
	})

	it('leaves retries after a network failure to the outbox', async () => {
		const { count, answers } = counted()
		const call = answers(() => {
			throw new TypeError('Failed to fetch')
		})
		await call(elections.active, {})
		await call(quiz.start, { params: { compareQuizId: '1' } })
		expect(count.calls).toBe(2)
	})
})

describe('call over a real connection', () => {
	let server: Server
	let baseUrl: string

	beforeAll(async () => {
		server = createServer((request, response) => {
			response.setHeader('content-type', 'application/json')
			response.setHeader('content-length', '1000')
			response.flushHeaders()
			response.write('[{"id":1,')
			if (request.url?.startsWith('/cut')) setImmediate(() => response.destroy())
		})
		await new Promise<void>((resolve) => {
			server.listen(0, '127.0.0.1', resolve)
		})
		baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	})

	afterAll(() => {
		server.closeAllConnections()
		server.close()
	})

	it('reports offline when the reply is cut off', async () => {
		expect(await clientWith(fetch, `${baseUrl}/cut`)(elections.active, {})).toEqual(offline)
	})

	it('times out when the reply stalls', async () => {
		const call = clientWith(fetch, `${baseUrl}/stall`)
		expect(await call(elections.active, {}, { timeoutMs: 150 })).toEqual(timeout)
	})

	it('reports offline when the port is closed', async () => {
		const unused = createServer()
		await new Promise<void>((resolve) => {
			unused.listen(0, '127.0.0.1', resolve)
		})
		const { port } = unused.address() as AddressInfo
		await new Promise((resolve) => {
			unused.close(resolve)
		})
		expect(await clientWith(fetch, `http://127.0.0.1:${port}`)(elections.active, {})).toEqual(
			offline,
		)
	})
})
