import { Agent, type IncomingMessage, request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { SEND_TIMEOUT_MS } from '#domain/limits.ts'
import type { Failure } from '#http/failure.ts'

/** A call as a device makes it. */
export interface Sending {
	readonly method: 'GET' | 'POST'
	readonly path: string
	readonly body?: unknown
}

type Outcome =
	| { readonly ok: true; readonly reply: () => unknown }
	| { readonly ok: false; readonly failure: Failure }

/** What came of it. The reply is read where somebody wants it: taking every one apart is the device's work, not the server's. */
export type Answer = Outcome & {
	/** How many requests it took: a kept connection that the server had closed takes one more. */
	readonly requests: number
}

type Headers = Readonly<Record<string, string>>

/** Makes a call. @param headers besides those that every call has. */
export type Send = (sending: Sending, headers: Headers) => Promise<Answer>

/** Less than the server's: whoever keeps a connection longer sends into one that is being closed. */
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

/** What every call has, as a browser sends it. */
const COMMON = { accept: 'application/json', 'accept-encoding': 'gzip, deflate, br' } as const

/** Calls of many devices to one server, each on a connection that it shares with nobody meanwhile. */
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
			// A generator that was late itself first reads what has come meanwhile: a device of its own would have.
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
				// As a browser does where the server closed a connection that was kept: there was no answer on it.
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
