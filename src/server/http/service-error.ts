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
