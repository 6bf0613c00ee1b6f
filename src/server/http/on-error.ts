import { STATUS_CODES } from 'node:http'
import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Problem } from '#contract/problem.ts'
import { dbFailure, harmlessMessage, isPassing } from '../db/errors.ts'
import type { Log } from '../log.ts'
import { routeOf } from './route-of.ts'
import {
	BUSY,
	isServiceError,
	type ServiceError,
	type ServiceErrorCode,
	serviceError,
} from './service-error.ts'

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
