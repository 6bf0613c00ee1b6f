import { type Failure, RETRY_AFTER_MAX_MS } from '#http/failure.ts'

/**
 * Why there is no test to take. `failed`: `retryAfterMs` is how long the server wants to be left alone, null where it did
 * not say. `none`: there is no test now, in the server's words where it has any.
 */
export type NotBegun =
	| { readonly status: 'offline' }
	| { readonly status: 'failed'; readonly retryAfterMs: number | null }
	| { readonly status: 'none'; readonly message: string }

/** What became of a start. */
export type Begun =
	| NotBegun
	| { readonly status: 'loading' }
	| { readonly status: 'open'; readonly id: string }

/** A start that failed, and nobody knows when another one may succeed. */
export const FAILED: NotBegun = { status: 'failed', retryAfterMs: null }

/** What a failure of a start means. */
export const begunOf = (failure: Failure): NotBegun => {
	if (failure.kind === 'offline' || failure.kind === 'timeout') return { status: 'offline' }
	if (failure.kind === 'bad-response') return FAILED
	const { status, message, retryAfterMs } = failure
	if (status === 404 || (status === 409 && retryAfterMs === null)) {
		return { status: 'none', message }
	}
	const wait = retryAfterMs === null ? null : Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)
	return { status: 'failed', retryAfterMs: wait }
}
