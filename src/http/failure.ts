import { ACCOUNT_GONE, type FieldError } from '#contract/endpoint.ts'
import type { Message } from '#contract/messages.ts'

/** Upper bound of a Retry-After, in ms: some proxies ask for a year. */
export const RETRY_AFTER_MAX_MS = 3_600_000

/**
 * Reason why a call failed. Decisions depend on the kind and the status, never on a text.
 *
 * | kind         | cause                                                                            |
 * |--------------|----------------------------------------------------------------------------------|
 * | offline      | no reply: no network, refused, cut off, aborted                                  |
 * | timeout      | no reply in time                                                                 |
 * | problem      | the server replied with an HTTP status of 400 or more                            |
 * | bad-response | a reply that is not from our server: HTML, broken JSON, or an unexpected body    |
 */
export type Failure =
	| { readonly kind: 'offline' }
	| { readonly kind: 'timeout' }
	/** Its message is empty if the server sent none. */
	| (Message & {
			readonly kind: 'problem'
			readonly status: number
			readonly errors: readonly FieldError[]
			readonly retryAfterMs: number | null
			/** Problem type (RFC 9457), which distinguishes problems with the same status. */
			readonly type?: string
			/** With the type QUIZ_CLOSED: the quiz's last day, YYYY-MM-DD. */
			readonly closedOn?: string
	  })
	| { readonly kind: 'bad-response'; readonly status: number }

export const isMissing = (failure: Failure): boolean =>
	failure.kind === 'problem' && failure.status === 404

/** True if the token is valid but its account does not exist. */
export const isAccountGone = (failure: Failure): boolean =>
	failure.kind === 'problem' && failure.type === ACCOUNT_GONE

/** True if no reply arrived. Screens then retry when the connection is back. */
export const isOffline = (failure: Failure | null): boolean =>
	failure?.kind === 'offline' || failure?.kind === 'timeout'
