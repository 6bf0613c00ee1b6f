import { type Failure, RETRY_AFTER_MAX_MS } from '#http/failure.ts'
import { RETRY_MIN_MS } from './backoff.ts'

/** What was asked for: to see something, or to do something. */
export type Act = 'read' | 'write'

const NO_RIGHT: Readonly<Record<Act, string>> = {
	read: 'You are not authorized to access this resource.',
	write: 'You are not authorized to perform this action.',
}

/** What is said of a server's no that came without a word of its own. @returns an empty text where its status says nothing. */
export const refusalText = (status: number, act: Act): string => {
	if (status >= 500) return 'An error occurred. Please try again.'
	switch (status) {
		case 401:
		case 403:
			return NO_RIGHT[act]
		case 404:
		case 410:
			return 'The requested resource was not found.'
		case 400:
		case 422:
			return 'Please check your input and try again.'
		default:
			return ''
	}
}

/** What a failure means for the entry that met it. */
export type FailureAction =
	/** Try again later; `floorMs` is the server's own wish, null where it has none. */
	| { readonly do: 'retry'; readonly floorMs: number | null }
	/** The same key is still being worked on: ask again after `waitMs`. */
	| { readonly do: 'ask-again'; readonly waitMs: number }
	/** The token is not accepted: this voter's queue stops until the next sign-in. */
	| { readonly do: 'pause' }
	/** This build is too old for the server: keep everything, offer the update. */
	| { readonly do: 'update' }
	/** The server will never take it: list it to the voter. The reason is empty where neither it nor its status says one. */
	| {
			readonly do: 'refuse'
			readonly reason: string
			readonly closedOn?: string
			/** The server may refuse only because it has lost what came before. */
			readonly doubtful?: boolean
	  }

const RETRIED = new Set([408, 425, 429])

const onProblem = (failure: Extract<Failure, { kind: 'problem' }>): FailureAction => {
	const { status, message, closedOn } = failure
	const retryAfterMs =
		failure.retryAfterMs === null ? null : Math.min(failure.retryAfterMs, RETRY_AFTER_MAX_MS)
	if (status >= 500 || RETRIED.has(status)) return { do: 'retry', floorMs: retryAfterMs }
	if (status === 401) return { do: 'pause' }
	if (status === 426) return { do: 'update' }
	// A conflict that names a moment to come back is an operation still in flight; one without is final.
	if (status === 409 && retryAfterMs !== null) {
		return { do: 'ask-again', waitMs: Math.max(RETRY_MIN_MS, retryAfterMs) }
	}
	const reason = message || refusalText(status, 'write')
	const doubtful = status === 404 || status === 409
	return { do: 'refuse', reason, ...(closedOn && { closedOn }), ...(doubtful && { doubtful }) }
}

/** The reply table. Whatever may be the network's doing is tried again; only the server's own word refuses. */
export const classifyFailure = (failure: Failure): FailureAction => {
	switch (failure.kind) {
		case 'offline':
		case 'timeout':
		case 'bad-response':
			return { do: 'retry', floorMs: null }
		case 'problem':
			return onProblem(failure)
	}
}
