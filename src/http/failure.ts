import { ACCOUNT_GONE, type FieldError } from '#contract/endpoint.ts'

/** The longest that a server is left alone on its word, in ms: a proxy that asks for a year is not meant for voters. */
export const RETRY_AFTER_MAX_MS = 3_600_000

/**
 * Why a call did not bring a reply. What to do is decided by the kind and the status, never by a text.
 *
 * | kind         | what happened                                                                        |
 * |--------------|--------------------------------------------------------------------------------------|
 * | offline      | no answer came: no network, refused, cut off, aborted                                |
 * | timeout      | none came in time                                                                    |
 * | problem      | the server said no: an HTTP status of 400 or more                                    |
 * | bad-response | something answered that is not our server: HTML, broken JSON, or a body of another form |
 */
export type Failure =
	| { readonly kind: 'offline' }
	| { readonly kind: 'timeout' }
	| {
			readonly kind: 'problem'
			readonly status: number
			/** The server's text for the person; empty where it sent none. */
			readonly message: string
			readonly errors: readonly FieldError[]
			/** From `Retry-After`, in ms; null where the server set none. */
			readonly retryAfterMs: number | null
			/** What tells it from others of its status (RFC 9457), where the server says so. */
			readonly type?: string
			/** With the type QUIZ_CLOSED: the day on which the quiz closed, YYYY-MM-DD. */
			readonly closedOn?: string
	  }
	| { readonly kind: 'bad-response'; readonly status: number }

/** True for a 404. */
export const isMissing = (failure: Failure): boolean =>
	failure.kind === 'problem' && failure.status === 404

/** True if the token is valid but its account does not exist. */
export const isAccountGone = (failure: Failure): boolean =>
	failure.kind === 'problem' && failure.type === ACCOUNT_GONE

/** The text of a failure for a person: the server's where it sent one, a network text where there was no answer, else `fallback`. */
export const failureText = (failure: Failure, fallback: string): string => {
	switch (failure.kind) {
		case 'offline':
		case 'timeout':
			return 'Network error. Please check your connection.'
		case 'problem':
			return failure.message || fallback
		case 'bad-response':
			return fallback
	}
}

/** True if no reply arrived: the screen then says what needs a connection, and retries when it is back. */
export const isOffline = (failure: Failure | null): boolean =>
	failure?.kind === 'offline' || failure?.kind === 'timeout'
