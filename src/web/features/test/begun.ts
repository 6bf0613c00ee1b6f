import type { Failure } from '#http/failure.ts'

/** What became of a start. `none`: there is no test now, in the server's words where it has any. */
export type Begun =
	| { readonly status: 'loading' | 'offline' | 'failed' }
	| { readonly status: 'none'; readonly message: string }
	| { readonly status: 'open'; readonly id: string }

/** What a failure of a start means. */
export const begunOf = (failure: Failure): Begun => {
	if (failure.kind === 'offline' || failure.kind === 'timeout') return { status: 'offline' }
	const none = failure.kind === 'problem' && (failure.status === 404 || failure.status === 409)
	return none ? { status: 'none', message: failure.message } : { status: 'failed' }
}
