import { Agent, type IncomingMessage, request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { SEND_TIMEOUT_MS } from '#domain/limits.ts'
import type { Failure } from '#http/failure.ts'

export interface Sending {
	readonly method: 'GET' | 'POST'
	readonly path: string
	readonly body?: unknown
}

type Outcome =
	| { readonly ok: true; readonly reply: () => unknown }
	| { readonly ok: false; readonly failure: Failure }

/** Result of a call. Only parsed on demand, because parsing is the device's work. */
export type Answer = Outcome & {
	/** Requests needed. A stale keep-alive connection costs one more. */
	readonly requests: number
}

type Headers = Readonly<Record<string, string>>

/** Sends a call. @param headers in addition to the common ones. */
export type Send = (sending: Sending, headers: Headers) => Promise<Answer>

/** Shorter than the server's keep-alive timeout, to avoid sending on a closing connection. */
const IDLE_MS = 8000

const textOf = (body: Buffer, encoding: string | undefined): string =>
	(encoding === 'br' ? brotliDecompressSync(body) : body).toString()

const refusal = ({ statusCode: status = 0, headers }: IncomingMessage, text: string): Failure => {
	const seconds = Number(headers['retry-after'] ?? Number.NaN)
	const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null
	return { kind: 'problem', status, message: text, errors: [], retryAfterMs }
}

const answerOf = (response: IncomingMessage, body: Buffer): Outcome => {
	const { statusCode = 0, headers } = response
	const encoding = headers['content-encoding']
	if (statusCode >= 400) {
		return { ok: false, failure: refusal(response, textOf(body, encoding)) }
	}
	return { ok: true, reply: () => JSON.parse(textOf(body, encoding)) }
}

const COMMON = { accept: 'application/json', 'accept-encoding': 'gzip, deflate, br' } as const

/** HTTP client for many devices, one connection per concurrent call. */
export const createWire = (origin: string): { send: Send; close: () => void } => {
	const { hostname, port } = new URL(origin)
	const agent = new Agent({ keepAlive: true, maxFreeSockets: Infinity, timeout: IDLE_MS })

	const once = ({ method, path, body }: Sending, headers: Headers, requests = 1): Promise<Answer> =>
		new Promise((resolve) => {
			const text = body === undefined ? undefined : JSON.stringify(body)
			const type = text === undefined ? {} : { 'content-type': 'application/json' }
			const length = { 'content-length': Buffer.byteLength(text ?? '') }
			const all = { ...COMMON, ...type, ...length, ...headers }
			let timedOut = false
			let answered = false
			const call = request({ agent, hostname, port, method, path, headers: all })
			// If the event loop was late, first process a response that has already arrived.
			const timer = setTimeout(() => {
				setImmediate(() => {
					if (answered) return
					timedOut = true
					call.destroy()
				})
			}, SEND_TIMEOUT_MS)
			const end = (answer: Outcome): void => {
				clearTimeout(timer)
				resolve({ ...answer, requests })
			}
			const fail = (error: NodeJS.ErrnoException): void => {
				// Retry on a stale keep-alive connection, as browsers do.
				if (call.reusedSocket && error.code === 'ECONNRESET' && !timedOut && !answered) {
					clearTimeout(timer)
					resolve(once({ method, path, body }, headers, requests + 1))
				} else end({ ok: false, failure: { kind: timedOut ? 'timeout' : 'offline' } })
			}
			call.once('error', fail)
			call.once('response', (response) => {
				answered = true
				const pieces: Buffer[] = []
				response.on('data', (piece: Buffer) => pieces.push(piece))
				response.once('end', () => end(answerOf(response, Buffer.concat(pieces))))
				response.once('error', fail)
			})
			call.end(text)
		})
	return { send: (sending, headers) => once(sending, headers), close: () => agent.destroy() }
}
