import { type $Fetch, createFetch, type FetchOptions, type FetchResponse } from 'ofetch'
import * as v from 'valibot'
import {
	type CallInput,
	type Endpoint,
	IDEMPOTENCY_HEADER,
	ORDER_HEADER,
	Problem,
	type Reply,
} from '#contract/endpoint.ts'

import { HTTP_TIMEOUT_MS } from '#domain/limits.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from './failure.ts'

export interface CallOptions {
	/** Stated by operations that must take effect once; a plain string, quoted on the wire. */
	readonly idempotencyKey?: string
	/** The operation's place in its stream, for a server that guards against late duplicates. */
	readonly order?: { readonly stream: string; readonly seq: number }
	readonly signal?: AbortSignal
	readonly timeoutMs?: number
	/** Besides those that every call has. */
	readonly headers?: Readonly<Record<string, string>>
	/** The token to send instead of the session's. */
	readonly token?: string
}

/** Calls a row of the contract's table. Never throws for what a network or a server does: that is a {@link Failure}. */
export type Call = <Row extends Endpoint>(
	endpoint: Row,
	input: CallInput<Row>,
	options?: CallOptions,
) => Promise<Result<Reply<Row>, Failure>>

export interface ClientDeps {
	/** Where the API is: a path or an origin with a path, without a slash at the end. */
	readonly baseUrl: string
	readonly fetch: typeof fetch
	/** The signed-in user's token, null when nobody is signed in. */
	readonly token: () => string | null
	/** A signal that aborts after so many ms; the platform's where none is given. */
	readonly deadline?: (ms: number) => AbortSignal
	/** Hears the time, ms since 1970, that a server of ours tells with its reply. */
	readonly onTime?: (moment: number) => void
	/** Called for each 401 with its endpoint, the token sent, and the failure. */
	readonly onUnauthorized?: (endpoint: Endpoint, token: string | null, failure: Failure) => void
	/** Called for each successful reply with its endpoint and the token sent. */
	readonly onReply?: (endpoint: Endpoint, token: string | null) => void
}

/** The specification's rule: a Bearer token goes with every call except those whose path contains one of these. */
const TOKENLESS = ['/public/', '/policy-knowledge-test/', '/auth/']

const fillPath = (path: string, params: Record<string, string> = {}): string =>
	path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

const headersOf = (path: string, token: string | null, options: CallOptions): Headers => {
	const headers = new Headers({ accept: 'application/json', ...options.headers })
	if (token !== null && !TOKENLESS.some((part) => path.includes(part))) {
		headers.set('authorization', `Bearer ${token}`)
	}
	if (options.idempotencyKey) headers.set(IDEMPOTENCY_HEADER, `"${options.idempotencyKey}"`)
	if (options.order) {
		headers.set(ORDER_HEADER, `"${options.order.stream}";seq=${options.order.seq}`)
	}
	return headers
}

/** `Retry-After` in ms: a number of seconds, or a date. A date is held against the server's own clock where it tells the time. */
const retryAfter = (headers: Headers): number | null => {
	const value = headers.get('retry-after')
	if (value === null) return null
	const seconds = Number(value)
	if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
	const until = Date.parse(value)
	const told = Date.parse(headers.get('date') ?? '')
	const now = Number.isNaN(told) ? Date.now() : told
	return Number.isNaN(until) ? null : Math.max(0, until - now)
}

/** The server's time, ms since 1970; NaN where a reply does not tell it, as from another origin. */
const timeOf = (headers: Headers): number => Date.parse(headers.get('date') ?? '')

const parseJson = (text: string | undefined): unknown => {
	try {
		return JSON.parse(text ?? '')
	} catch {
		return undefined
	}
}

/** These say what they mean by their status alone, whoever sends them. */
const PLAIN_STATUSES = new Set([401, 408, 425, 426, 429])

