import { type CodedMessage, type Message, messageOf } from '#contract/messages.ts'
import { type Failure, RETRY_AFTER_MAX_MS } from '#http/failure.ts'
import { RETRY_MIN_MS } from './backoff.ts'

export type Act = 'read' | 'write'

/** Returns the default message for a refusal without one, or null for an unknown status. */
export const refusalMessage = (status: number, act: Act): CodedMessage | null => {
	if (status >= 500) return messageOf('internal-error')
	switch (status) {
		case 401:
		case 403:
			return messageOf(act === 'read' ? 'access-forbidden' : 'action-forbidden')
		case 404:
		case 410:
			return messageOf('not-found')
		case 400:
		case 422:
			return messageOf('invalid-input')
		default:
			return null
	}
}

export type FailureAction =
	/** `floorMs` is the server's `Retry-After`, or null. */
	| { readonly do: 'retry'; readonly floorMs: number | null }
	/** The same key is still in progress: ask again after `waitMs`. */
	| { readonly do: 'ask-again'; readonly waitMs: number }
	/** The token was rejected: this voter's queue stops until the next sign-in. */
	| { readonly do: 'pause' }
	/** The server requires a newer build: keep everything and offer the update. */
	| { readonly do: 'update' }
	/** Final refusal, listed to the voter. Null without a known reason. */
	| {
			readonly do: 'refuse'
			readonly reason: Message | null
			readonly closedOn?: string
			/** The server may refuse only because it lost earlier data. */
			readonly doubtful?: boolean
	  }

const RETRIED = new Set([408, 425, 429])

const onProblem = (failure: Extract<Failure, { kind: 'problem' }>): FailureAction => {
	const { status, message, code, values, closedOn } = failure
	const retryAfterMs =
		failure.retryAfterMs === null ? null : Math.min(failure.retryAfterMs, RETRY_AFTER_MAX_MS)
	if (status >= 500 || RETRIED.has(status)) return { do: 'retry', floorMs: retryAfterMs }
	if (status === 401) return { do: 'pause' }
	if (status === 426) return { do: 'update' }
	// A 409 with `Retry-After` is an operation in progress; one without is final.
	if (status === 409 && retryAfterMs !== null) {
		return { do: 'ask-again', waitMs: Math.max(RETRY_MIN_MS, retryAfterMs) }
	}
	const reason = message ? { message, code, values } : refusalMessage(status, 'write')
	const doubtful = status === 404 || status === 409
	return { do: 'refuse', reason, ...(closedOn && { closedOn }), ...(doubtful && { doubtful }) }
}

/** Maps a failure to its consequence. Only the server's reply refuses; what the network may have caused is retried. */
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
