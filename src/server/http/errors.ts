import { STATUS_CODES } from 'node:http'
import type { Context, ErrorHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ADMIN_MESSAGES } from '#contract/admin/messages.ts'
import { ACCOUNT_GONE, type FieldError, type Problem } from '#contract/endpoint.ts'
import {
	type CodedMessage,
	MESSAGES,
	type MessageIn,
	messageIn,
	messageOf,
} from '#contract/messages.ts'
import { dbFailure, harmlessMessage, isPassing } from '../db/errors.ts'
import { type Log, logOfRequest } from '../log.ts'

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

/** An error whose message is safe to show to the caller. */
export interface ServiceError extends Error, Omit<CodedMessage, 'message'> {
	readonly serviceCode: ServiceErrorCode
	readonly errors: readonly FieldError[]
	readonly headers: Readonly<Record<string, string>>
	/** RFC 9457 problem type for clients; undefined if the status is enough. */
	readonly type: string | undefined
	/** Day a quiz closed, YYYY-MM-DD. */
	readonly closedOn: string | undefined
}

interface Extra {
	readonly errors?: readonly FieldError[]
	readonly headers?: Readonly<Record<string, string>>
	readonly type?: string
	readonly closedOn?: string
}

const ALL_MESSAGES = { ...MESSAGES, ...ADMIN_MESSAGES }
type Given = MessageIn<typeof ALL_MESSAGES>

export const serviceError = (
	serviceCode: ServiceErrorCode,
	given: Given,
	{ errors = [], headers = {}, type, closedOn }: Extra = {},
): ServiceError => {
	const { message, code, values } = messageIn(ALL_MESSAGES, given)
	return Object.assign(new Error(message), {
		...{ code, values, serviceCode, errors, headers, type, closedOn },
	})
}

export const fieldError = (path: string, given: Given): FieldError => ({
	path,
	...messageIn(ALL_MESSAGES, given),
})

export const isServiceError = (error: unknown): error is ServiceError =>
	error instanceof Error && 'serviceCode' in error

/** Creates a 404. Missing and inaccessible records get the same message. */
export const notFound = (): ServiceError => serviceError('not-found', 'not-found')

/** Derives a label from a field path: `candidate1Id` is "Candidate 1 id", `policyIds.2` is "Item 3 of policy ids". */
const labelOf = (path: string): string => {
	const parts = path.split('.')
	const name = parts.findLast((part) => !/^\d+$/.test(part)) ?? ''
	const item = parts.at(-1) === name ? null : Number(parts.at(-1)) + 1
	if (name.includes('-')) return name
	const words = name.replace(/(?<=[a-z])(?=[A-Z\d])|(?<=\d)(?=[A-Z])/g, ' ').toLowerCase() || 'body'
	return item === null
		? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
		: `Item ${item} of ${words}`
}

/** Prefixes the field's label to a lowercase fragment ("must be a text"). */
const named = ({ path, message, ...coded }: FieldError): FieldError => ({
	path,
	message: /^\p{Ll}/u.test(message) ? `${labelOf(path)} ${message}` : message,
	...coded,
})

export const invalid = (errors: readonly FieldError[]): ServiceError =>
	serviceError('invalid', 'invalid-input', { errors: errors.map(named) })

/** Creates a 401: the caller is not signed in or the session expired. */
export const unauthorized = (
	code: 'sign-in-needed' | 'bad-credentials' = 'sign-in-needed',
): ServiceError => serviceError('unauthorized', code, { headers: { 'www-authenticate': 'Bearer' } })

/** Creates a 401 for a valid token whose account was erased or is missing from a restored backup. */
export const accountGone = (): ServiceError => Object.assign(unauthorized(), { type: ACCOUNT_GONE })

/** Creates a 409 with `Retry-After`, for a temporary conflict. */
export const inFlight = (code: 'request-in-progress' | 'account-changed'): ServiceError =>
	serviceError('conflict', code, { headers: { 'retry-after': '1' } })

/** Context variable of the request's id. */
export const REQUEST = 'request'

/** Returns the route pattern for logs, without ids: an id can be the only key to a knowledge test. */
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

export const outcomeOf = (error: ServiceError) => {
	const { serviceCode, message, code, values } = error
	return { status: STATUS[serviceCode], message, code, values }
}

type Refusal = Pick<ServiceError, 'serviceCode' | 'errors' | 'headers'> &
	Partial<Pick<ServiceError, 'type' | 'closedOn'>> &
	CodedMessage

const problemOf = (
	status: number,
	error: CodedMessage & Pick<Refusal, 'type' | 'closedOn'> & Partial<Pick<Refusal, 'errors'>>,
): Problem => ({
	type: error.type ?? 'about:blank',
	title: STATUS_CODES[status] ?? 'Error',
	status,
	detail: error.message,
	message: error.message,
	code: error.code,
	values: { ...error.values },
	...(error.errors?.length && { errors: error.errors.map((each) => ({ ...each })) }),
	...(error.closedOn !== undefined && { closedOn: error.closedOn }),
})

export const problemResponse = (error: Refusal): Response => {
	const status = STATUS[error.serviceCode]
	return Response.json(problemOf(status, error), {
		status,
		headers: { ...error.headers, 'content-type': 'application/problem+json' },
	})
}

/** Log fields of an error. Database messages contain row values, so only their codes are logged. */
const logged = (error: Error): Record<string, unknown> => {
	const failure = dbFailure(error)
	const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
	return {
		error: error.name,
		...(failure === null ? { message: harmlessMessage(error) } : failure),
		stack: frames.slice(0, 12).map((line) => line.trim()),
	}
}

/** Creates the error handler: logs unexpected errors and answers 500, or 503 if the database is unreachable. */
export const createOnError =
	(log: Log): ErrorHandler =>
	(error, c) => {
		if (isServiceError(error)) return problemResponse(error)
		// The client disconnected, so this is not a server error; it never sees the response.
		if (c.req.raw.signal.aborted)
			return problemResponse(serviceError('unavailable', 'service-busy'))
		const passing = isPassing(error)
		logOfRequest(log, c.get(REQUEST))(passing ? 'warn' : 'error', 'request failed', {
			method: c.req.method,
			route: routeOf(c),
			...logged(error),
		})
		if (passing) {
			const headers = { 'retry-after': '2' }
			return problemResponse(serviceError('unavailable', 'service-unavailable', { headers }))
		}
		const body = problemOf(500, messageOf('internal-error'))
		return c.json(body, 500, { 'content-type': 'application/problem+json' })
	}