/** Whether a refusal is no word of our server: a page or a plain text, as portals and proxies send them. */
const isForeign = (status: number, headers: Headers, text: string): boolean => {
	if (headers.get('content-type')?.includes('html')) return true
	if (status >= 500 || PLAIN_STATUSES.has(status) || text.trim() === '') return false
	const body = parseJson(text)
	return typeof body !== 'object' || body === null
}

/** A refusal as a failure. */
const refusal = (status: number, headers: Headers, text = ''): Failure => {
	if (isForeign(status, headers, text)) return { kind: 'bad-response', status }
	const problem = v.safeParse(Problem, parseJson(text))
	const { message, detail, errors, type, closedOn } = problem.success ? problem.output : {}
	return {
		kind: 'problem',
		status,
		message: message ?? detail ?? '',
		errors: errors ?? [],
		retryAfterMs: retryAfter(headers),
		// Anything else says no more than the status does.
		...(type && type !== 'about:blank' && { type }),
		...(closedOn && { closedOn }),
	}
}

const send = async (
	ofetch: $Fetch,
	url: string,
	options: FetchOptions<'text'>,
	limits: { readonly deadline: AbortSignal; readonly signal: AbortSignal | undefined },
): Promise<Result<FetchResponse<string>, Failure>> => {
	// One deadline for headers and body alike: ofetch's own ends with the headers, and gives way to a caller's signal.
	const { deadline } = limits
	const signal = limits.signal ? AbortSignal.any([limits.signal, deadline]) : deadline
	try {
		const value = await ofetch.raw<string, 'text'>(url, {
			...options,
			signal,
			responseType: 'text',
			retry: 0,
			ignoreResponseError: true,
		})
		return { ok: true, value }
	} catch {
		// Fetching and reading the body are all that happens here, so whatever was thrown is the network's.
		const timedOut = deadline.aborted && !limits.signal?.aborted
		return { ok: false, error: { kind: timedOut ? 'timeout' : 'offline' } }
	}
}

const replyOf = <Row extends Endpoint>(
	endpoint: Row,
	{ status, _data }: FetchResponse<string>,
): Result<Reply<Row>, Failure> => {
	const reply = v.safeParse(endpoint.reply, parseJson(_data))
	return reply.success
		? { ok: true, value: reply.output as Reply<Row> }
		: { ok: false, error: { kind: 'bad-response', status } }
}

const resultOf = <Row extends Endpoint>(
	endpoint: Row,
	response: FetchResponse<string>,
): Result<Reply<Row>, Failure> =>
	response.ok
		? replyOf(endpoint, response)
		: { ok: false, error: refusal(response.status, response.headers, response._data) }

/**
 * A client over ofetch. It never repeats a call by itself: repeating is the outbox's decision.
 * @returns a {@link Call} whose reply has passed the endpoint's schema.
 */
export const createClient = (deps: ClientDeps): Call => {
	const ofetch = createFetch({ fetch: deps.fetch, Headers, AbortController })
	const deadlineIn = deps.deadline ?? ((ms) => AbortSignal.timeout(ms))

	return async (endpoint, input, options = {}) => {
		const { params, query, body } = input as {
			params?: Record<string, string>
			query?: Record<string, string>
			body?: Record<string, unknown>
		}
		const url = `${deps.baseUrl}${fillPath(endpoint.path, params)}`
		const token = options.token ?? deps.token()
		const request = {
			method: endpoint.method,
			headers: headersOf(endpoint.path, token, options),
			...(query && { query }),
			...(body && { body }),
		}
		const { timeoutMs = HTTP_TIMEOUT_MS, signal } = options
		const sent = await send(ofetch, url, request, { deadline: deadlineIn(timeoutMs), signal })
		if (!sent.ok) return sent
		const response = sent.value
		const moment = timeOf(response.headers)
		const result = resultOf(endpoint, response)
		// The time of a captive portal is nothing to go by.
		const ours = result.ok || result.error.kind === 'problem'
		if (ours && !Number.isNaN(moment)) deps.onTime?.(moment)
		if (result.ok) deps.onReply?.(endpoint, token)
		else if (response.status === 401) deps.onUnauthorized?.(endpoint, token, result.error)
		return result
	}
}
