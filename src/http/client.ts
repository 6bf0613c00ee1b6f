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
	/** Unquoted; quoted when sent. */
	readonly idempotencyKey?: string
	/** Position in the operation's stream, for servers that reject late duplicates. */
	readonly order?: { readonly stream: string; readonly seq: number }
	readonly signal?: AbortSignal
	readonly timeoutMs?: number
	readonly headers?: Readonly<Record<string, string>>
	readonly token?: string
}

/** Calls an endpoint. Never throws for network or server errors; returns a {@link Failure} instead. */
export type Call = <Row extends Endpoint>(
	endpoint: Row,
	input: CallInput<Row>,
	options?: CallOptions,
) => Promise<Result<Reply<Row>, Failure>>

export interface ClientDeps {
	/** Path or origin with path, without a trailing slash. */
	readonly baseUrl: string
	readonly fetch: typeof fetch
	readonly token: () => string | null
	/** Creates a signal that aborts after this time; defaults to AbortSignal.timeout. */
	readonly deadline?: (ms: number) => AbortSignal
	/** Called with the server's time, in ms since 1970, for each reply of our server. */
	readonly onTime?: (moment: number) => void
	/** Called for each 401 with its endpoint, the token sent, and the failure. */
	readonly onUnauthorized?: (endpoint: Endpoint, token: string | null, failure: Failure) => void
	/** Called for each call with its endpoint and the token sent. @returns a function for a successful reply. */
	readonly onCall?: (endpoint: Endpoint, token: string | null) => () => void
}

/** Paths without a Bearer token, as specified. */
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

/** The server's time in ms since 1970; NaN if hidden, as for cross-origin replies. */
const timeOf = (headers: Headers): number => Date.parse(headers.get('date') ?? '')

/** Parses `Retry-After` (seconds or a date) to ms. Dates are compared with the server's clock, if known. */
const retryAfter = (headers: Headers): number | null => {
	const value = headers.get('retry-after')
	if (value === null) return null
	const seconds = Number(value)
	if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
	const until = Date.parse(value)
	const serverNow = timeOf(headers)
	const now = Number.isNaN(serverNow) ? Date.now() : serverNow
	return Number.isNaN(until) ? null : Math.max(0, until - now)
}

const parseJson = (text: string | undefined): unknown => {
	try {
		return JSON.parse(text ?? '')
	} catch {
		return undefined
	}
}

/** Statuses that are meaningful even from a proxy or captive portal. */
const PLAIN_STATUSES = new Set([401, 408, 425, 426, 429])

/** True for errors of a proxy or captive portal: HTML or plain text. */
const isForeign = (status: number, headers: Headers, text: string): boolean => {
	if (headers.get('content-type')?.includes('html')) return true
	if (status >= 500 || PLAIN_STATUSES.has(status) || text.trim() === '') return false
	const body = parseJson(text)
	return typeof body !== 'object' || body === null
}

const refusal = (status: number, headers: Headers, text = ''): Failure => {
	if (isForeign(status, headers, text)) return { kind: 'bad-response', status }
	const problem = v.safeParse(Problem, parseJson(text))
	const { message, detail, code, values, errors, type, closedOn } = problem.success
		? problem.output
		: {}
	return {
		kind: 'problem',
		status,
		message: message ?? detail ?? '',
		...(code && { code, values }),
		errors: errors ?? [],
		retryAfterMs: retryAfter(headers),
		// about:blank adds nothing to the status.
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
	// One deadline covers headers and body: ofetch's timeout ends with the headers and is ignored if a signal is set.
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
		// Only fetching and reading the body can throw here, so any error is a network error.
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

/** Creates an ofetch client that validates replies. Never retries: that is the outbox's decision. */
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
		const onReply = deps.onCall?.(endpoint, token)
		const sent = await send(ofetch, url, request, { deadline: deadlineIn(timeoutMs), signal })
		if (!sent.ok) return sent
		const response = sent.value
		const moment = timeOf(response.headers)
		const result = resultOf(endpoint, response)
		// A captive portal's clock is not trustworthy.
		const ours = result.ok || result.error.kind === 'problem'
		if (ours && !Number.isNaN(moment)) deps.onTime?.(moment)
		if (result.ok) onReply?.()
		else if (response.status === 401) deps.onUnauthorized?.(endpoint, token, result.error)
		return result
	}
}
