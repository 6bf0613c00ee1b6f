import { ACCOUNT_GONE, type FieldError } from '#contract/problem.ts'

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
}

interface Extra {
	/** The fields that are at fault. */
	readonly errors?: readonly FieldError[]
	/** Headers that belong to the reply. */
	readonly headers?: Readonly<Record<string, string>>
	readonly type?: string
}

/**
 * Makes a refusal to throw.
 * @param message for the person who called.
 */
export const serviceError = (
	serviceCode: ServiceErrorCode,
	message: string,
	{ errors = [], headers = {}, type }: Extra = {},
): ServiceError => Object.assign(new Error(message), { serviceCode, errors, headers, type })

/** Whether something thrown is a refusal of ours. */
export const isServiceError = (error: unknown): error is ServiceError =>
	error instanceof Error && 'serviceCode' in error

/** What does not exist, or is not the caller's to see: both read alike. */
export const notFound = (): ServiceError =>
	serviceError('not-found', 'The requested resource was not found.')

/** Input that has the wrong form. */
export const invalid = (errors: readonly FieldError[]): ServiceError =>
	serviceError('invalid', 'Please check your input and try again.', { errors })

/** Nobody is signed in, or no longer. */
export const unauthorized = (message = 'Please sign in to continue.'): ServiceError =>
	serviceError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } })

/** The account of a good token is no longer there. */
export const accountGone = (): ServiceError => {
	const { message, headers } = unauthorized()
	return serviceError('unauthorized', message, { headers, type: ACCOUNT_GONE })
}

/** Something that passes: come back after `seconds`. */
export const inFlight = (message: string, seconds = 1): ServiceError =>
	serviceError('conflict', message, { headers: { 'retry-after': String(seconds) } })
