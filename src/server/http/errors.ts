import { STATUS_CODES } from 'node:http'
import type { Context, ErrorHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ACCOUNT_GONE, type FieldError, type Problem } from '#contract/endpoint.ts'
import { dbFailure, harmlessMessage, isPassing } from '../db/errors.ts'
import type { Log } from '../log.ts'

/** Why a service refuses; the HTTP status follows from it in one place. */
export type ServiceErrorCode =
	| 'invalid'
	| 'unauthorized'
	| 'forbidden'
	| 'not-found'
	| 'method-not-allowed'
	| 'conflict'
	| 'precondition-failed'
	| 'length-required'
	| 'too-large'
	| 'unsupported-type'
	| 'unprocessable'
	| 'too-many'
	| 'unavailable'

/** What is said where there is more to do than can be done. */
export const BUSY = 'The service is very busy. Please try again in a moment.'

/** A refusal that the caller may read as it is. */
export interface ServiceError extends Error {
	readonly serviceCode: ServiceErrorCode
	readonly errors: readonly FieldError[]
	readonly headers: Readonly<Record<string, string>>
	/** What tells it from others of its status, for programs (RFC 9457); undefined where the status says it all. */
	readonly type: string | undefined
	/** The day on which a quiz closed, YYYY-MM-DD. */
	readonly closedOn: string | undefined
}

interface Extra {
	/** The fields that are at fault. */
	readonly errors?: readonly FieldError[]
	/** Headers that belong to the reply. */
	readonly headers?: Readonly<Record<string, string>>
	readonly type?: string
	readonly closedOn?: string
}

/**
 * Makes a refusal to throw.
 * @param message for the person who called.
 */
export const serviceError = (
	serviceCode: ServiceErrorCode,
	message: string,
	{ errors = [], headers = {}, type, closedOn }: Extra = {},
): ServiceError =>
	Object.assign(new Error(message), { serviceCode, errors, headers, type, closedOn })

/** Whether something thrown is a refusal of ours. */
export const isServiceError = (error: unknown): error is ServiceError =>
	error instanceof Error && 'serviceCode' in error

/** What does not exist, or is not the caller's to see: both read alike. */
export const notFound = (): ServiceError =>
	serviceError('not-found', 'The requested resource was not found.')

/** A field's name in words: `candidate1Id` is "Candidate 1 id", `policyIds.2` is "Item 3 of policy ids". */
const labelOf = (path: string): string => {
	const parts = path.split('.')
	const name = parts.findLast((part) => !/^\d+$/.test(part)) ?? ''
	const item = parts.at(-1) === name ? null : Number(parts.at(-1)) + 1
	// A header keeps its name.
	if (name.includes('-')) return name
	const words = name.replace(/(?<=[a-z])(?=[A-Z\d])|(?<=\d)(?=[A-Z])/g, ' ').toLowerCase() || 'body'
	return item === null
		? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
		: `Item ${item} of ${words}`
}

/** A message that stands alone: one that begins in mid-sentence ("must be a text") gets the name of its field. */
const named = ({ path, message }: FieldError): FieldError => ({
	path,
	message: /^\p{Ll}/u.test(message) ? `${labelOf(path)} ${message}` : message,
})

/** Input that has the wrong form. */
export const invalid = (errors: readonly FieldError[]): ServiceError =>
	serviceError('invalid', 'Please check your input and try again.', { errors: errors.map(named) })

/** Nobody is signed in, or no longer. */
export const unauthorized = (message = 'Please sign in to continue.'): ServiceError =>
	serviceError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } })

/** The token is valid but its account does not exist: it was erased, or a restored backup lacks it. */
export const accountGone = (): ServiceError => {
	const { message, headers } = unauthorized()
	return serviceError('unauthorized', message, { headers, type: ACCOUNT_GONE })
}

/** Something that passes: come back after `seconds`. */
export const inFlight = (message: string, seconds = 1): ServiceError =>
	serviceError('conflict', message, { headers: { 'retry-after': String(seconds) } })

/**
 * A call's route as the contract has it, for logs and metrics: with `:id` and never the id itself, which may be all that a
 * knowledge test is kept by. "none" where nobody knows the path.
 */
export const routeOf = (c: Context): string =>
	matchedRoutes(c)
		.map(({ path }) => path)
		.findLast((path) => !path.endsWith('*')) ?? 'none'

const STATUS: Readonly<Record<ServiceErrorCode, ContentfulStatusCode>> = {
	invalid: 400,
	unauthorized: 401,
	forbidden: 403,
	'not-found': 404,
	'method-not-allowed': 405,
	conflict: 409,
	'precondition-failed': 412,
	'length-required': 411,
	'too-large': 413,
	'unsupported-type': 415,
	unprocessable: 422,
	'too-many': 429,
	unavailable: 503,
}

/** The HTTP status of a refusal. */
export const statusOf = ({ serviceCode }: ServiceError): number => STATUS[serviceCode]

/** What a reply takes of a refusal. */
type Refusal = Pick<ServiceError, 'serviceCode' | 'message' | 'errors' | 'headers' | 'type'> &
	Partial<Pick<ServiceError, 'closedOn'>>

/** The body of an error reply; `message` is for the person, `errors` only where fields are at fault. */
const problemOf = (
	status: number,
	error: Pick<ServiceError, 'message' | 'errors'> &
		Partial<Pick<ServiceError, 'type' | 'closedOn'>>,
): Problem => ({
	type: error.type ?? 'about:blank',
	title: STATUS_CODES[status] ?? 'Error',
	status,
	detail: error.message,
	message: error.message,
	...(error.errors.length > 0 && { errors: [...error.errors] }),
	...(error.closedOn !== undefined && { closedOn: error.closedOn }),
})

/** An error reply, whole. */
export const problemResponse = (error: Refusal): Response => {
	const status = STATUS[error.serviceCode]
	return Response.json(problemOf(status, error), {
		status,
		headers: { ...error.headers, 'content-type': 'application/problem+json' },
	})
}

/** What may be logged of an error. A database's message repeats the statement's values, so only its codes are kept. */
const logged = (error: Error): Record<string, unknown> => {
	const failure = dbFailure(error)
	const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
	return {
		error: error.name,
		...(failure === null ? { message: harmlessMessage(error) } : failure),
		stack: frames.slice(0, 12).map((line) => line.trim()),
	}
}

/**
 * Makes a reply of whatever was thrown. A refusal says what it says; anything else is a 500 that gives nothing away
 * (503 where the database is merely out of reach) and is logged.
 */
export const createOnError =
	(log: Log): ErrorHandler =>
	(error, c) => {
		if (isServiceError(error)) return problemResponse(error)
		// Who hung up while sending is no failure of ours, and hears nothing of it.
		if (c.req.raw.signal.aborted) return problemResponse(serviceError('unavailable', BUSY))
		const passing = isPassing(error)
		log(passing ? 'warn' : 'error', 'request failed', {
			method: c.req.method,
			route: routeOf(c),
			...logged(error),
		})
		if (passing) {
			const text = 'The service is not available at the moment. Please try again.'
			return problemResponse(serviceError('unavailable', text, { headers: { 'retry-after': '2' } }))
		}
		const body = problemOf(500, { message: 'An error occurred. Please try again.', errors: [] })
		return c.json(body, 500, { 'content-type': 'application/problem+json' })
	}
